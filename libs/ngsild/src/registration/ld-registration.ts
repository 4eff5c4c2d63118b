import { isJsonArray, type JsonObject, type JsonValue } from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { readDateTime } from '../entity/date-time';
import { geometryFault } from '../entity/geometry';
import { attributeName } from '../entity/name-rules';
import { NGSILD_NULL } from '../entity/ngsild-null';
import { readScopes } from '../entity/scope';
import { pairOf } from '../subscription/ld-endpoint';
import {
  flagOfMember,
  listOfMember,
  memberFault,
  newIdOf,
  objectOfMember,
  oneOf,
  positiveOfMember,
  textOfMember,
  textsOfMember,
  uriOfMember,
} from '../subscription/member-values';
import { informationOf, readInformation, textsIn } from './information';
import { AUXILIARY_OPERATIONS, OPERATION_NAMES } from './operation-names';

/** How requests are shared with a source (GS CIM 009 §4.3.6). */
export const SOURCE_MODES = ['inclusive', 'exclusive', 'redirect', 'auxiliary'] as const;
export type SourceMode = (typeof SOURCE_MODES)[number];

/** A registration as it is kept. */
export interface LdRegistration {
  /** Members that the specification knows, in the order they came; names are stored names. */
  readonly members: JsonObject;
  /** Further properties by their stored names: `csf` asks for them. */
  readonly properties: JsonObject;
}

type ReadMember = (value: JsonValue, member: string, names: LdContext) => JsonValue;

/** How each member is read (GS CIM 009 §5.2.9). Others are further properties. */
const READERS: ReadonlyMap<string, ReadMember> = new Map<string, ReadMember>([
  ['registrationName', textOfMember],
  ['description', textOfMember],
  ['information', readInformation],
  ['endpoint', uriOfMember],
  ['mode', (value, member) => oneOf(value, member, SOURCE_MODES)],
  ['operations', readOperations],
  ['expiresAt', readEnd],
  ['location', readGeometry],
  ['observationSpace', readGeometry],
  ['operationSpace', readGeometry],
  ['observationInterval', readInterval],
  ['managementInterval', readInterval],
  ['scope', (value) => (isJsonArray(value) ? readScopes(value) : readScopes(value).join())],
  ['tenant', textOfMember],
  ['datasetId', readDatasetIds],
  ['contextSourceAlias', textOfMember],
  ['contextSourceInfo', readSourceInfo],
  ['refreshRate', readDuration],
  ['management', readManagement],
]);

/** Members that say what the thing is, and those that the broker keeps: what a client says of the latter is ignored. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  ...['id', 'type', '@context', 'createdAt', 'modifiedAt'],
  ...['status', 'timesSent', 'timesFailed', 'lastSuccess', 'lastFailure'],
]);

/** Members without which there is no registration. */
const REQUIRED: ReadonlySet<string> = new Set(['information', 'endpoint']);

const TYPE = 'ContextSourceRegistration';

/**
 * Reads a new registration (GS CIM 009 §5.9.2). Everything is checked.
 *
 * @throws BadRequestData
 */
export function readNewRegistration(body: JsonObject, names: LdContext): LdRegistration {
  if (body.get('type') !== TYPE) throw memberFault('type', `the type of a registration must be "${TYPE}"`);
  return registrationOf(
    { members: new Map(), properties: new Map() },
    body,
    (member, value) => read(member, value, names),
    names,
  );
}

/**
 * Reads a change of a registration (GS CIM 009 §5.9.3): members take the place of those before, null takes one away.
 *
 * @throws BadRequestData
 */
export function patchRegistration(
  before: LdRegistration,
  body: JsonObject,
  names: LdContext,
): LdRegistration {
  if (body.has('type') && body.get('type') !== TYPE)
    throw memberFault('type', `the type of a registration must be "${TYPE}"`);
  return registrationOf(
    before,
    body,
    (member, value) => {
      if (value !== null && value !== NGSILD_NULL) return read(member, value, names);
      if (REQUIRED.has(member)) throw memberFault(member, `${member} cannot be taken away`);
      return undefined;
    },
    names,
  );
}

function read(member: string, value: JsonValue, names: LdContext): JsonValue {
  const reader = READERS.get(member);
  if (reader !== undefined) return reader(value, member, names);
  if (value === null || value === NGSILD_NULL) throw memberFault(member, `${member} must not be null`);
  return value;
}

/** Puts the members of a body on those before. What is read as undefined is taken away. */
function registrationOf(
  before: LdRegistration,
  body: JsonObject,
  readMember: (member: string, value: JsonValue) => JsonValue | undefined,
  names: LdContext,
): LdRegistration {
  const members = new Map(before.members);
  const properties = new Map(before.properties);
  for (const [member, value] of body) {
    if (OTHER_MEMBERS.has(member)) continue;
    const kept = READERS.has(member) ? members : properties;
    const name = READERS.has(member) ? member : attributeName(member, names);
    const given = readMember(member, value);
    if (given === undefined) kept.delete(name);
    else kept.set(name, given);
  }
  return { members: checkedTogether(members), properties };
}

