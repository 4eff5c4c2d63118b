import type { JsonValue } from '@smart-city/ngsi';
import type { FeatureId, FeaturePartId } from './features';
import { findRouteFeature, type RouteFeature } from './route-lookup';

/** What of a request tells deprecated use. */
export interface SeenRequest {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** Decoded `options` names. */
  readonly options?: readonly string[];
  /** Media type of the body and of `Accept`, lower case, when known. */
  readonly mediaTypes?: readonly string[];
  /** Parsed body, when there is one. */
  readonly body?: JsonValue;
}

const UPPER_ACTIONS: ReadonlySet<string> = new Set([
  'APPEND',
  'APPEND_STRICT',
  'UPDATE',
  'DELETE',
  'REPLACE',
]);
const ACTIONS: ReadonlySet<string> = new Set(['append', 'appendStrict', 'update', 'delete', 'replace']);
const GEO_TYPES: ReadonlySet<string> = new Set(['geo:point', 'geo:line', 'geo:box', 'geo:polygon']);

/**
 * Every deprecated feature that a request shows, each once: the one place that recognises them for the log, the
 * counters, the access-log check and the answer of a removed route.
 */
export function findRequestFeatures(request: SeenRequest): readonly RouteFeature[] {
  const route = findRouteFeature(request.method, request.path);
  const features: RouteFeature[] = route ? [route] : [];
  const add = (feature: FeatureId, part?: FeaturePartId) =>
    void features.push({ feature, ...(part && { part }) });
  if (/^\/ngsi10\//i.test(request.path)) add('pathPrefixes', 'pathPrefixes.ngsi10');
  if (/^\/ngsi9\//i.test(request.path) && route?.feature !== 'pathPrefixes')
    add('pathPrefixes', 'pathPrefixes.ngsi9');
  const options = request.options ?? [];
  if (options.includes('dateCreated') || options.includes('dateModified')) add('dateOptions');
  if (options.includes('skipInitialNotification')) add('initialNotification');
  if (request.mediaTypes?.some((type) => type === 'application/xml' || type === 'text/xml')) add('xml');
  if (request.body instanceof Map) addBodyFeatures(request, request.body, add);
  return features;
}

function addBodyFeatures(
  { method, path }: SeenRequest,
  body: ReadonlyMap<string, JsonValue>,
  add: (feature: FeatureId, part?: FeaturePartId) => void,
): void {
  const [, api, collection, third] = path.split('/');
  if (api !== 'v2') return;
  if (method === 'POST' && path === '/v2/entities' && body.has('attributes')) add('entityAttributesField');
  if (method === 'POST' && path === '/v2/op/query' && body.has('attributes')) add('queryAttributes');
  if (method === 'POST' && path === '/v2/op/update' && isUpperCaseAction(body.get('actionType')))
    add('upperCaseActions');
  if (collection === 'subscriptions' && member(body.get('notification'), 'attrsFormat') === 'legacy')
    add('legacyNotification');
  if (collection === 'registrations' && member(body.get('provider'), 'legacyForwarding') === true) {
    add('ngsiv1', 'ngsiv1.forwarding');
  }
  const entities =
    collection === 'op'
      ? body.get(third === 'notify' ? 'data' : 'entities')
      : collection === 'entities'
        ? body
        : undefined;
  const list = Array.isArray(entities) ? (entities as readonly JsonValue[]) : [entities];
  if (list.some(writesGeoType)) add('geoTypes');
  if (list.some(hasLocationMetadata)) add('locationMetadata');
}

/** Whether the text is one of the old action names in any letter case that is not the present name. */
const isUpperCaseAction = (action: JsonValue | undefined): boolean =>
  typeof action === 'string' && !ACTIONS.has(action) && UPPER_ACTIONS.has(action.toUpperCase());

/** The entity's attributes, or the attribute itself for `PUT …/attrs/{name}`. */
function attributesOf(entity: JsonValue | undefined): readonly ReadonlyMap<string, JsonValue>[] {
  if (!(entity instanceof Map)) return [];
  return [entity, ...entity.values()].filter(
    (value): value is ReadonlyMap<string, JsonValue> => value instanceof Map,
  );
}

const writesGeoType = (entity: JsonValue | undefined): boolean =>
  attributesOf(entity).some(
    (attr) =>
      attr.has('value') && typeof attr.get('type') === 'string' && GEO_TYPES.has(attr.get('type') as string),
  );

const hasLocationMetadata = (entity: JsonValue | undefined): boolean =>
  attributesOf(entity).some((attr) => {
    const location = member(attr.get('metadata'), 'location');
    const value = member(location, 'value');
    return value === 'WGS84' || value === 'WSG84';
  });

const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value instanceof Map ? (value as ReadonlyMap<string, JsonValue>).get(name) : undefined;
