import type { JsonValue } from './json-value';

/** A document as read: any BSON or JSON, documents as Maps. */
export type StoredDocument = ReadonlyMap<string, unknown>;

const EMPTY: StoredDocument = new Map();

/** Members of any type, as the type that is wanted: one that is missing or has another type reads as empty. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string');
export const mapOf = (value: unknown): StoredDocument =>
  value instanceof Map ? (value as StoredDocument) : EMPTY;
export const dictionaryOf = (value: unknown): ReadonlyMap<string, string> =>
  new Map([...mapOf(value)].filter((member): member is [string, string] => typeof member[1] === 'string'));

/** Anything stored, as JSON: what has no JSON form becomes null. */
export function jsonOf(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  return value instanceof Map
    ? new Map([...(value as StoredDocument)].map(([key, member]) => [key, jsonOf(member)]))
    : null;
}
