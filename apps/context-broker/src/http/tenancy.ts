import { NgsiError, type ServicePathFilter } from '@smart-city/context';

/** A fault of `Fiware-Service` or `Fiware-ServicePath`: NGSIv1 tells these apart from others. */
export class TenancyFault extends NgsiError {
  /** @param of  the header itself, or what an update does with it */
  constructor(
    description: string,
    readonly of: 'header' | 'update' = 'header',
  ) {
    super('BadRequest', description);
  }
}

const MAX_TENANT_LENGTH = 50;
const MAX_PATHS = 10;
const MAX_LEVELS = 10;
const MAX_LEVEL_LENGTH = 50;
const LEVEL = /^[A-Za-z0-9_]*$/;

/**
 * Reads `Fiware-Service`: lower-cased, checked; the empty string is the default tenant.
 *
 * @throws NgsiError  400
 */
export function parseTenant(header: string): string {
  if (header === '') return '';
  if (header.length > MAX_TENANT_LENGTH)
    throw new TenancyFault(`bad length - a tenant name can be max ${MAX_TENANT_LENGTH} characters long`);
  if (!/^[A-Za-z0-9_]+$/.test(header)) {
    throw new TenancyFault(
      'bad character in tenant name - only underscore and alphanumeric characters are allowed',
    );
  }
  return header.toLowerCase();
}

/**
 * The tenant that `Fiware-Service` means here: the default one where there is no other.
 *
 * @param tenants  those that are served beside the default one; undefined: all
 * @throws NgsiError  400, checked even without multi-tenancy; 403
 */
export function servedTenant(
  header: string,
  {
    multiservice,
    tenants,
  }: { readonly multiservice: boolean; readonly tenants: ReadonlySet<string> | undefined },
): string {
  const named = parseTenant(header);
  if (!multiservice) return '';
  if (tenants !== undefined && named !== '' && !tenants.has(named))
    throw new NgsiError('Forbidden', `tenant ${named} is not served here`);
  return named;
}

/**
 * Reads a `Fiware-ServicePath` header that is not empty: a comma list of absolute paths, trailing slash dropped.
 *
 * @throws NgsiError  400
 */
export function parseServicePaths(header: string): readonly string[] {
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

/** Where a read looks without a header. */
export const EVERYTHING: readonly ServicePathFilter[] = [{ path: '/', subtree: true }];

/** Where a read looks. */
export function readFilters(paths: readonly string[]): readonly ServicePathFilter[] {
  return paths.map((path) => {
    if (path === '') return { path: '/', subtree: true };
    if (path === '/#') return { path: '/', subtree: true };
    return path.endsWith('/#') ? { path: path.slice(0, -2), subtree: true } : { path, subtree: false };
  });
}

/**
 * Where a write goes.
 *
 * @throws NgsiError  400 for several paths or a wildcard, with the text of the verb
 */
export function writePath(paths: readonly string[], method: string): string {
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
