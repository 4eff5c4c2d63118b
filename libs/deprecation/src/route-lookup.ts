import { ENDPOINTS, type EndpointRecord } from './endpoints';
import type { FeatureId, FeaturePartId } from './features';

/** The deprecated feature that a route is, with the part of it when it has parts. */
export interface RouteFeature {
  readonly feature: FeatureId;
  readonly part?: FeaturePartId;
}

/**
 * Finds what a request line uses, by path alone: NGSIv1 paths regardless of letter case, everything under `/v1`,
 * `/ngsi10` and `/ngsi9` that is no remaining operation included. Undefined for routes that are not deprecated as a
 * whole.
 *
 * @param path  without query
 */
export function findRouteFeature(method: string, path: string): RouteFeature | undefined {
  const segments = split(path);
  const known = ENDPOINTS.find(
    (row) => row.whole && row.feature && row.method === method && fits(row, segments),
  );
  if (known?.feature) return { feature: known.feature, ...(known.part && { part: known.part }) };
  return findOldPath(segments.map((segment) => segment.toLowerCase()));
}

function findOldPath([prefix, ...rest]: readonly string[]): RouteFeature | undefined {
  const operations = prefix === 'v1' && rest[0] === 'registry' ? rest.slice(1) : rest;
  const isOld = prefix === 'v1' || prefix === 'ngsi10' || prefix === 'ngsi9';
  if (isOld && AVAILABILITY.has(operations[0] ?? '')) return { feature: 'availabilitySubscriptions' };
  if (isOld && METADATA_ID.test(rest.join('/'))) return { feature: 'metadataId' };
  if (prefix === 'ngsi9') return { feature: 'pathPrefixes', part: 'pathPrefixes.ngsi9' };
  return isOld ? { feature: 'ngsiv1', part: 'ngsiv1.other' } : undefined;
}

const AVAILABILITY: ReadonlySet<string> = new Set([
  'subscribecontextavailability',
  'updatecontextavailabilitysubscription',
  'unsubscribecontextavailability',
  'contextavailabilitysubscriptions',
]);
const METADATA_ID = /^contextentities\/(?:type\/[^/]+\/id\/)?[^/]+\/attributes\/[^/]+\/[^/]+$/;

function fits(row: EndpointRecord, segments: readonly string[]): boolean {
  const shape = split(row.path);
  // Paths of NGSIv1 ignore letter case; those of NGSIv2 do not.
  const normal = row.path.startsWith('/v2') ? (text: string) => text : (text: string) => text.toLowerCase();
  return (
    shape.length === segments.length &&
    shape.every((part, at) =>
      part.startsWith('{') ? segments[at] !== '' : normal(part) === normal(segments[at]!),
    )
  );
}

const split = (path: string): readonly string[] => path.replace(/^\//, '').replace(/\/$/, '').split('/');
