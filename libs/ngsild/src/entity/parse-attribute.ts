import {
  isJsonArray,
  isJsonObject,
  isKind,
  type AttributeKind,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import type { LdAttributeInput, InstanceInput } from './attribute-input';
import { looksLikeGeometry } from './geometry';
import type { InstanceReading } from './instance-reading';
import { attributeName } from './name-rules';
import { NGSILD_NULL } from './ngsild-null';
import { dateTimeOf, datasetIdOf, memberOfProperty, objectTypeOf } from './read-members';
import { readValue } from './read-value';
import { KIND_OF_MEMBER, VALUE_MEMBER } from './value-members';

/** Most instances of one attribute in one request. */
export const MAX_INSTANCES = 1_000;

/**
 * Parses an attribute of a request: one instance or an array of them, normalized or concise (GS CIM 009 §4.5.5).
 *
 * @throws BadRequestData
 */
export function parseLdAttribute(given: JsonValue, reading: InstanceReading): LdAttributeInput {
  if (!isJsonArray(given) || !isListOfInstances(given)) return [parseInstance(given, reading)];
  if (given.length > MAX_INSTANCES)
    throw reading.fault(`an attribute has at most ${MAX_INSTANCES} instances in a request`);
  const instances = given.map((item) => parseInstance(item, reading));
  checkDatasets(instances, reading);
  return instances;
}

function checkDatasets(instances: readonly InstanceInput[], reading: InstanceReading): void {
  const seen = new Set<string | undefined>();
  for (const { datasetId } of instances) {
    if (seen.has(datasetId))
      throw reading.fault(
        datasetId === undefined
          ? 'an attribute has one default instance: give the others a datasetId'
          : `the datasetId ${datasetId} stands there twice`,
      );
    seen.add(datasetId);
  }
}

/**
 * True for an array whose items are all attributes, or of which one is an attribute with a dataset: beside it, as in concise
 * answers, the default instance may be a bare value. Any other array is the value of a Property.
 */
const isListOfInstances = (given: readonly JsonValue[]): boolean =>
  given.length > 0 &&
  (given.every((item) => isJsonObject(item) && isInstance(item)) || given.some(isInstanceOfDataset));

const isInstanceOfDataset = (item: JsonValue): boolean =>
  isJsonObject(item) &&
  typeof item.get('datasetId') === 'string' &&
  [...KIND_OF_MEMBER.keys()].some((member) => item.has(member));

function isInstance(item: JsonObject): boolean {
  const type = item.get('type');
  if (typeof type === 'string' && isKind(type)) return true;
  if (looksLikeGeometry(item)) return false;
  for (const member of KIND_OF_MEMBER.keys()) if (item.has(member)) return true;
  return item.has('datasetId');
}

/** Members by which an object is known as an attribute that leaves its value as it is. */
const FRAGMENT_MEMBERS = ['observedAt', 'unitCode', 'datasetId', 'valueType', 'objectType', 'expiresAt'];

/** Members that answers have, and requests may repeat. */
const IGNORED_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'createdAt',
  'modifiedAt',
  'deletedAt',
  'instanceId',
]);

type Builder = { -readonly [Member in keyof InstanceInput]: InstanceInput[Member] } & {
  subAttributes?: Map<string, LdAttributeInput>;
};

/** Parses one instance of an attribute, normalized or concise (GS CIM 009 §4.5.2.2, 4.5.2.3). */
function parseInstance(given: JsonValue, reading: InstanceReading): InstanceInput {
  if (!isJsonObject(given)) return parseBareValue(given, 'Property', reading);
  const kind = kindOf(given, reading);
  if (kind === 'bare geometry') return parseBareValue(given, 'GeoProperty', reading);
  if (kind === 'bare value') return parseBareValue(given, 'Property', reading);
  const instance: Builder = {};
  if (kind !== 'fragment') {
    instance.kind = kind;
    if (!given.has('type')) instance.isInferred = true;
  }
  for (const [member, value] of given) readMember(instance, member, value, reading);
  checkNull(instance, reading);
  if (instance.value === undefined && instance.isNull !== true) checkMissingValue(kind, reading);
  return instance;
}

type InstanceShape = AttributeKind | 'fragment' | 'bare geometry' | 'bare value';

