import {
  isDateTimeType,
  type JsonValue,
  renderDateTime,
  renderJson,
  renderString,
} from '@smart-city/context';

/** Writes a stored value as JSON: a DateTime is held in seconds and shown as ISO text. */
export function renderValue(type: string, value: JsonValue): string {
  return typeof value === 'number' && isDateTimeType(type) ? `"${renderDateTime(value)}"` : renderJson(value);
}

/** Writes `"name":` */
export const renderKey = (name: string) => `${renderString(name)}:`;
