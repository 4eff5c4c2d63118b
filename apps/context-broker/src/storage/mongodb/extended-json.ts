import { Double, type ObjectId } from 'mongodb';

/**
 * Relaxed extended JSON on one line, spaced as the C driver prints it (`{ "a" : 1.0, "b" : [ true ] }`), as it appears in
 * Orion's texts about database trouble. Maps are documents.
 */
export function extendedJson(value: unknown): string {
  if (value instanceof Double) return number(value.value);
  if (value instanceof Date) return extendedJson({ $date: value.toISOString() });
  if (value instanceof RegExp)
    return extendedJson({ $regularExpression: { pattern: value.source, options: value.flags } });
  if (value instanceof Map) return document([...value]);
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : `[ ${value.map(extendedJson).join(', ')} ]`;
  if (isObjectId(value)) return `{ "$oid" : "${value.toHexString()}" }`;
  if (isBson(value)) return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return document(Object.entries(value));
}

const document = (members: readonly (readonly [unknown, unknown])[]): string =>
  members.length === 0
    ? '{ }'
    : `{ ${members.map(([key, member]) => `${JSON.stringify(key)} : ${extendedJson(member)}`).join(', ')} }`;

const has = (value: unknown, member: string) =>
  typeof value === 'object' && value !== null && member in value;
const isObjectId = (value: unknown): value is ObjectId => has(value, 'toHexString');
const isBson = (value: unknown): value is { toString(): string } => has(value, '_bsontype');

/** A double shows that it is one. */
const number = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e17 ? `${value}.0` : String(value);
