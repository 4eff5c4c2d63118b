import type { FeatureId, FeaturePartId } from './features';

/** A path that a record of {@link FEATURES} is about, as Orion's list of deprecated features shows it. */
export interface EndpointRecord {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{x}` stands for one segment. */
  readonly path: string;
  /** What part of the operation the record is about, when it is not the operation itself. */
  readonly about?: string;
  /** Absent: a current operation. */
  readonly feature?: FeatureId;
  readonly part?: FeaturePartId;
  /** The operation goes when the feature does; a field or a value may go alone. */
  readonly whole: boolean;
}

const remaining = { feature: 'ngsiv1', part: 'ngsiv1.remaining', whole: true } as const;
const metadataId = { feature: 'metadataId', whole: true } as const;
const ATTR_ID = '/v1/contextEntities/{entityId}/attributes/{attrName}/{attrId}';
const TYPED_ATTR_ID = '/v1/contextEntities/type/{entityType}/id/{entityId}/attributes/{attrName}/{attrId}';

export const ENDPOINTS: readonly EndpointRecord[] = [
  { method: 'GET', path: '/v2', feature: 'getV2', whole: true },
  {
    method: 'POST',
    path: '/v2/entities',
    about: 'field `attributes`',
    feature: 'entityAttributesField',
    whole: false,
  },
  {
    method: 'POST',
    path: '/v2/op/query',
    about: 'field `attributes`',
    feature: 'queryAttributes',
    whole: false,
  },
  {
    method: 'POST',
    path: '/v2/op/update',
    about: 'action types in upper case',
    feature: 'upperCaseActions',
    whole: false,
  },
  { method: 'GET', path: '/v2/entities', about: 'replacement for initial notification', whole: true },
  { method: 'PUT', path: '/v1/contextEntities/{id}', ...remaining },
  { method: 'DELETE', path: '/v1/contextEntities/{id}', ...remaining },
  { method: 'GET', path: '/v1/contextEntities/{id}/attributes/{name}', ...remaining },
  { method: 'POST', path: '/v1/updateContext', ...remaining },
  { method: 'POST', path: '/NGSI10/updateContext', ...remaining },
  { method: 'POST', path: '/v1/queryContext', ...remaining },
  { method: 'POST', path: '/NGSI10/queryContext', ...remaining },
  { method: 'GET', path: ATTR_ID, ...metadataId },
  { method: 'GET', path: TYPED_ATTR_ID, ...metadataId },
  { method: 'POST', path: TYPED_ATTR_ID, ...metadataId },
  { method: 'PUT', path: ATTR_ID, ...metadataId },
  { method: 'PUT', path: TYPED_ATTR_ID, ...metadataId },
  { method: 'DELETE', path: ATTR_ID, ...metadataId },
  { method: 'DELETE', path: TYPED_ATTR_ID, ...metadataId },
];
