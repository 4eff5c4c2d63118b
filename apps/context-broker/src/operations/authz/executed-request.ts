import type { NgsiRequest } from '../../http/ngsi-request';

type Facts = Pick<NgsiRequest, 'method' | 'path' | 'components' | 'resource' | 'operation' | 'servicePaths'>;

const EVERYWHERE = ['/#'];
const ROOT = ['/'];

/** A part of a path as it stands in one: what was decoded to a slash parts nothing. */
const encodePart = (part: string): string => part.replaceAll('%', '%25').replaceAll('/', '%2F');

/**
 * The path of the operation that will run, as its handler reads it: decoded once, fixed parts spelled as registered
 * (where letter case does not count), no trailing slash. Only for requests that have a route.
 */
export function executedResource({ path, components, resource }: Facts): string {
  const { path: registered, face } = resource!;
  if (!registered.includes(':')) return registered;
  if (face.exactCase && !face.splitsBeforeDecoding) return path;
  return registered
    .split('/')
    .map((segment, at) => {
      if (!segment.startsWith(':')) return segment;
      const part = components[at - 1] ?? '';
      return face.splitsBeforeDecoding ? encodePart(part) : part;
    })
    .join('/');
}

/**
 * The service paths that the operation will touch, with the defaults that it uses when the header is absent: `/#` is
 * everything. Never less than what is touched.
 */
export function executedServicePaths({ operation, servicePaths }: Facts): readonly string[] {
  const use = operation!.facts.servicePaths;
  if (use === 'everywhere') return EVERYWHERE;
  const fallback = use === 'root' ? ROOT : EVERYWHERE;
  if (servicePaths === undefined) return fallback;
  return servicePaths.map((named) => named || fallback[0]!);
}
