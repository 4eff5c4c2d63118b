import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { badRequestData, invalidRequest } from '../ngsild-fault';
import type { LdAttributeInput, EntityInput, ParseMode } from './attribute-input';
import { readDateTime } from './date-time';
import { attributeName, checkEntityId, typeName } from './name-rules';
import { NGSILD_NULL } from './ngsild-null';
import { parseLdAttribute } from './parse-attribute';
import { InstanceReading } from './instance-reading';
import { readScopes } from './scope';

/** How the body of a request is read. */
export interface EntityReading {
  readonly context: LdContext;
  readonly mode: ParseMode;
  /** Milliseconds since the epoch: what ends before it is refused. */
  readonly nowMs: number;
}

/** Attributes that are always a GeoProperty (GS CIM 009 §4.7). */
const GEO_ATTRIBUTES: ReadonlySet<string> = new Set(['location', 'observationSpace', 'operationSpace']);

/** Members that answers have, and requests may repeat. */
const IGNORED_MEMBERS: ReadonlySet<string> = new Set(['@context', 'createdAt', 'modifiedAt', 'deletedAt']);

/** @throws InvalidRequest  the body is no JSON object, or an empty one */
export function checkBody(body: JsonValue): JsonObject {
  if (!isJsonObject(body)) throw invalidRequest('Invalid body', 'The body must be a JSON object');
  if (body.size === 0) throw invalidRequest('Invalid body', 'The body is an empty object');
  return body;
}

/**
 * Parses an entity that is to be created: it has an id, a type, and whole attributes.
 *
 * @throws BadRequestData
 */
export function parseNewEntity(
  body: JsonObject,
  reading: EntityReading,
): EntityInput & Required<Pick<EntityInput, 'id' | 'types'>> {
  const { id, types, ...rest } = parseEntityFragment(body, reading);
  if (id === undefined) throw badRequestData('Missing id', 'An entity must have an id');
  if (types === undefined) throw badRequestData('Missing type', `The entity ${id} must have a type`);
  return { ...rest, id, types };
}

/**
 * Parses what a request says of an entity.
 *
 * @throws BadRequestData
 */
export function parseEntityFragment(body: JsonObject, reading: EntityReading): EntityInput {
  const attributes = new Map<string, LdAttributeInput>();
  const entity: { -readonly [Member in keyof EntityInput]: EntityInput[Member] } = { attributes };
  for (const [member, value] of body) {
    if (member === 'id') entity.id = readId(value);
    else if (member === 'type') entity.types = readTypes(value, reading.context);
    else if (member === 'scope') entity.scopes = readScope(value, reading);
    else if (member === 'expiresAt') entity.expiresAt = readExpiry(value, reading);
    else if (!IGNORED_MEMBERS.has(member)) addAttribute(attributes, member, value, reading);
  }
  return entity;
}

function addAttribute(
  attributes: Map<string, LdAttributeInput>,
  member: string,
  value: JsonValue,
  { context, mode, nowMs }: EntityReading,
): void {
  const name = attributeName(member, context);
  if (attributes.has(name))
    throw badRequestData('Invalid entity', `The attribute ${member} stands there twice`);
  const reading = new InstanceReading(context, mode, [member], false, nowMs);
  attributes.set(name, checkedGeo(name, parseLdAttribute(value, reading), reading));
}

function checkedGeo(name: string, attribute: LdAttributeInput, reading: InstanceReading): LdAttributeInput {
  if (!GEO_ATTRIBUTES.has(name)) return attribute;
  const isGeo = attribute.every(({ kind }) => kind === undefined || kind === 'GeoProperty');
  if (!isGeo) throw reading.fault('this attribute must be a GeoProperty');
  return attribute;
}

/**
 * Parses the body of an operation on one attribute: a fragment of it, or all of it.
 *
 * @param name  the attribute as the request has it
 * @throws BadRequestData
 */
export function parseAttributeFragment(
  body: JsonObject,
  name: string,
  { context, mode, nowMs }: EntityReading,
): LdAttributeInput {
  const fragment = new Map([...body].filter(([member]) => member !== '@context'));
  if (fragment.size === 0) throw badRequestData('Invalid body', 'The body says nothing of the attribute');
  const reading = new InstanceReading(context, mode, [name], mode === 'partial', nowMs);
  return checkedGeo(attributeName(name, context), parseLdAttribute(fragment, reading), reading);
}

function readId(value: JsonValue): string {
  if (typeof value !== 'string')
    throw badRequestData('Invalid entity id', 'The id of an entity must be a string');
  checkEntityId(value);
  return value;
}

/** Reads the `type` member: one name, or a non-empty array of them. */
function readTypes(value: JsonValue, context: LdContext): readonly string[] {
  const names = isJsonArray(value) ? value : [value];
  if (names.length === 0) throw badRequestData('Missing type', 'An entity must have a type');
  return [
    ...new Set(
      names.map((name) => {
        if (typeof name !== 'string' || name === '' || name === NGSILD_NULL)
          throw badRequestData(
            'Invalid entity type',
            'A type is a string, and several are an array of strings',
          );
        return typeName(name, context);
      }),
    ),
  ];
}

function readScope(value: JsonValue, { mode }: EntityReading): readonly string[] {
  if (value === NGSILD_NULL && mode !== 'whole') return [];
  return readScopes(value);
}

function readExpiry(value: JsonValue, { mode, nowMs }: EntityReading): string {
  if (value === NGSILD_NULL && mode !== 'whole') return value;
  const seconds = typeof value === 'string' ? readDateTime(value) : undefined;
  if (seconds === undefined)
    throw badRequestData('Invalid expiresAt', 'expiresAt is not a DateTime in UTC, as 2026-01-31T12:00:00Z');
  if (seconds * 1000 <= nowMs) throw badRequestData('Invalid expiresAt', 'expiresAt must not be in the past');
  return value as string;
}
