import { isJsonObject, type AttributeMap, type JsonValue, type MetadataMap } from '@smart-city/ngsi';

/**
 * The attributes of an entity as the column `doc` holds them, in stored order:
 * `{"<name>":{"v":<value>,"t":"<type>","c":<creDate>,"d":<modDate>,"m":{"<name>":{"v":<value>,"t":"<type>"}}}}`, `m` only when
 * there is metadata. The value comes first, where a search finds it soonest.
 */
export function encodeAttributes(attrs: AttributeMap): string {
  let text = '';
  for (const [name, { value, type, creDate, modDate, metadata }] of attrs) {
    text +=
      `${text === '' ? '' : ','}${encodeString(name)}:{"v":${encodeJson(value)},"t":${encodeString(type)}` +
      `,"c":${encodeNumber(creDate)},"d":${encodeNumber(modDate)}${encodeMetadata(metadata)}}`;
  }
  return `{${text}}`;
}

function encodeMetadata(metadata: MetadataMap): string {
  if (metadata.size === 0) return '';
  let text = '';
  for (const [name, { value, type }] of metadata) {
    text += `${text === '' ? '' : ','}${encodeString(name)}:{"v":${encodeJson(value)},"t":${encodeString(type)}}`;
  }
  return `,"m":{${text}}`;
}

/** Texts that stand between quotes as they are. */
const SAFE = /^[ !#-[\]-~]*$/;

/** A JSON string; most of what is stored needs no look at each character. */
const encodeString = (text: string): string => (SAFE.test(text) ? `"${text}"` : JSON.stringify(text));

/** JSON text with members in the order of the maps, made for SQLite's JSON functions. `json-document.ts` reads it. */
export function encodeJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return encodeString(value);
    case 'number':
      return encodeNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : encodeCompound(value);
  }
}

/** Shortest text that reads back as the same double, the negative zero and the infinities included. */
function encodeNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0.0' : String(value);
  if (Number.isNaN(value)) return 'null';
  return value > 0 ? '1e999' : '-1e999';
}

function encodeCompound(value: Exclude<JsonValue, null | string | number | boolean>): string {
  let text = '';
  if (isJsonObject(value)) {
    for (const [key, member] of value)
      text += `${text === '' ? '' : ','}${encodeString(key)}:${encodeJson(member)}`;
    return `{${text}}`;
  }
  for (const item of value) text += `${text === '' ? '' : ','}${encodeJson(item)}`;
  return `[${text}]`;
}
