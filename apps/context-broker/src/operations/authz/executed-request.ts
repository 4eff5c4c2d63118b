import { changesSelection } from '../../http/route-table';
import type { NgsiRequest } from '../../http/ngsi-request';

type Facts = Pick<NgsiRequest, 'method' | 'path' | 'components' | 'resource' | 'servicePaths'>;

const EVERYWHERE = ['/#'];
const ROOT = ['/'];

/**
 * The path of the operation that will run, as its handler reads it: decoded once, fixed parts spelled as registered
 * (outside `/v2` letter case does not count), no trailing slash. Only for requests that have a route.
 */
export function executedResource({ path, components, resource }: Facts): string {
  const registered = resource!.path;
  if (!registered.includes(':')) return registered;
  if (components[0] === 'v2') return path;
  return registered
    .split('/')
    .map((segment, at) => (segment.startsWith(':') ? components[at - 1] : segment))
    .join('/');
}

/** Operations on one subscription or registration find it by its id, wherever it lives; dead letters are of a whole tenant. */
const byIdPattern = /^\/v2\/(?:(?:subscriptions|registrations)\/:|deadLetters(?:\/|$))/;
/** What writes to `/` when no service path is named. */
const rootByDefaultPattern =
  /^\/(?:v2\/(?:entities|registrations|op\/update|op\/notify)|v1\/contextEntities)(?:\/|$)|\/updateContext$/;

/**
 * The service paths that the operation will touch, with the defaults that it uses when the header is absent: `/#` is
 * everything. Never less than what is touched.
 */
export function executedServicePaths({ method, resource, servicePaths }: Facts): readonly string[] {
  const { path } = resource!;
  if (byIdPattern.test(path)) return EVERYWHERE;
  const startsAtRoot =
    method !== 'GET' && !changesSelection(method, resource) && rootByDefaultPattern.test(path);
  const fallback = startsAtRoot ? ROOT : EVERYWHERE;
  if (servicePaths === undefined) return fallback;
  return servicePaths.map((named) => named || fallback[0]!);
}
