import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';

/** Text that means "delete" in an update and "deleted" in an answer (GS CIM 009 §4.5.0, 5.5.4). */
export const NGSILD_NULL = 'urn:ngsi-ld:null';

/** Null that a value holds and no stored value may hold. */
export type NullInside = 'json' | 'ngsi-ld';

/** The one place where JSON null is legal: `{"@type":"@json","@value":null}`. */
const isJsonLiteral = (value: JsonObject) => value.get('@type') === '@json' && value.has('@value');

/** Finds JSON null or NGSI-LD Null in a value, at any depth. */
export function nullInside(value: JsonValue): NullInside | undefined {
  if (value === null) return 'json';
  if (typeof value !== 'object') return value === NGSILD_NULL ? 'ngsi-ld' : undefined;
  let found: NullInside | undefined;
  const waiting: JsonValue[] = [value];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (isJsonObject(item) && isJsonLiteral(item)) continue;
    const parts = isJsonObject(item) ? item.values() : isJsonArray(item) ? item : [];
    for (const part of parts) {
      if (part === null) return 'json';
      if (part === NGSILD_NULL) found = 'ngsi-ld';
      else if (typeof part === 'object') waiting.push(part);
    }
  }
  return found;
}
