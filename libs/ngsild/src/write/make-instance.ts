import type { AttributeInstance, MetadataMap, Metadata } from '@smart-city/context';
import type { LdAttributeInput, InstanceInput } from '../entity/attribute-input';
import { readDateTime } from '../entity/date-time';
import { NGSILD_NULL } from '../entity/ngsild-null';
import { attributeOf, instanceOf, instancesOf, type StoredAttribute, type StoredInstance } from './instances';
import { typedValue } from './stored-type';

const NOTHING: MetadataMap = new Map();

/** Returns `observedAt` as it is stored. */
export const observation = (text: string): Metadata => ({
  type: 'DateTime',
  value: readDateTime(text) ?? null,
  text,
});

/** Returns `unitCode` as it is stored. */
export const unit = (text: string): Metadata => ({ type: 'Text', value: text });

/** Undefined for a member that a request leaves out or removes. */
const given = <T>(member: T | undefined): member is T => member !== undefined && member !== NGSILD_NULL;

/**
 * Makes the instance that a complete input describes.
 *
 * @param replaced    the instance whose place it takes: its creation stays
 * @param nowSeconds  seconds since the epoch
 */
export function makeInstance(
  input: InstanceInput,
  replaced: StoredInstance | undefined,
  nowSeconds: number,
): AttributeInstance {
  const { kind = 'Property', datasetId, value = null, valueType, objectType, expiresAt } = input;
  const { type, value: stored, text } = typedValue(kind, value, given(valueType) ? valueType : undefined);
  const metadata = makeMetadata(input, replaced?.metadata, nowSeconds);
  const creDate = replaced?.creDate ?? nowSeconds;
  const made: Builder = { kind, type, value: stored, metadata, creDate, modDate: nowSeconds };
  if (text !== undefined) made.text = text;
  if (datasetId !== undefined) made.datasetId = datasetId;
  if (given(valueType)) made.valueType = valueType;
  if (given(objectType)) made.objectType = objectType;
  if (given(expiresAt)) made.expiresAt = expiresAt;
  return made;
}

type Builder = { -readonly [Member in keyof AttributeInstance]: AttributeInstance[Member] };

function makeMetadata(
  { observedAt, unitCode, subAttributes }: InstanceInput,
  replaced: MetadataMap | undefined,
  nowSeconds: number,
): MetadataMap {
  if (observedAt === undefined && unitCode === undefined && subAttributes === undefined) return NOTHING;
  const metadata = new Map<string, Metadata>();
  if (given(unitCode)) metadata.set('unitCode', unit(unitCode));
  if (given(observedAt)) metadata.set('observedAt', observation(observedAt));
  for (const [name, input] of subAttributes ?? []) {
    const made = makeAttribute(input, replaced?.get(name), nowSeconds);
    if (made !== undefined) metadata.set(name, subAttributeOf(made));
  }
  return metadata;
}

/** Returns an attribute as it is stored below another one: without metadata where there are none. */
export function subAttributeOf(attribute: StoredAttribute): Metadata {
  const { instances, ...first } = attribute;
  const one = withoutEmpty(first);
  return instances === undefined ? one : { ...one, instances: instances.map(withoutEmpty) };
}

function withoutEmpty(instance: StoredInstance): Metadata {
  if (instance.metadata === undefined || instance.metadata.size > 0) return instance;
  const { metadata: _, ...rest } = instance;
  return rest;
}

/** Makes an attribute that has these instances and no others; undefined where all of them are deleted. */
export function makeAttribute(
  input: LdAttributeInput,
  replaced: StoredAttribute | undefined,
  nowSeconds: number,
): StoredAttribute | undefined {
  const make = (instance: InstanceInput): StoredInstance =>
    makeInstance(instance, instanceOf(replaced, instance.datasetId), nowSeconds);
  const [first] = input;
  // Nearly all attributes have one instance.
  if (input.length === 1 && first !== undefined) return first.isNull === true ? undefined : make(first);
  return attributeOf(input.filter(({ isNull }) => isNull !== true).map(make));
}

/**
 * Puts each instance of the input whole in the place of the stored one of its dataset; one that is null goes. Other instances
 * stay (GS CIM 009 §4.5.5).
 *
 * @returns undefined where nothing is left
 */
export function putInstances(
  stored: StoredAttribute | undefined,
  input: LdAttributeInput,
  nowSeconds: number,
): StoredAttribute | undefined {
  if (stored === undefined) return makeAttribute(input, undefined, nowSeconds);
  let instances = instancesOf(stored);
  for (const instance of input) {
    const old = instances.find(({ datasetId }) => datasetId === instance.datasetId);
    const made = instance.isNull === true ? [] : [makeInstance(instance, old, nowSeconds)];
    instances =
      old === undefined
        ? [...instances, ...made]
        : instances.flatMap((other) => (other === old ? made : [other]));
  }
  return attributeOf(instances);
}
