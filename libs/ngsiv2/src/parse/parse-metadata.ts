import {
  badRequest,
  defaultType,
  isDateTimeType,
  isJsonObject,
  type JsonValue,
  type Metadata,
  type MetadataMap,
  parseDateTime,
} from '@smart-city/context';
import { checkNesting, checkValue } from './check-value';
import { checkMetadataName, checkMetadataType } from './identifiers';

export const NO_METADATA: MetadataMap = new Map();

/**
 * Reads the `metadata` member of an attribute; types are filled in, dates become seconds. Names, characters and
 * duplicates inside values are checked later, by {@link checkMetadata}, as the original does.
 *
 * @throws BadRequest, ParseError  with Orion's texts
 */
export function parseMetadata(body: JsonValue): MetadataMap {
  if (!isJsonObject(body)) throw badRequest('metadata not a JSON object');
  if (body.size === 0) return NO_METADATA;
  const metadata = new Map<string, Metadata>();
  for (const [name, item] of body) metadata.set(name, parseMetadataItem(item));
  return metadata;
}

function parseMetadataItem(item: JsonValue): Metadata {
  if (!isJsonObject(item)) throw badRequest('metadata must be a JSON object');
  let type: string | undefined;
  let value: JsonValue = null;
  for (const [key, member] of item) {
    if (key === 'type') {
      if (typeof member !== 'string') throw badRequest('invalid JSON type for attribute metadata type');
      type = member;
    } else if (key === 'value') {
      checkNesting(member);
      value = member;
    } else {
      throw badRequest('invalid JSON field for attribute metadata');
    }
  }
  if (isDateTimeType(type) && value !== null) {
    const seconds = typeof value === 'string' ? parseDateTime(value) : undefined;
    if (seconds === undefined) {
      const text = 'date has invalid format in metadata value';
      throw badRequest(text, `${text} (${typeof value === 'string' ? value : ''})`);
    }
    value = seconds;
  }
  return { type: type ?? defaultType(value), value };
}

/**
 * Reads the body of `PUT …/metadata`: items by name, bare values with `keyValues`.
 *
 * @throws BadRequest, ParseError  with the texts for metadata of an attribute
 */
export function parseMetadataBody(
  body: JsonValue,
  { keyValues }: { readonly keyValues?: boolean },
): MetadataMap {
  if (!isJsonObject(body)) throw badRequest('metadata not a JSON object');
  const metadata = new Map(
    [...body].map(([name, item]) => [name, keyValues ? bareItem(item) : parseMetadataItem(item)]),
  );
  checkMetadata(metadata);
  return metadata;
}

/** Reads the body of `PUT …/metadata/{name}`. @see parseMetadataBody */
export function parseMetadataItemBody(
  name: string,
  body: JsonValue,
  { keyValues }: { readonly keyValues?: boolean },
): MetadataMap {
  const metadata = new Map([[name, keyValues ? bareItem(body) : parseMetadataItem(body)]]);
  checkMetadata(metadata);
  return metadata;
}

function bareItem(value: JsonValue): Metadata {
  checkNesting(value);
  return { type: defaultType(value), value };
}

/** @throws BadRequest  a name or type is no identifier, or a value has a forbidden character or does not fit its type */
export function checkMetadata(metadata: MetadataMap): void {
  for (const [name, { type, value }] of metadata) {
    checkMetadataName(name);
    checkMetadataType(type);
    // Strings inside objects and arrays are not looked at, unlike in attributes.
    checkValue(value, { of: 'metadata', unrestricted: typeof value === 'object' });
  }
}
