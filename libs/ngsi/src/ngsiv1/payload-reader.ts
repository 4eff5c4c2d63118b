import type { JsonObject, JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import { checkNesting, checkValue } from '../parse/check-value';
import { compilePattern } from '../query/compile-pattern';
import { NgsiError } from '../errors';
import type { ContextAttribute, ContextMetadata } from './context-element';
import { ngsiv1BadRequest } from './status-code';

export const parseFault = (what = '') => ngsiv1BadRequest(`JSON Parse Error${what}`);

/** @throws Ngsiv1Fault 400  the value is no object, or has a member that is not one of `known` */
export function readObject(value: JsonValue | undefined, path: string, known: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw parseFault();
  for (const name of value.keys())
    if (!known.includes(name)) throw parseFault(`: unknown field: ${path}/${name}`);
  return value;
}

export function readList(from: JsonObject, name: string): readonly JsonValue[] {
  const list = from.get(name);
  if (list === undefined) return [];
  if (!isJsonArray(list)) throw parseFault();
  return list;
}

/** A member that is a text; '' when absent. NGSIv1 takes bare numbers and booleans for texts. */
export function readText(from: JsonObject, name: string): string {
  const value = from.get(name);
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') throw parseFault();
  return String(value);
}

function readIsPattern(from: JsonObject): boolean {
  const text = readText(from, 'isPattern').toLowerCase();
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw ngsiv1BadRequest(`invalid isPattern value for entity: /${readText(from, 'isPattern')}/`);
}

/** Name and type of an entity. `strict`: the identifiers of NGSIv2 (`-strictNgsiv1Ids`). */
export function readIdentity(
  from: JsonObject,
  strict: boolean,
): { readonly id: string; readonly type: string; readonly isPattern: boolean } {
  const id = readText(from, 'id');
  const type = readText(from, 'type');
  if (id === '') throw ngsiv1BadRequest('empty entityId:id');
  const isPattern = readIsPattern(from);
  if (isPattern) checkPattern(id);
  if (strict) {
    if (!isPattern) checkIdentifier(id, 'entity id');
    checkIdentifier(type, 'entity type');
  }
  checkText(type, 'entity type');
  if (!isPattern) checkText(id, 'entity id');
  return { id, type, isPattern };
}

function checkPattern(source: string): void {
  try {
    compilePattern(source);
  } catch {
    throw ngsiv1BadRequest('invalid regex for entity id pattern');
  }
}

const MOST_BYTES = 1024;

/** Forbidden characters stand in no NGSIv1 text either. */
function checkText(text: string, what: string): void {
  if (/[<>"'=;()]/.test(text)) throw ngsiv1BadRequest(`Invalid characters in ${what}`);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw ngsiv1BadRequest(`${what} length: ${Buffer.byteLength(text)}, max length supported: ${MOST_BYTES}`);
}

function checkIdentifier(text: string, what: string): void {
  if (/[^\x21-\x7e]|[&?/#]/.test(text)) throw ngsiv1BadRequest(`Invalid characters in ${what}`);
  if (Buffer.byteLength(text) > 256)
    throw ngsiv1BadRequest(`${what} length: ${Buffer.byteLength(text)}, max length supported: 256`);
}

/** `attributes` of an element or of a convenience request. */
export function readAttributes(from: JsonObject, path: string, strict: boolean): readonly ContextAttribute[] {
  return readList(from, 'attributes').map((item) =>
    readAttribute(item, `${path}/attributes/attribute`, strict),
  );
}

function readAttribute(item: JsonValue, path: string, strict: boolean): ContextAttribute {
  const members = readObject(item, path, ['name', 'type', 'value', 'contextValue', 'metadatas']);
  const name = readText(members, 'name');
  const type = readText(members, 'type');
  if (name === '') throw ngsiv1BadRequest('missing attribute name');
  if (strict) {
    checkIdentifier(name, 'attribute name');
    checkIdentifier(type, 'attribute type');
  }
  checkText(name, 'attribute name');
  checkText(type, 'attribute type');
  const value = members.get('value');
  if (value !== undefined)
    checked(
      () => (
        checkNesting(value),
        checkValue(value, { of: 'attribute', unrestricted: type === 'TextUnrestricted' })
      ),
    );
  const metadatas = readList(members, 'metadatas').map((metadata) =>
    readMetadata(metadata, `${path}/metadatas/metadata`, strict),
  );
  return { name, type, ...(value !== undefined && { value }), metadatas };
}

function readMetadata(item: JsonValue, path: string, strict: boolean): ContextMetadata {
  const members = readObject(item, path, ['name', 'type', 'value']);
  const name = readText(members, 'name');
  const type = readText(members, 'type');
  if (name === '') throw ngsiv1BadRequest('missing metadata name');
  if (strict) checkIdentifier(name, 'metadata name');
  checkText(name, 'metadata name');
  checkText(type, 'metadata type');
  const value = members.get('value');
  if (value === undefined || value === '') throw ngsiv1BadRequest('missing metadata value');
  checked(() => (checkNesting(value), checkValue(value, { of: 'metadata' })));
  return { name, type, value };
}

/** Faults of NGSIv2's value checks, told the NGSIv1 way. */
function checked(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof NgsiError) throw ngsiv1BadRequest(error.message);
    throw error;
  }
}
