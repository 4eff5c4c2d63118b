import type { JsonValue } from '@smart-city/context';
import type { FeatureId, FeaturePartId } from './features';
import { isOldLocationType } from './old-location-types';
import { findRouteFeature, type RouteFeature } from './route-lookup';

/** What of a request tells deprecated use. */
export interface SeenRequest {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  /** Decoded `options` names. */
  readonly options?: ReadonlySet<string>;
  /** Media type of the body and of `Accept`, lower case, when known. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Parsed body, when there is one. */
  readonly body?: JsonValue | undefined;
}

const UPPER_ACTIONS: ReadonlySet<string> = new Set([
  'APPEND',
  'APPEND_STRICT',
  'UPDATE',
  'DELETE',
  'REPLACE',
]);
const ACTIONS: ReadonlySet<string> = new Set(['append', 'appendStrict', 'update', 'delete', 'replace']);

/**
 * Every deprecated feature that a request shows, each once: the one place that recognises them for the log, the
 * counters, the access-log check and the answer of a removed route.
 */
export function findRequestFeatures(request: SeenRequest): readonly RouteFeature[] {
  const route = findRouteFeature(request.method, request.path);
  const features: RouteFeature[] = route ? [route] : [];
  const add = (feature: FeatureId, part?: FeaturePartId) =>
    void features.push({ feature, ...(part && { part }) });
  // Every path with one of these prefixes is an old route.
  const prefix = route && /^\/(ngsi10|ngsi9)\//i.exec(request.path)?.[1]?.toLowerCase();
  if (prefix === 'ngsi10') add('pathPrefixes', 'pathPrefixes.ngsi10');
  if (prefix === 'ngsi9' && route?.feature !== 'pathPrefixes') add('pathPrefixes', 'pathPrefixes.ngsi9');
  const { options } = request;
  if (options?.has('dateCreated') || options?.has('dateModified')) add('dateOptions');
  if (options?.has('skipInitialNotification')) add('initialNotification');
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
  const attributes = new AttributeFeatures();
  for (const entity of list) attributes.look(entity);
  if (attributes.writesGeoType) add('geoTypes');
  if (attributes.hasLocationMetadata) add('locationMetadata');
}

/** Whether the text is one of the old action names in any letter case that is not the present name. */
const isUpperCaseAction = (action: JsonValue | undefined): boolean =>
  typeof action === 'string' && !ACTIONS.has(action) && UPPER_ACTIONS.has(action.toUpperCase());

/** What the attributes of entities show. */
class AttributeFeatures {
  writesGeoType = false;
  hasLocationMetadata = false;

  /** @param entity  or the attribute itself, for `PUT …/attrs/{name}` */
  look(entity: JsonValue | undefined): void {
    if (!(entity instanceof Map)) return;
    this.lookAt(entity);
    for (const value of entity.values()) if (value instanceof Map) this.lookAt(value);
  }

  private lookAt(attribute: ReadonlyMap<string, JsonValue>): void {
    const type = attribute.get('type');
    if (typeof type === 'string' && isOldLocationType(type) && attribute.has('value'))
      this.writesGeoType = true;
    const location = member(attribute.get('metadata'), 'location');
    const value = member(location, 'value');
    if (value === 'WGS84' || value === 'WSG84') this.hasLocationMetadata = true;
  }
}

const member = (value: JsonValue | undefined, name: string): JsonValue | undefined =>
  value instanceof Map ? (value as ReadonlyMap<string, JsonValue>).get(name) : undefined;
