import type { EntityVerb } from '@smart-city/authz';
import type { AggregateQuery, Entity, EntityQuery, EntityRef } from '@smart-city/context';
import type { EntityGrant, EntityGrants } from '../../context/entity-grants';
import { lookedAt } from './named-attributes';
import { attributesText, needsPermission } from './refusal';

/** The grants with that verb. @throws NgsiError  403 when there are none */
export function grantsTo({ all }: EntityGrants, verb: EntityVerb): readonly EntityGrant[] {
  const found = all.filter(({ verbs }) => verbs.has(verb));
  if (found.length === 0) throw needsPermission(verb, 'entities');
  return found;
}

/**
 * The query, narrowed to what the bearer may read. A grant of some attributes counts only where the query looks at no others:
 * who may not see a value must not learn it by asking which entities have it.
 *
 * @param aggregate  what is worked out of the entities instead of showing them
 * @throws NgsiError  403 when no grant is left
 */
export function withinGrants(
  grants: EntityGrants,
  query: EntityQuery,
  aggregate?: AggregateQuery,
): EntityQuery {
  const { names, places } = lookedAt(query, aggregate);
  const usable = grantsTo(grants, 'read').filter(
    ({ attrs }) => attrs === undefined || (!places && [...names].every((name) => attrs.has(name))),
  );
  if (usable.length === 0)
    throw needsPermission('read', places ? 'all attributes of entities' : attributesText(names));
  return { ...query, within: [usable.map(({ area }) => area)] };
}

/** Whether some entity that may be read has only some of its attributes shown. */
export const hidesAttributes = (grants: EntityGrants): boolean =>
  grants.all.some(({ verbs, attrs }) => verbs.has('read') && attrs !== undefined);

/** The entity as the bearer may see it; undefined when they may not. */
export function readable({ all }: EntityGrants, entity: Entity): Entity | undefined {
  const covering = all.filter((grant) => grant.verbs.has('read') && grant.covers(entity));
  if (covering.length === 0) return undefined;
  if (covering.some(({ attrs }) => attrs === undefined)) return entity;
  const isShown = (name: string) => covering.some(({ attrs }) => attrs!.has(name));
  // Its place would be shown with a Feature, whatever attribute it is that of.
  const { location: _location, ...rest } = entity;
  return { ...rest, attrs: new Map([...entity.attrs].filter(([name]) => isShown(name))) };
}

/**
 * What of an entity the bearer is told the version of, and may ask a version of: a tag is a digest, so whoever can guess what is
 * hidden could compare. Of an entity that they may write and not read, only that it is there, and when it was changed.
 */
export const versionedPart = (grants: EntityGrants, entity: Entity): Entity =>
  readable(grants, entity) ?? { ...entity, attrs: new Map() };

/**
 * What of the entities that were looked up the bearer may see. Where there is nothing, it depends on the grants alone what they are
 * told: not on whether there are others.
 *
 * @throws NgsiError  403 where no grant could cover such an entity
 */
export function readableOnes(
  grants: EntityGrants,
  ref: EntityRef,
  found: readonly Entity[],
): readonly Entity[] {
  if (grantsTo(grants, 'read').some((grant) => mayCover(grant, ref)))
    return found.flatMap((entity) => readable(grants, entity) ?? []);
  throw needsPermission(
    'read',
    ref.type === undefined ? `entity ${ref.id}` : `entity ${ref.id} of type ${ref.type}`,
  );
}

function mayCover({ area, covers }: EntityGrant, { id, type }: EntityRef): boolean {
  const [path] = area.servicePaths;
  const servicePath = path?.path ?? '/';
  const types = type === undefined ? (area.selector.types ?? ['']) : [type];
  return types.some((one) => covers({ id, type: one, servicePath }));
}
