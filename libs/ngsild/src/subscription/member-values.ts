import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { isUri } from '../entity/uri';
import { badRequestData } from '../ngsild-fault';

// Readers of members of a subscription. Each returns the value, or throws BadRequestData that names the member.

/** Most items of a list in a subscription. */
const MOST_ITEMS = 1_000;
/** Longest text in a subscription, in characters. */
const LONGEST_TEXT = 8_192;

export const memberFault = (member: string, detail: string) => badRequestData(`Invalid ${member}`, detail);

export function textOfMember(value: JsonValue, member: string): string {
  if (typeof value !== 'string' || value === '')
    throw memberFault(member, `${member} must be a text that is not empty`);
  if (value.length > LONGEST_TEXT)
    throw memberFault(member, `${member} has at most ${LONGEST_TEXT} characters`);
  return value;
}

export function flagOfMember(value: JsonValue, member: string): boolean {
  if (typeof value !== 'boolean') throw memberFault(member, `${member} must be true or false`);
  return value;
}

export function positiveOfMember(value: JsonValue, member: string): number {
  if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value))
    throw memberFault(member, `${member} must be a number above 0`);
  return value;
}

export function uriOfMember(value: JsonValue, member: string): string {
  const text = textOfMember(value, member);
  if (!isUri(text)) throw memberFault(member, `${member} must be a URI: ${text.slice(0, 80)}`);
  return text;
}

export function objectOfMember(value: JsonValue, member: string): JsonObject {
  if (!isJsonObject(value)) throw memberFault(member, `${member} must be an object`);
  return value;
}

export function listOfMember(value: JsonValue, member: string): readonly JsonValue[] {
  if (!isJsonArray(value) || value.length === 0)
    throw memberFault(member, `${member} must be an array with at least one item`);
  if (value.length > MOST_ITEMS) throw memberFault(member, `${member} has at most ${MOST_ITEMS} items`);
  return value;
}

/** Texts of an array; a text with commas stands for one. */
export const textsOfMember = (value: JsonValue, member: string): readonly string[] =>
  listOfMember(typeof value === 'string' ? value.split(',') : value, member).map((item) =>
    textOfMember(item, member),
  );

export function oneOf<T extends string>(value: JsonValue, member: string, words: readonly T[]): T {
  const word = words.find((one) => one === value);
  if (word === undefined) throw memberFault(member, `${member} must be one of ${words.join(', ')}`);
  return word;
}

/**
 * Reads the id of a new document.
 *
 * @param what  names the document in the fault
 * @returns undefined where the client gives none
 * @throws BadRequestData
 */
export function newIdOf(body: JsonObject, what: string): string | undefined {
  const id = body.get('id');
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !isUri(id)) throw memberFault('id', `the id of a ${what} must be a URI`);
  return id;
}
