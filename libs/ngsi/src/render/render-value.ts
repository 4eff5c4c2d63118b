import type { JsonValue } from '../json/json-value';
import { renderJson, renderString } from '../json/render-json';
import { isDateTimeType, renderDateTime } from '../values/date-time';

/** Writes a stored value as JSON: a DateTime is held in seconds and shown as ISO text. */
export function renderValue(type: string, value: JsonValue): string {
  return typeof value === 'number' && isDateTimeType(type) ? `"${renderDateTime(value)}"` : renderJson(value);
}

/** Writes `"name":` */
export const renderKey = (name: string) => `${renderString(name)}:`;
