import { ENTITY_SCOPE_MEMBERS, ENTITY_VERBS, type EntityVerb } from '@smart-city/authz';
import {
  compileSelector,
  matchesServicePath,
  NgsiError,
  shortName,
  type EntitySelector,
  type ServicePathFilter,
} from '@smart-city/context';
import type { EntityGrant, EntityGrants } from '../../context/entity-grants';

const VERBS: ReadonlySet<unknown> = new Set(ENTITY_VERBS);
/** Each is answered with the id of its permission. */
const MEMBERS: ReadonlySet<string> = new Set(['permission', ...ENTITY_SCOPE_MEMBERS]);
const EVERYWHERE: readonly ServicePathFilter[] = [{ path: '/', subtree: true }];

const remembered = new WeakMap<readonly unknown[], EntityGrants>();

/**
 * The grants that the identity manager answered. One that is not understood, whole, is none: it might mean less than what is
 * understood of it. The same list is read once.
 */
export function readGrants(answered: readonly unknown[]): EntityGrants {
  let grants = remembered.get(answered);
  if (grants === undefined) {
    grants = { key: JSON.stringify(answered), all: answered.flatMap((one) => readGrant(one) ?? []) };
    remembered.set(answered, grants);
  }
  return grants;
}

function readGrant(answered: unknown): EntityGrant | undefined {
  if (typeof answered !== 'object' || answered === null) return undefined;
  const given = new Map<string, unknown>(Object.entries(answered));
  if ([...given.keys()].some((name) => !MEMBERS.has(name))) return undefined;
  const lists = ['verbs', 'types', 'ids', 'attrs', 'service_paths'].map((name) => given.get(name));
  const pattern = given.get('id_pattern');
  if (!lists.every(isTexts) || !(pattern === undefined || typeof pattern === 'string')) return undefined;
  const [verbs, types, ids, attrs, paths] = lists;
  if (verbs === undefined || !verbs.every((verb) => VERBS.has(verb))) return undefined;
  const selector: EntitySelector = {
    ...(ids && { ids }),
    // Names may be the full ones of NGSI-LD, too.
    ...(types && { types: types.map(shortName) }),
    ...(pattern !== undefined && { idPattern: pattern }),
  };
  return compileGrant(verbs as readonly EntityVerb[], selector, paths?.map(readPath) ?? EVERYWHERE, attrs);
}

function compileGrant(
  verbs: readonly EntityVerb[],
  selector: EntitySelector,
  servicePaths: readonly ServicePathFilter[],
  attrs: readonly string[] | undefined,
): EntityGrant | undefined {
  try {
    const selects = compileSelector(selector);
    return {
      verbs: new Set(verbs),
      area: { selector, servicePaths },
      attrs: attrs && new Set(attrs.map(shortName)),
      covers: (entity) => selects(entity) && matchesServicePath(entity.servicePath || '/', servicePaths),
    };
  } catch (error) {
    if (error instanceof NgsiError) return undefined;
    throw error;
  }
}

const isTexts = (value: unknown): value is readonly string[] | undefined =>
  value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

const readPath = (path: string): ServicePathFilter =>
  path.endsWith('/#') ? { path: path.slice(0, -2) || '/', subtree: true } : { path, subtree: false };
