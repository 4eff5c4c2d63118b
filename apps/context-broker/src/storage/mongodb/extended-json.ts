import { Double } from 'mongodb';

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
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if ('toHexString' in value && typeof value.toHexString === 'function')
    return `{ "$oid" : "${value.toHexString()}" }`;
  if ('_bsontype' in value) return String(value);
  return document(Object.entries(value));
}

const document = (members: readonly (readonly [unknown, unknown])[]): string =>
  members.length === 0
    ? '{ }'
    : `{ ${members.map(([key, member]) => `${JSON.stringify(key)} : ${extendedJson(member)}`).join(', ')} }`;

/** A double shows that it is one. */
const number = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e17 ? `${value}.0` : String(value);