function kindOf(given: JsonObject, reading: InstanceReading): InstanceShape {
  const type = given.get('type');
  if (typeof type === 'string') {
    const kind = isKind(type) ? type : reading.context.expandName(type);
    if (isKind(kind)) return kind;
    if (looksLikeGeometry(given)) return 'bare geometry';
  }
  for (const [member, kind] of KIND_OF_MEMBER)
    if (given.has(member)) {
      if (type !== undefined) throw reading.fault(`${JSON.stringify(type)} is not a type of attribute`);
      return kind === 'Property' && looksLikeGeometry(given.get(member)) ? 'GeoProperty' : kind;
    }
  if (type !== undefined && reading.isFragment)
    throw reading.fault(`${JSON.stringify(type)} is not a type of attribute`);
  if (reading.isFragment || FRAGMENT_MEMBERS.some((member) => given.has(member))) return 'fragment';
  return 'bare value';
}

function parseBareValue(
  given: JsonValue,
  kind: 'Property' | 'GeoProperty',
  reading: InstanceReading,
): InstanceInput {
  if (given !== NGSILD_NULL) return { kind, isInferred: true, value: valueOf(kind, given, reading) };
  const instance: Builder = { isNull: true };
  checkNull(instance, reading);
  return instance;
}

function valueOf(kind: AttributeKind, given: JsonValue, reading: InstanceReading): JsonValue {
  const { context, mode } = reading;
  const read = readValue(kind, given, { context, allowsNull: mode === 'merge' });
  if ('fault' in read) throw reading.fault(read.fault);
  return read.value;
}

function readMember(instance: Builder, member: string, value: JsonValue, reading: InstanceReading): void {
  switch (member) {
    case 'observedAt':
    case 'expiresAt':
      instance[member] = dateTimeOf(member, value, reading);
      return;
    case 'datasetId':
      instance.datasetId = datasetIdOf(value, reading);
      return;
    case 'unitCode':
    case 'valueType':
      instance[member] = memberOfProperty(instance, member, value, reading);
      return;
    case 'objectType':
      instance.objectType = objectTypeOf(instance, value, reading);
      return;
  }
  if (IGNORED_MEMBERS.has(member)) return;
  if (KIND_OF_MEMBER.has(member)) return readValueMember(instance, member, value, reading);
  readSubAttribute(instance, member, value, reading);
}

function readValueMember(
  instance: Builder,
  member: string,
  value: JsonValue,
  reading: InstanceReading,
): void {
  const { kind } = instance;
  if (kind === undefined || VALUE_MEMBER[kind] !== member)
    throw reading.fault(`${member} does not belong to an attribute of the type ${kind}`);
  if (isNullOf(kind, value)) instance.isNull = true;
  else instance.value = valueOf(kind, value, reading);
}

/** Each value member is nulled by the text of NGSI-LD Null, a language map also by `{"@none": …}` (GS CIM 009 §5.5.4). */
const isNullOf = (kind: AttributeKind, value: JsonValue): boolean =>
  value === NGSILD_NULL ||
  (kind === 'LanguageProperty' &&
    isJsonObject(value) &&
    value.size === 1 &&
    value.get('@none') === NGSILD_NULL);

function checkNull(instance: InstanceInput, reading: InstanceReading): void {
  if (instance.isNull === true && reading.mode === 'whole')
    throw reading.fault('NGSI-LD Null deletes in updates and merges only');
}

function checkMissingValue(kind: InstanceShape, reading: InstanceReading): void {
  if (reading.mode === 'merge' || reading.mode === 'partial') return;
  const member = isKind(kind) ? VALUE_MEMBER[kind] : 'value';
  throw reading.fault(`the member ${member} is missing`);
}

/** Texts that stand beside the value of `ngsildproof` only (GS CIM 009 §4.5.2.2). */
const SEALED_MEMBERS: ReadonlySet<string> = new Set(['entityIdSealed', 'entityTypeSealed']);

function readSubAttribute(instance: Builder, name: string, value: JsonValue, reading: InstanceReading): void {
  if (SEALED_MEMBERS.has(name) && reading.name !== 'ngsildproof')
    throw reading.fault(`${name} belongs to ngsildproof`);
  const below = reading.below(name);
  const stored = attributeName(name, reading.context);
  instance.subAttributes ??= new Map();
  if (instance.subAttributes.has(stored)) throw reading.fault(`the sub-attribute ${name} stands there twice`);
  instance.subAttributes.set(stored, parseLdAttribute(value, below));
}
