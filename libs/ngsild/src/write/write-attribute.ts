import { scopesOf, type Entity } from '@smart-city/context';
import type { LdAttributeInput } from '../entity/attribute-input';
import { NgsiLdFault } from '../ngsild-fault';
import { changeAttribute } from './change-instance';
import { draftAfter, DraftAttributes, type LdWrite } from './entity-draft';
import { attributeOf, instanceOf, instancesOf, type StoredAttribute } from './instances';
import { putInstances } from './make-instance';

/** Makes the fault of an entity without the attribute, or without its instance of a dataset. */
export const attributeMissing = (name: string, datasetId?: string): NgsiLdFault =>
  new NgsiLdFault(
    'ResourceNotFound',
    'Attribute not found',
    datasetId === undefined
      ? `The entity has no attribute ${name}`
      : `The attribute ${name} has no instance with the datasetId ${datasetId}`,
  );

function checkInstances(before: Entity, name: string, input: LdAttributeInput): StoredAttribute {
  const stored = before.attrs.get(name);
  if (stored === undefined) throw attributeMissing(name);
  for (const { datasetId } of input)
    if (instanceOf(stored, datasetId) === undefined) throw attributeMissing(name, datasetId);
  return stored;
}

function withAttribute(before: Entity, name: string, attribute: StoredAttribute | undefined): LdWrite {
  const attributes = new DraftAttributes(before);
  attributes.put(name, attribute);
  return { after: draftAfter(before, {}, attributes, 'replace'), updated: [name], notUpdated: [] };
}

/**
 * Changes the members of an attribute that a fragment has (GS CIM 009 §5.6.4).
 *
 * @throws ResourceNotFound  the entity has no such attribute or instance
 * @throws BadRequestData  the fragment has another kind
 */
export function partialUpdate(
  before: Entity,
  name: string,
  input: LdAttributeInput,
  nowSeconds: number,
): LdWrite {
  const stored = checkInstances(before, name, input);
  return withAttribute(before, name, changeAttribute(stored, input, name, { isDeep: false, nowSeconds }));
}

/**
 * Puts another attribute, of any kind, in the place of an instance (GS CIM 009 §5.6.19).
 *
 * @throws ResourceNotFound  the entity has no such attribute or instance
 */
export function replaceAttribute(
  before: Entity,
  name: string,
  input: LdAttributeInput,
  nowSeconds: number,
): LdWrite {
  return withAttribute(before, name, putInstances(checkInstances(before, name, input), input, nowSeconds));
}

/** Instances of an attribute to delete: one, by its dataset or the default one, or all. */
export interface DeletedInstances {
  readonly datasetId?: string;
  readonly deleteAll: boolean;
}

/**
 * Deletes an attribute, or one instance of it; `scope` stands for all scopes (GS CIM 009 §5.6.5).
 *
 * @throws ResourceNotFound  the entity has no such attribute or instance
 */
export function deleteAttribute(
  before: Entity,
  name: string,
  { datasetId, deleteAll }: DeletedInstances,
): LdWrite {
  if (name === 'scope') return deleteScopes(before);
  const stored = before.attrs.get(name);
  if (stored === undefined) throw attributeMissing(name);
  if (deleteAll) return withAttribute(before, name, undefined);
  const instances = instancesOf(stored);
  const left = instances.filter((instance) => instance.datasetId !== datasetId);
  if (left.length === instances.length) throw attributeMissing(name, datasetId ?? '@none');
  return withAttribute(before, name, attributeOf(left));
}

function deleteScopes(before: Entity): LdWrite {
  if (scopesOf(before).length === 0) throw attributeMissing('scope');
  const attributes = new DraftAttributes(before);
  return { after: draftAfter(before, { scopes: [] }, attributes, 'replace'), updated: [], notUpdated: [] };
}
