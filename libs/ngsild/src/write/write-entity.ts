import { typesOf, type Entity } from '@smart-city/context';
import type { EntityInput } from '../entity/attribute-input';
import { changeAttribute, type ChangeRule } from './change-instance';
import { draftAfter, DraftAttributes, wholeDraft, type LdWrite } from './entity-draft';
import { hasOneOf } from './instances';
import { makeAttribute, putInstances } from './make-instance';

/** Makes a new entity (GS CIM 009 §5.6.1). */
export function createEntity(
  input: EntityInput,
  id: string,
  types: readonly string[],
  nowSeconds: number,
): LdWrite {
  const attributes = new DraftAttributes(undefined);
  for (const [name, attribute] of input.attributes)
    attributes.put(name, makeAttribute(attribute, undefined, nowSeconds));
  return written(wholeDraft(input, id, types, undefined, attributes), attributes);
}

/** Puts another entity in the place of one; what was there and is replaced keeps its creation (GS CIM 009 §5.6.18). */
export function replaceEntity(before: Entity, input: EntityInput, nowSeconds: number): LdWrite {
  const attributes = new DraftAttributes(undefined);
  for (const [name, attribute] of input.attributes)
    attributes.put(name, makeAttribute(attribute, before.attrs.get(name), nowSeconds));
  const types = input.types ?? typesOf(before);
  return written(wholeDraft(input, before.id, types, before, attributes), attributes);
}

const ALREADY_THERE = 'The attribute is already there, and noOverwrite was asked for';

/** Adds attributes, and replaces those that are there unless told not to (GS CIM 009 §5.6.3). */
export function appendAttributes(
  before: Entity,
  input: EntityInput,
  noOverwrite: boolean,
  nowSeconds: number,
): LdWrite {
  const attributes = new DraftAttributes(before);
  const notUpdated: { name: string; reason: string }[] = [];
  for (const [name, attribute] of input.attributes) {
    const stored = attributes.map.get(name);
    if (noOverwrite && stored !== undefined && hasOneOf(stored, attribute))
      notUpdated.push({ name, reason: ALREADY_THERE });
    else attributes.put(name, putInstances(stored, attribute, nowSeconds));
  }
  const after = draftAfter(before, input, attributes, noOverwrite ? 'add' : 'replace');
  const saysNothing =
    input.types === undefined && input.scopes === undefined && input.expiresAt === undefined;
  const isUnchanged = saysNothing && attributes.updated.length === 0;
  return { ...written(after, attributes), notUpdated, isUnchanged };
}

/** Replaces attributes whole, adds those that are missing, deletes those that are null (GS CIM 009 §5.6.2). */
export function updateAttributes(before: Entity, input: EntityInput, nowSeconds: number): LdWrite {
  const attributes = new DraftAttributes(before);
  for (const [name, attribute] of input.attributes)
    attributes.put(name, putInstances(attributes.map.get(name), attribute, nowSeconds));
  return written(draftAfter(before, input, attributes, 'replaceExisting'), attributes);
}

/**
 * Merges an entity into one, down into its values (GS CIM 009 §5.6.17).
 *
 * @throws BadRequestData  an attribute would change its kind, or is incomplete
 */
export function mergeEntity(before: Entity, input: EntityInput, rule: Omit<ChangeRule, 'isDeep'>): LdWrite {
  const attributes = new DraftAttributes(before);
  for (const [name, attribute] of input.attributes) {
    const stored = attributes.map.get(name);
    attributes.put(name, changeAttribute(stored, attribute, name, { ...rule, isDeep: true }));
  }
  return written(draftAfter(before, input, attributes, 'replace'), attributes);
}

const written = (after: LdWrite['after'], attributes: DraftAttributes): LdWrite => ({
  after,
  updated: attributes.updated,
  notUpdated: [],
});
