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
  const start = firstSegment(path);
  const isOld = OLD_PREFIXES.has(start);
  // Every request comes by here, and most are none of these.
  if (!isOld && !mayFit(ROUTES.get(start), method, path)) return undefined;
  const segments = split(path);
  const known = ROUTES.get(start)?.find(({ row, shape }) => row.method === method && fits(shape, segments));
  if (known) return { feature: known.row.feature, ...(known.row.part && { part: known.row.part }) };
  return isOld ? findOldPath(segments.map((segment) => segment.toLowerCase())) : undefined;
}

/** Whether one of the routes has the verb, and no fewer segments than the path: to know it costs less than a look at them. */
function mayFit(routes: readonly Route[] | undefined, method: string, path: string): boolean {
  if (routes === undefined) return false;
  for (const { row, shape } of routes) if (row.method === method && !hasMore(path, shape.length)) return true;
  return false;
}

/** Whether a path has more segments than `most`. */
function hasMore(path: string, most: number): boolean {
  let slash = path.startsWith('/') ? 0 : -1;
  for (let segments = 1; segments <= most; segments += 1) {
    slash = path.indexOf('/', slash + 1);
    // The last one may be at the end.
    if (slash === -1 || slash === path.length - 1) return false;
  }
  return true;
}

/** Under these all is old. */
const OLD_PREFIXES: ReadonlySet<string> = new Set(['v1', 'ngsi10', 'ngsi9']);

function findOldPath([prefix, ...rest]: readonly string[]): RouteFeature {
  const operations = prefix === 'v1' && rest[0] === 'registry' ? rest.slice(1) : rest;
  if (AVAILABILITY.has(operations[0] ?? '')) return { feature: 'availabilitySubscriptions' };
  if (METADATA_ID.test(rest.join('/'))) return { feature: 'metadataId' };
  if (prefix === 'ngsi9') return { feature: 'pathPrefixes', part: 'pathPrefixes.ngsi9' };
  return { feature: 'ngsiv1', part: 'ngsiv1.other' };
}

const AVAILABILITY: ReadonlySet<string> = new Set([
  'subscribecontextavailability',
  'updatecontextavailabilitysubscription',
  'unsubscribecontextavailability',
  'contextavailabilitysubscriptions',
]);
const METADATA_ID = /^contextentities\/(?:type\/[^/]+\/id\/)?[^/]+\/attributes\/[^/]+\/[^/]+$/;

/** One segment of a path: a variable one, a text, or a text whose letter case is ignored (NGSIv1). */
type Segment = { readonly kind: 'any' } | { readonly kind: 'exact' | 'ignoreCase'; readonly text: string };

function shapeOf(path: string): readonly Segment[] {
  return split(path).map((text): Segment => {
    if (text.startsWith('{')) return { kind: 'any' };
    return path.startsWith('/v2')
      ? { kind: 'exact', text }
      : { kind: 'ignoreCase', text: text.toLowerCase() };
  });
}

function fits(shape: readonly Segment[], segments: readonly string[]): boolean {
  if (shape.length !== segments.length) return false;
  return shape.every((part, at) => {
    const segment = segments[at]!;
    if (part.kind === 'any') return segment !== '';
    return part.text === (part.kind === 'exact' ? segment : segment.toLowerCase());
  });
}

function split(path: string): readonly string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/');
}

interface Route {
  readonly row: EndpointRecord & { readonly feature: FeatureId };
  readonly shape: readonly Segment[];
}

/** In lower case, whatever the rest of the path looks like. */
function firstSegment(path: string): string {
  const start = path.startsWith('/') ? 1 : 0;
  const end = path.indexOf('/', start);
  return (end < 0 ? path.slice(start) : path.slice(start, end)).toLowerCase();
}

/** Records that are about a whole operation, by the first segment of their path. */
const ROUTES = new Map<string, Route[]>();
for (const row of ENDPOINTS) {
  const { feature, whole, path } = row;
  if (!whole || feature === undefined) continue;
  const start = firstSegment(path);
  const route = { row: { ...row, feature }, shape: shapeOf(path) };
  ROUTES.set(start, [...(ROUTES.get(start) ?? []), route]);
}
