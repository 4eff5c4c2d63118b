import type { EntityArea, EntityQuery, EntityUpdate } from '@smart-city/context';
import type { EntityGrant, EntityGrants } from '../../context/entity-grants';
import { grantsTo, withinGrants } from './granted-reads';
import { attributesText, needsPermission } from './refusal';

/**
 * The query of a change of all that it selects, narrowed to what the bearer may both read (whoever learns how many match has read
 * what the query looks at) and change in this way. Several grants may together have the attributes that are changed.
 *
 * @throws NgsiError  403 when nothing can be left
 */
export function withinChangeGrants(
  grants: EntityGrants,
  query: EntityQuery,
  { action, attrs }: Pick<EntityUpdate, 'action' | 'attrs'>,
): EntityQuery {
  const { within = [], ...narrowed } = withinGrants(grants, query);
  const isDeletion = action === 'delete' && attrs.length === 0;
  const verb = isDeletion ? 'delete' : 'update';
  const granted = grantsTo(grants, verb);
  if (isDeletion || action === 'replace') {
    const whole = granted.filter((grant) => grant.attrs === undefined);
    if (whole.length === 0) throw needsPermission(verb, 'all attributes of entities');
    return { ...narrowed, within: [...within, areasOf(whole)] };
  }
  const names = attrs.map(({ name }) => name);
  const missing = names.filter((name) => !granted.some((grant) => has(grant, name)));
  if (missing.length > 0) throw needsPermission(verb, attributesText(missing));
  return { ...narrowed, within: [...within, ...areasByAttribute(granted, names)] };
}

/** For each attribute the areas in which it may be changed; once for all that have the same. */
function areasByAttribute(
  granted: readonly EntityGrant[],
  names: readonly string[],
): readonly (readonly EntityArea[])[] {
  if (names.length === 0) return [areasOf(granted)];
  const distinct = new Map<string, readonly EntityArea[]>();
  for (const name of names) {
    const key = granted.map((grant) => (has(grant, name) ? '1' : '0')).join('');
    if (!distinct.has(key)) distinct.set(key, areasOf(granted.filter((grant) => has(grant, name))));
  }
  return [...distinct.values()];
}

const has = ({ attrs }: EntityGrant, name: string): boolean => attrs?.has(name) ?? true;

const areasOf = (granted: readonly EntityGrant[]): readonly EntityArea[] => granted.map(({ area }) => area);
