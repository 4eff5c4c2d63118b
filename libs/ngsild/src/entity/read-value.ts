import { isJsonArray, isJsonObject, type AttributeKind, type JsonValue } from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { geometryFault, geometryOfText } from './geometry';
import { NGSILD_NULL, nullInside } from './ngsild-null';
import { isUri } from './uri';

/** How a value is read. */
export interface ValueReading {
  readonly context: LdContext;
  /** NGSI-LD Null may stand inside the value. */
  readonly allowsNull: boolean;
}

/** A value in its stored form, or what is wrong with it. */
export type ReadValue = { readonly value: JsonValue } | { readonly fault: string };

const LANGUAGE_TAG = /^(?:@none|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)$/;

const isText = (value: JsonValue) => typeof value === 'string';

/** Reads what stands in the value member of an attribute of a kind (GS CIM 009 §4.5.2 ff). */
export function readValue(kind: AttributeKind, given: JsonValue, reading: ValueReading): ReadValue {
  const fault = nullFault(kind, given, reading);
  if (fault !== undefined) return { fault };
  switch (kind) {
    case 'Property':
      return { value: given };
    case 'Relationship':
      return oneOrSeveral(given, isTarget, 'the object of a Relationship is a URI or an array of URIs');
    case 'GeoProperty':
      return readGeometry(given, reading);
    case 'LanguageProperty':
      return readLanguageMap(given);
    case 'VocabProperty':
      return readVocab(given, reading.context);
    case 'JsonProperty':
      return typeof given === 'object' ? { value: given } : { fault: 'json is an object or an array' };
    case 'ListProperty':
      return isJsonArray(given) ? { value: given } : { fault: 'valueList is an array' };
    case 'ListRelationship':
      return readObjectList(given);
  }
}

function nullFault(kind: AttributeKind, given: JsonValue, { allowsNull }: ValueReading): string | undefined {
  if (given === null) return 'null is not a value';
  const found = nullInside(given);
  // The value of a JsonProperty is a JSON literal.
  if (found === 'json' && kind !== 'JsonProperty') return 'null is not a value';
  return found === 'ngsi-ld' && !allowsNull ? 'NGSI-LD Null cannot stand inside the value here' : undefined;
}

const isTarget = (value: JsonValue) => typeof value === 'string' && isUri(value);

function oneOrSeveral(given: JsonValue, test: (item: JsonValue) => boolean, fault: string): ReadValue {
  const isGood = isJsonArray(given) ? given.length > 0 && given.every(test) : test(given);
  return isGood ? { value: given } : { fault };
}

function readGeometry(given: JsonValue, { allowsNull }: ValueReading): ReadValue {
  const value = geometryOfText(given);
  const isFragment = allowsNull && isJsonObject(value);
  const fault = isFragment && nullInside(value) !== undefined ? undefined : geometryFault(value);
  return fault === undefined ? { value } : { fault };
}

function readLanguageMap(given: JsonValue): ReadValue {
  if (!isJsonObject(given)) return { fault: 'languageMap is an object of texts by language' };
  for (const [tag, text] of given) {
    if (!LANGUAGE_TAG.test(tag)) return { fault: `${tag} is not a language tag` };
    if (!isText(text) && !(isJsonArray(text) && text.every(isText)))
      return { fault: `the texts of the language ${tag} are a string or an array of strings` };
  }
  return { value: given };
}

function readVocab(given: JsonValue, context: LdContext): ReadValue {
  const expand = (term: JsonValue) => (term === NGSILD_NULL ? term : context.expandName(term as string));
  const read = oneOrSeveral(
    given,
    (term) => isText(term) && term !== '',
    'vocab is a string or an array of strings',
  );
  if ('fault' in read) return read;
  return { value: isJsonArray(given) ? given.map(expand) : expand(given) };
}

/** Both `[{"object": uri}, …]` and `[uri, …]` are taken; URIs are stored. */
function readObjectList(given: JsonValue): ReadValue {
  const fault = 'objectList is an array of URIs, or of objects with a URI as object';
  if (!isJsonArray(given)) return { fault };
  const value = given.map((item) => (isJsonObject(item) ? (item.get('object') ?? null) : item));
  return value.every(isTarget) ? { value } : { fault };
}
