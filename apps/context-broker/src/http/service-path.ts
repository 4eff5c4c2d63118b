import type { ServicePathFilter } from '@smart-city/ngsi';
import { TenancyFault } from './tenancy-fault';

const MAX_PATHS = 10;
const MAX_LEVELS = 10;
const MAX_LEVEL_LENGTH = 50;
const LEVEL = /^[A-Za-z0-9_]*$/;

/**
 * Reads a `Fiware-ServicePath` header: a comma list of absolute paths, trailing slash dropped.
 *
 * @returns undefined when the header is absent or empty (each operation has its own default)
 * @throws NgsiError  400
 */
export function parseServicePaths(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header === '') return undefined;
  const paths = header.split(',');
  if (paths.length > MAX_PATHS)
    throw new TenancyFault('too many service paths - a maximum of ten service paths is allowed');
  return paths.map(parseServicePath);
}

function parseServicePath(text: string): string {
  const path = text.trim();
  if (path === '') return '';
  if (!path.startsWith('/'))
    throw new TenancyFault('Only /absolute/ Service Paths allowed [a service path must begin with /]');
  if (path === '/') return path;
  const levels = (path.endsWith('/') ? path.slice(0, -1) : path).slice(1).split('/');
  if (levels.length > MAX_LEVELS) throw new TenancyFault('too many components in ServicePath');
  levels.forEach((level, at) => checkLevel(level, at === levels.length - 1));
  return `/${levels.join('/')}`;
}

function checkLevel(level: string, isLast: boolean): void {
  if (level === '') throw new TenancyFault('empty component in ServicePath');
  if (level.length > MAX_LEVEL_LENGTH) throw new TenancyFault('component-name too long in ServicePath');
  if (isLast && level === '#') return;
  if (!LEVEL.test(level)) throw new TenancyFault('a component of ServicePath contains an illegal character');
}

const EVERYTHING: readonly ServicePathFilter[] = [{ path: '/', subtree: true }];

/** Where a read looks; everywhere when the header is absent. */
export function readFilters(paths: readonly string[] | undefined): readonly ServicePathFilter[] {
  if (!paths) return EVERYTHING;
  return paths.map((path) => {
    if (path === '') return { path: '/', subtree: true };
    if (path === '/#') return { path: '/', subtree: true };
    return path.endsWith('/#') ? { path: path.slice(0, -2), subtree: true } : { path, subtree: false };
  });
}

/**
 * Where a write goes; `/` when the header is absent.
 *
 * @throws NgsiError  400 for several paths or a wildcard, with the text of the verb
 */
export function writePath(paths: readonly string[] | undefined, method: string): string {
  if (!paths) return '/';
  const several = paths.length > 1;
  const wildcard = paths.some((path) => path.endsWith('#'));
  if (method === 'DELETE') {
    if (several) throw new TenancyFault('more than one servicepath is not allowed in DELETE operation');
    if (wildcard) throw new TenancyFault('servicepath with wildcard # is not allowed in DELETE operation');
  } else if (method === 'PATCH') {
    if (several) throw new TenancyFault('more than one servicepath in patch update request is not allowed');
    if (wildcard)
      throw new TenancyFault('servicepath with wildcard # is not allowed in patch update request');
  } else {
    if (several) throw new TenancyFault('more than one service path in context update request', 'update');
    if (wildcard) throw new TenancyFault('Bad Character in Service-Path', 'update');
  }
  return paths[0] || '/';
}

/** Where a received notification is written: several paths and wildcards are not looked at. */
export const firstPath = (paths: readonly string[] | undefined): string =>
  paths?.[0]?.replace(/\/?#$/, '') || '/';
