import { badRequest, byteOrder, isJsonObject, type JsonObject } from '@smart-city/context';
import { hasForbiddenChars } from '../json-fields';

/**
 * An object of strings, names in byte order as the original keeps them; empty when the field is absent.
 *
 * @throws NgsiError BadRequest
 */
export function parseDictionary(
  holder: JsonObject,
  field: string,
  what: string,
  isForbiddenValue: (text: string) => boolean,
): ReadonlyMap<string, string> {
  const dictionary = holder.get(field);
  if (dictionary === undefined) return new Map();
  if (!isJsonObject(dictionary)) throw badRequest(`${what} is not an object`);
  if (dictionary.size === 0) throw badRequest(`${what} is empty`);
  const entries = [...dictionary].map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw badRequest(`${what} element is not a string`);
    if (isForbiddenValue(value) || hasForbiddenChars(name))
      throw badRequest(`forbidden characters in custom ${what}`);
    return [name, value];
  });
  return new Map(entries.sort(([a], [b]) => byteOrder(a, b)));
}
