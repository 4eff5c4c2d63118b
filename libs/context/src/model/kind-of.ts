import type { JsonValue } from '../json/json-value';
import { isJsonArray, isJsonObject } from '../json/plain-json';
import { defaultType } from '../values/default-type';
import { geometryOf, isLocationType } from '../values/location';
import { isKind, type AttributeKind } from './attribute-kind';
import type { Metadata } from './entity';

type TypedValue = Pick<Metadata, 'type' | 'value' | 'kind'>;

/**
 * The kind that NGSI-LD shows of an attribute or sub-attribute: the one it was written with, or else what its type says if
 * the value fits. `DateTime`, `Number` and all other types are a Property.
 */
export function kindOf({ kind, type, value }: TypedValue): AttributeKind {
  if (kind !== undefined) return kind;
  if (isLocationType(type)) return geometryOf({ type, value }) === undefined ? 'Property' : 'GeoProperty';
  return isKind(type) && holds(type, value) ? type : 'Property';
}

/** Whether a value may be that of an attribute of the kind, in the form in which it is stored. */
export function holds(kind: AttributeKind, value: JsonValue): boolean {
  switch (kind) {
    case 'Property':
      return true;
    case 'Relationship':
      return isUri(value) || isListOf(value, isUri);
    case 'GeoProperty':
      return geometryOf({ type: GEO_JSON, value }) !== undefined;
    case 'LanguageProperty':
      return isJsonObject(value) && [...value.values()].every(isTextOrTexts);
    case 'VocabProperty':
      return isTextOrTexts(value);
    case 'JsonProperty':
      return isJsonObject(value) || isJsonArray(value);
    case 'ListProperty':
      return isJsonArray(value);
    case 'ListRelationship':
      return isListOf(value, isUri);
  }
}

const GEO_JSON = 'geo:json';

/** The type that NGSIv2 shows of what NGSI-LD writes, as long as NGSIv2 has not given it another. */
export function ngsiv2TypeOf(kind: AttributeKind, value: JsonValue): string {
  if (kind === 'Property') return defaultType(value);
  return kind === 'GeoProperty' ? GEO_JSON : kind;
}

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;

const isText = (value: JsonValue) => typeof value === 'string';
const isUri = (value: JsonValue) => typeof value === 'string' && URI.test(value);
const isListOf = (value: JsonValue, test: (item: JsonValue) => boolean) =>
  isJsonArray(value) && value.every(test);
const isTextOrTexts = (value: JsonValue) => isText(value) || isListOf(value, isText);
