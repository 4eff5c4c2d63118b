import type { Entity, EntityQuery } from '@smart-city/context';

/** Not stored as attributes: the original leaves them out of the selection. */
const NOT_STORED: readonly string[] = ['dateCreated', 'dateModified'];
const ALL = '*';

/** Whether an attribute of this name can be stored, so that naming it selects the entities that have it. */
export const isStoredName = (name: string): boolean => !NOT_STORED.includes(name) && name !== ALL;

/**
 * What `attributes` (of NGSIv1, and the deprecated one of op/query) selects: entities that have one of them. A list of
 * nothing but builtins, or with `*`, selects all.
 */
export function selectionByAttributes(names: readonly string[]): Pick<EntityQuery, 'anyOfAttributes'> {
  const stored = names.filter((name) => !NOT_STORED.includes(name));
  return stored.length === 0 || stored.includes(ALL) ? {} : { anyOfAttributes: stored };
}

/** The entity with no attributes but those that `attributes` lists, in the entity's order. */
export function onlyListed(entity: Entity, names: readonly string[]): Entity {
  if (names.length === 0 || names.includes(ALL)) return entity;
  return { ...entity, attrs: new Map([...entity.attrs].filter(([name]) => names.includes(name))) };
}
