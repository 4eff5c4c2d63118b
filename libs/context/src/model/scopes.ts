import type { Entity } from './entity';

const ROOT = '/';

/** What NGSIv2 takes for a service path: at most ten levels of at most fifty ASCII letters, digits and underscores. */
const SERVICE_PATH = /^(?:\/\w{1,50}){1,10}$/;

/** The scopes that NGSI-LD shows of an entity: those it wrote, or else the service path; `/` is none. */
export function scopesOf({ scopes, servicePath }: Pick<Entity, 'scopes' | 'servicePath'>): readonly string[] {
  if (scopes !== undefined) return scopes;
  return servicePath === ROOT || servicePath === '' ? [] : [servicePath];
}

/**
 * Where an entity with these scopes is: the service path is the first scope, or `/` where that cannot be one. `scopes` is
 * left out where the path says it all.
 */
export function placeOfScopes(scopes: readonly string[]): Pick<Entity, 'scopes' | 'servicePath'> {
  const [first = ROOT] = scopes;
  const servicePath = SERVICE_PATH.test(first) ? first : ROOT;
  return scopes.length > 1 || (scopes.length === 1 && first !== servicePath)
    ? { servicePath, scopes }
    : { servicePath };
}

/** All types of an entity, the one that NGSIv2 shows first. */
export const typesOf = ({
  type,
  furtherTypes = [],
}: Pick<Entity, 'type' | 'furtherTypes'>): readonly string[] =>
  furtherTypes.length === 0 ? [type] : [type, ...furtherTypes];

/**
 * The members of an entity that has these types. A type that comes first already stays first, since it is part of what
 * NGSIv2 knows the entity by.
 *
 * @param types  at least one, each once
 */
export function membersOfTypes(
  types: readonly string[],
  first: string | undefined,
): Pick<Entity, 'type' | 'furtherTypes'> {
  const type = first !== undefined && types.includes(first) ? first : types[0]!;
  const furtherTypes = types.filter((other) => other !== type);
  return furtherTypes.length === 0 ? { type } : { type, furtherTypes };
}
