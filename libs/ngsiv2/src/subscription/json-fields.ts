import { badRequest, type JsonObject } from '@smart-city/context';

const FORBIDDEN = /[<>"'=;()]/;
const FORBIDDEN_IN_ID = /[^\x21-\x7e]|[&?/#<>"'=;()]/;
const FORBIDDEN_IN_HEADERS = /[<>=;()]/;

export const hasForbiddenChars = (text: string): boolean => FORBIDDEN.test(text);
export const hasForbiddenIdChars = (text: string): boolean => FORBIDDEN_IN_ID.test(text);
/** Quotes are allowed in header values since 4.6. */
export const hasForbiddenHeaderChars = (text: string): boolean => FORBIDDEN_IN_HEADERS.test(text);

/** @throws NgsiError BadRequest `<what> is not a string` */
export function optionalString(from: JsonObject, field: string, what = field): string | undefined {
  const value = from.get(field);
  if (value !== undefined && typeof value !== 'string') throw badRequest(`${what} is not a string`);
  return value;
}

/** @throws NgsiError BadRequest `<what> is missing`, `<what> is not a string` */
export function requiredString(from: JsonObject, field: string, what = field): string {
  const value = optionalString(from, field, what);
  if (value === undefined) throw badRequest(`${what} is missing`);
  return value;
}

/** @throws NgsiError BadRequest `<what> is not an int` */
export function optionalInteger(from: JsonObject, field: string, what = field): number | undefined {
  const value = from.get(field);
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw badRequest(`${what} is not an int`);
  return value;
}

/** @throws NgsiError BadRequest `<what> is not a bool` */
export function optionalBoolean(from: JsonObject, field: string, what = field): boolean | undefined {
  const value = from.get(field);
  if (value !== undefined && typeof value !== 'boolean') throw badRequest(`${what} is not a bool`);
  return value;
}

/**
 * A list of strings without empty or repeated ones; undefined when the field is absent.
 *
 * @throws NgsiError BadRequest with Orion's texts
 */
export function optionalStringList(
  from: JsonObject,
  field: string,
  { areAttributeNames = false } = {},
): readonly string[] | undefined {
  const list = from.get(field);
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) throw badRequest(`the field /${field}/ must be a JSON array`);
  const seen = new Set<string>();
  for (const item of list) {
    if (typeof item !== 'string') throw badRequest(`only JSON Strings allowed in string vector /${field}/`);
    if (item === '') throw badRequest(`empty string found in string vector /${field}/`);
    if (areAttributeNames && hasForbiddenIdChars(item))
      throw badRequest('forbidden characters in attribute name');
    if (seen.has(item)) throw badRequest(`duplicated item /${item}/ in array`);
    seen.add(item);
  }
  return [...seen];
}
