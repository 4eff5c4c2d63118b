import {
  isJsonObject,
  ngsiv2TypeOf,
  type AttributeKind,
  type JsonValue,
  type Metadata,
} from '@smart-city/context';
import { readDateTime } from '../entity/date-time';

/** Type and value under which NGSIv2 sees what NGSI-LD writes. */
export type TypedValue = Pick<Metadata, 'type' | 'value' | 'text'>;

const DATE_TIME = 'DateTime';

/** The text of a date: of a Property of the type DateTime, also in the older form `{"@type":"DateTime","@value":…}`. */
function dateText(value: JsonValue, valueType: string | undefined): string | undefined {
  const isOldForm = isJsonObject(value) && value.size === 2 && value.get('@type') === DATE_TIME;
  const text = isOldForm ? value.get('@value') : value;
  return typeof text === 'string' && (isOldForm || valueType === DATE_TIME) ? text : undefined;
}

/** Returns the stored form of a value that is written anew. Dates are kept as seconds, beside their text. */
export function typedValue(kind: AttributeKind, value: JsonValue, valueType: string | undefined): TypedValue {
  if (kind === 'Property') {
    const text = dateText(value, valueType);
    const seconds = text === undefined ? undefined : readDateTime(text);
    if (seconds !== undefined) return { type: DATE_TIME, value: seconds, text };
  }
  return { type: ngsiv2TypeOf(kind, value), value };
}

/**
 * Returns the stored form of a value that takes the place of another one of the same kind. A type that NGSIv2 gave it stays.
 */
export function typedValueAfter(
  stored: Pick<Metadata, 'type' | 'value'>,
  kind: AttributeKind,
  value: JsonValue,
  valueType: string | undefined,
): TypedValue {
  if (kind !== 'Property') return typedValue(kind, value, valueType);
  if (stored.type === DATE_TIME) return typedValue(kind, value, DATE_TIME);
  const isOwnType = stored.type !== ngsiv2TypeOf(kind, stored.value);
  return isOwnType ? { type: stored.type, value } : typedValue(kind, value, valueType);
}
