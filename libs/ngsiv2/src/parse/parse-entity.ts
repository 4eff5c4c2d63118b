import {
  type AttributeInput,
  badRequest,
  duplicateKeys,
  type EntityRef,
  isJsonObject,
  type JsonObject,
  jsonSyntaxError,
  type JsonValue,
} from '@smart-city/context';
import { checkCharacters, checkMaxLength, checkNotEmpty } from './identifiers';
import { parseMember } from './parse-attribute';
import type { PayloadOptions } from './parse-attribute';

export interface ParsedEntity {
  readonly ref: EntityRef;
  /** In the order of the payload. */
  readonly attrs: readonly AttributeInput[];
}

/**
 * Reads the body of `POST /v2/entities`. `ref.type` is absent when the client gave none.
 *
 * @throws ParseError  not an object
 * @throws BadRequest  with Orion's texts
 */
export function parseEntity(body: JsonValue, options: PayloadOptions = {}): ParsedEntity {
  if (!isJsonObject(body)) throw jsonSyntaxError();
  if (!body.has('id')) checkNotEmpty('', 'entity id');
  const { id = '', type, attrs } = readMembers(body, options);
  checkNotEmpty(id, 'entity id');
  checkMaxLength(id, 'entity id');
  if (type !== undefined) checkMaxLength(type, 'entity type');
  refuseDuplicates(body);
  return { ref: type === undefined ? { id } : { id, type }, attrs };
}

export interface ParsedBatchEntity extends ParsedEntity {
  /** The item has a member `idPattern`: it can be read but not carried out. */
  readonly hasIdPattern: boolean;
}

/**
 * Reads one item of `entities` in `POST /v2/op/update`, or of `data` in `POST /v2/op/notify`. A `typePattern` is ignored.
 *
 * @throws BadRequest, ParseError  the texts of docs/behaviour/context-broker.md#batch-updates
 */
export function parseBatchEntity(body: JsonValue, options: PayloadOptions = {}): ParsedBatchEntity {
  if (!isJsonObject(body)) throw badRequest('entity is not a JSON object');
  if (!body.has('id') && !body.has('idPattern')) throw badRequest('nor /id/ nor /idPattern/ present');
  if (body.has('id') && body.has('idPattern')) throw badRequest('both /id/ and /idPattern/ present');
  const { id = '', idPattern, type, attrs } = readMembers(body, { ...options, patterns: true });
  if (id === '' && idPattern === undefined)
    throw badRequest('id and idPattern cannot be both empty at the same time');
  checkMaxLength(id, 'entity id');
  if (type !== undefined) checkMaxLength(type, 'entity type');
  refuseDuplicates(body);
  return {
    ref: type === undefined ? { id } : { id, type },
    attrs,
    hasIdPattern: idPattern !== undefined,
  };
}

/**
 * Reads the body of POST, PATCH and PUT `/v2/entities/{id}/attrs`.
 *
 * @throws ParseError  not an object
 * @throws BadRequest  with Orion's texts
 */
export function parseAttributes(body: JsonValue, options: PayloadOptions = {}): readonly AttributeInput[] {
  if (!isJsonObject(body)) throw jsonSyntaxError();
  if (body.has('id')) throw badRequest('entity id specified in payload');
  if (body.has('type')) throw badRequest('entity type specified in payload');
  if (body.size === 0) throw badRequest('empty payload');
  const { attrs } = readMembers(body, options);
  refuseDuplicates(body);
  return attrs;
}

interface Members {
  id?: string;
  idPattern?: string;
  type?: string;
  readonly attrs: AttributeInput[];
}

function readMembers(body: JsonObject, options: PayloadOptions & { readonly patterns?: boolean }): Members {
  const members: Members = { attrs: [] };
  for (const [name, member] of body) {
    if (name === 'id') {
      members.id = stringMember(member, 'entity id');
      checkCharacters(members.id, 'entity id');
    } else if (name === 'type') {
      members.type = stringMember(member, 'entity type');
      checkNotEmpty(members.type, 'entity type');
      checkCharacters(members.type, 'entity type');
    } else if (options.patterns === true && name === 'idPattern') {
      members.idPattern = stringMember(member, 'entity idPattern');
    } else if (options.patterns === true && name === 'typePattern') {
      stringMember(member, 'entity typePattern');
    } else {
      members.attrs.push(parseMember(name, member, options));
    }
  }
  return members;
}

function stringMember(member: JsonValue, what: string): string {
  if (typeof member !== 'string') throw badRequest(`Invalid JSON type for ${what}`);
  return member;
}

/** Attributes only: `id` and `type` given twice are no fault, the last one counts. */
function refuseDuplicates(body: JsonObject): void {
  const name = duplicateKeys(body).find((key) => key !== 'id' && key !== 'type');
  if (name !== undefined) throw badRequest(`duplicated attribute /${name}/`);
}
