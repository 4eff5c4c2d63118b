import { sortKey } from '@smart-city/context';
import type { JsonValue } from '@smart-city/context';
import type { OrderTerm } from './position-sql';

/** First byte of a value's bytes, in MongoDB's order of types; 0 ends a list. */
const RANK = { null: 1, number: 2, string: 3, object: 4, array: 5, boolean: 6 } as const;

/**
 * What an attribute value sorts by, so that SQLite's own order (NULL, numbers, texts, blobs by their bytes) is that of MongoDB (null,
 * numbers, strings, objects, arrays, booleans). An array sorts by its least element, descending by its greatest; an empty
 * one sorts before null, which SQLite cannot say: {@link orderTerms} sorts it apart.
 */
export function sortableValue(value: JsonValue, descending: boolean): null | number | string | Buffer {
  const key = sortKey(value, descending);
  if (typeof key === 'symbol' || key === null) return null;
  if (typeof key === 'number' || typeof key === 'string') return key;
  const bytes: number[] = [];
  appendValue(bytes, key);
  return Buffer.from(bytes);
}

/** What the attribute value at a JSON path of `doc` is ordered by. */
export function orderTerms(path: string, descending: boolean): readonly OrderTerm[] {
  const complex = `ngsi_sort_key(${descending ? 1 : 0}, json_extract(doc, ?))`;
  const term = (sql: string, paths: number): OrderTerm => ({
    sql,
    parameters: Array.from({ length: paths }, () => path),
    descending,
    values: 'any',
    isColumn: false,
  });
  return [
    term(`coalesce(json_array_length(doc, ?) > 0 OR json_type(doc, ?) <> 'array', TRUE)`, 2),
    term(
      `CASE json_type(doc, ?) WHEN 'integer' THEN CAST(json_extract(doc, ?) AS REAL) WHEN 'real' THEN json_extract(doc, ?)
        WHEN 'text' THEN json_extract(doc, ?) WHEN 'object' THEN ${complex} WHEN 'array' THEN ${complex}
        WHEN 'true' THEN x'0601' WHEN 'false' THEN x'0600' ELSE NULL END`,
      6,
    ),
  ];
}

/** Bytes whose order is the order of the values, and of which none begins another. */
function appendValue(bytes: number[], value: JsonValue): void {
  switch (typeof value) {
    case 'number':
      bytes.push(RANK.number);
      appendNumber(bytes, value);
      return;
    case 'string':
      bytes.push(RANK.string);
      appendText(bytes, value);
      return;
    case 'boolean':
      bytes.push(RANK.boolean, value ? 1 : 0);
      return;
    default:
      if (value === null) bytes.push(RANK.null);
      else appendCompound(bytes, value);
  }
}

function appendCompound(bytes: number[], value: Exclude<JsonValue, null | string | number | boolean>): void {
  if (!(value instanceof Map)) {
    bytes.push(RANK.array);
    for (const item of value as readonly JsonValue[]) appendValue(bytes, item);
  } else {
    bytes.push(RANK.object);
    for (const [key, member] of value as ReadonlyMap<string, JsonValue>) {
      // Members compare by the type of the value, then by key, then by the value.
      bytes.push(rankOf(member));
      appendText(bytes, key);
      appendValue(bytes, member);
    }
  }
  bytes.push(0);
}

function rankOf(value: JsonValue): number {
  if (value === null) return RANK.null;
  if (typeof value !== 'object') return RANK[typeof value as 'number' | 'string' | 'boolean'];
  return Array.isArray(value) ? RANK.array : RANK.object;
}

/** UTF-8, where a zero byte becomes 0 255 and the end is 0 0. */
function appendText(bytes: number[], text: string): void {
  for (const byte of Buffer.from(text)) {
    bytes.push(byte);
    if (byte === 0) bytes.push(255);
  }
  bytes.push(0, 0);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The bits of a double in an order that is that of the numbers. */
function appendNumber(bytes: number[], value: number): void {
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const negative = (scratch.getUint8(0) & 0x80) !== 0;
  for (let index = 0; index < 8; index++) {
    const byte = scratch.getUint8(index);
    bytes.push(negative ? 255 - byte : index === 0 ? byte | 0x80 : byte);
  }
}