/** The mode of a registration; inclusive where it says none. */
export const modeOf = (members: JsonObject): SourceMode =>
  SOURCE_MODES.find((mode) => mode === members.get('mode')) ?? 'inclusive';

function checkedTogether(members: JsonObject): JsonObject {
  for (const member of REQUIRED)
    if (!members.has(member)) throw memberFault(member, `a registration has ${member}`);
  const mode = modeOf(members);
  if (mode === 'exclusive') {
    const isExact = informationOf(members).every(
      ({ entities, names }) =>
        names.length > 0 && entities.length > 0 && entities.every(({ id }) => id !== undefined),
    );
    if (!isExact)
      throw memberFault(
        'information',
        'an exclusive registration names attributes, and the id of each entity',
      );
  }
  if (mode === 'auxiliary') {
    const other = textsIn(members.get('operations')).find((name) => !AUXILIARY_OPERATIONS.has(name));
    if (other !== undefined)
      throw memberFault('operations', `an auxiliary registration cannot offer ${other}`);
  }
  return members;
}

function readOperations(value: JsonValue, member: string): JsonValue {
  const operations = listOfMember(value, member);
  for (const name of operations)
    if (typeof name !== 'string' || !OPERATION_NAMES.has(name))
      throw memberFault(member, `${JSON.stringify(name)?.slice(0, 80)} is not the name of an operation`);
  return operations;
}

function readEnd(value: JsonValue, member: string): string {
  const { text, seconds } = readTime(value, member);
  if (seconds * 1000 <= Date.now()) throw memberFault(member, `${member} must be in the future`);
  return text;
}

function readTime(value: JsonValue, member: string): { readonly text: string; readonly seconds: number } {
  const text = textOfMember(value, member);
  const seconds = readDateTime(text);
  if (seconds === undefined) throw memberFault(member, `${member} must be a DateTime: ${text.slice(0, 80)}`);
  return { text, seconds };
}

function readGeometry(value: JsonValue, member: string): JsonValue {
  const fault = geometryFault(value);
  if (fault !== undefined) throw memberFault(member, `${member}: ${fault}`);
  return value;
}

/** Reads a time interval (GS CIM 009 §5.2.11). Without `endAt` it goes on. */
function readInterval(value: JsonValue, member: string): JsonValue {
  const given = objectOfMember(value, member);
  const start = readTime(given.get('startAt') ?? null, 'startAt');
  const kept = new Map<string, JsonValue>([['startAt', start.text]]);
  const endAt = given.get('endAt');
  if (endAt === undefined) return kept;
  const end = readTime(endAt, 'endAt');
  if (end.seconds < start.seconds) throw memberFault(member, `${member} must not end before it starts`);
  return kept.set('endAt', end.text);
}

function readDatasetIds(value: JsonValue, member: string): JsonValue {
  return textsOfMember(value, member).map((id) => (id === '@none' ? id : uriOfMember(id, member)));
}

function readSourceInfo(value: JsonValue, member: string): JsonValue {
  const items = listOfMember(value, member);
  for (const item of items) pairOf(item, member);
  return items;
}

const DURATION =
  /^P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

function readDuration(value: JsonValue, member: string): string {
  const text = textOfMember(value, member);
  if (!DURATION.test(text)) throw memberFault(member, `${member} must be a duration of ISO 8601`);
  return text;
}

const MANAGEMENT: ReadonlyMap<string, (value: JsonValue, member: string) => JsonValue> = new Map<
  string,
  (value: JsonValue, member: string) => JsonValue
>([
  ['localOnly', flagOfMember],
  ['timeout', positiveOfMember],
  ['cooldown', positiveOfMember],
  ['cacheDuration', readDuration],
]);

/** Reads how a source is asked (GS CIM 009 §5.2.34). Members that mean nothing are left out. */
function readManagement(value: JsonValue, member: string): JsonValue {
  const kept = new Map<string, JsonValue>();
  for (const [name, given] of objectOfMember(value, member)) {
    const reader = MANAGEMENT.get(name);
    if (reader !== undefined) kept.set(name, reader(given, name));
  }
  return kept;
}

/** Reads the id of a new registration; undefined where the client gives none. @throws BadRequestData */
export const registrationIdOf = (body: JsonObject): string | undefined => newIdOf(body, 'registration');

/** Tells when a registration ends, in milliseconds since the epoch; Infinity for never. */
export function registrationEndMs(members: JsonObject): number {
  const end = members.get('expiresAt');
  const seconds = typeof end === 'string' ? readDateTime(end) : undefined;
  return seconds === undefined ? Infinity : seconds * 1000;
}
