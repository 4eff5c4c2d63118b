import {
  kindOf,
  type AttributeInstance,
  type AttributeKind,
  type JsonValue,
  type Metadata,
  type MetadataMap,
} from '@smart-city/context';
import type { LdAttributeInput, InstanceInput } from '../entity/attribute-input';
import { NGSILD_NULL } from '../entity/ngsild-null';
import { readValue } from '../entity/read-value';
import { CORE_CONTEXT } from '../context/ld-context';
import { badRequestData } from '../ngsild-fault';
import { attributeOf, instancesOf, type StoredAttribute, type StoredInstance } from './instances';
import { makeInstance, observation, putInstances, subAttributeOf, unit } from './make-instance';
import { mergeValue } from './merge-value';
import { typedValueAfter } from './stored-type';

/** How a fragment changes what is stored. */
export interface ChangeRule {
  /** Values, and instances of sub-attributes, are merged and not replaced. */
  readonly isDeep: boolean;
  /** Language whose text a plain string replaces in a language map. */
  readonly lang?: string;
  /** Put in the place of `observedAt` where one is stored and the fragment has none. */
  readonly observedAt?: string;
  /** Seconds since the epoch. */
  readonly nowSeconds: number;
}

const NOTHING: MetadataMap = new Map();

/**
 * Changes the instances that the input names, and keeps the others.
 *
 * @returns undefined where nothing is left
 * @throws BadRequestData  the input has another kind than what is stored, or is no whole instance where none is stored
 */
export function changeAttribute(
  stored: StoredAttribute | undefined,
  input: LdAttributeInput,
  name: string,
  rule: ChangeRule,
): StoredAttribute | undefined {
  let instances: readonly StoredInstance[] = stored === undefined ? [] : instancesOf(stored);
  for (const instance of input) {
    const old = instances.find(({ datasetId }) => datasetId === instance.datasetId);
    const made = changedInstance(old, instance, name, rule);
    instances =
      old === undefined
        ? [...instances, ...made]
        : instances.flatMap((other) => (other === old ? made : [other]));
  }
  return attributeOf(instances);
}

function changedInstance(
  stored: StoredInstance | undefined,
  input: InstanceInput,
  name: string,
  rule: ChangeRule,
): readonly StoredInstance[] {
  if (input.isNull === true) return [];
  if (stored !== undefined) return [changeInstance(stored, input, name, rule)];
  if (input.value === undefined)
    throw fault(name, 'there is no such instance, and the request has no value for it');
  const made = makeInstance(withoutNulls(input), undefined, rule.nowSeconds);
  if (made.kind === 'GeoProperty') checkedValue(made.kind, made.value, name);
  return [made];
}

/** Makes the instance of a merge that was not there before. NGSI-LD Null inside its values removes nothing, and is left out. */
function withoutNulls(input: InstanceInput): InstanceInput {
  const { value, subAttributes } = input;
  return {
    ...input,
    ...(value !== undefined && { value: mergeValue(undefined, value) }),
    ...(subAttributes !== undefined && {
      subAttributes: new Map(
        [...subAttributes].map(([name, instances]) => [name, instances.map(withoutNulls)]),
      ),
    }),
  };
}

const fault = (name: string, detail: string) => badRequestData('Invalid attribute', `${name}: ${detail}`);

/**
 * Changes one instance: members that the input has take the place of stored ones, the others stay.
 *
 * @throws BadRequestData  the input has another kind
 */
export function changeInstance(
  stored: StoredInstance,
  input: InstanceInput,
  name: string,
  rule: ChangeRule,
): AttributeInstance {
  const kind = kindOf(stored);
  const value = valueFor(kind, stored, input, name, rule);
  const { type, value: oldValue, text, ...members } = stored;
  const valueType = after(input.valueType, stored.valueType);
  const typed =
    value === undefined
      ? { type, value: oldValue, ...(text !== undefined && { text }) }
      : typedValueAfter(stored, kind, value, valueType);
  const objectType = after(input.objectType, members.objectType);
  const expiresAt = after(input.expiresAt, members.expiresAt);
  return {
    ...typed,
    kind,
    ...(members.datasetId !== undefined && { datasetId: members.datasetId }),
    ...(valueType !== undefined && { valueType }),
    ...(objectType !== undefined && { objectType }),
    ...(expiresAt !== undefined && { expiresAt }),
    metadata: changedMetadata(stored.metadata ?? NOTHING, input, name, rule),
    creDate: stored.creDate ?? rule.nowSeconds,
    modDate: rule.nowSeconds,
  };
}

/** The member after a change: the new one, none where it is NGSI-LD Null, else the stored one. */
const after = <T>(given: T | undefined, stored: T | undefined): T | undefined =>
  given === undefined ? stored : given === NGSILD_NULL ? undefined : given;

/** Returns the value after the change; undefined where it stays. */
function valueFor(
  kind: AttributeKind,
  stored: StoredInstance,
  input: InstanceInput,
  name: string,
  { isDeep, lang }: ChangeRule,
): JsonValue | undefined {
  if (lang !== undefined && kind === 'LanguageProperty' && typeof input.value === 'string')
    return mergeValue(stored.value, new Map([[lang, input.value]]));
  checkKind(kind, input, name);
  if (input.value === undefined) return undefined;
  const value = isDeep ? mergeValue(stored.value, input.value) : input.value;
  return kind === input.kind && kind !== 'GeoProperty' ? value : checkedValue(kind, value, name);
}

function checkKind(kind: AttributeKind, input: InstanceInput, name: string): void {
  if (input.kind === undefined || input.kind === kind) return;
  // Which of both a concise `value` is, is known from what is stored.
  const isEither = (one: AttributeKind) => one === 'Property' || one === 'GeoProperty';
  if (input.isInferred === true && isEither(kind) && isEither(input.kind)) return;
  throw fault(name, `a ${kind} cannot become a ${input.kind} here`);
}

function checkedValue(kind: AttributeKind, value: JsonValue, name: string): JsonValue {
  const read = readValue(kind, value, { context: CORE_CONTEXT, allowsNull: false });
  if ('fault' in read) throw fault(name, read.fault);
  return read.value;
}

function changedMetadata(
  stored: MetadataMap,
  input: InstanceInput,
  name: string,
  rule: ChangeRule,
): MetadataMap {
  const observedAt = input.observedAt ?? (stored.has('observedAt') ? rule.observedAt : undefined);
  if (observedAt === undefined && input.unitCode === undefined && input.subAttributes === undefined)
    return stored;
  const metadata = new Map(stored);
  put(metadata, 'unitCode', input.unitCode, unit);
  put(metadata, 'observedAt', observedAt, observation);
  for (const [sub, subInput] of input.subAttributes ?? []) {
    const old = metadata.get(sub);
    const made = rule.isDeep
      ? changeAttribute(old, subInput, `${name}.${sub}`, { isDeep: true, nowSeconds: rule.nowSeconds })
      : putInstances(old, subInput, rule.nowSeconds);
    if (made === undefined) metadata.delete(sub);
    else metadata.set(sub, subAttributeOf(made));
  }
  return metadata;
}

function put(
  metadata: Map<string, Metadata>,
  member: string,
  text: string | undefined,
  make: (text: string) => Metadata,
): void {
  if (text === NGSILD_NULL) metadata.delete(member);
  else if (text !== undefined) metadata.set(member, make(text));
}
