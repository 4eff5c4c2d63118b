import {
  duplicateKeys,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_VALUE_NESTING,
} from '@smart-city/context';
import { hasForbiddenValueCharacter } from '@smart-city/ngsiv2';
import { ILLEGAL_VALUE, parsingFault } from './status-code';

export const COMPOUND_NESTING = 'compound attribute value has overpassed maximum nesting limit';

/** The name that an array item has in the paths of fault texts. */
const ITEM = 'item';

/** `{}` and `[]` are the empty text, on top and inside a compound value. */
export const isEmptyCompound = (value: JsonValue): boolean =>
  (isJsonArray(value) && value.length === 0) || (isJsonObject(value) && value.size === 0);

/**
 * Reads the value of an attribute: a text, or an object or array of texts.
 *
 * @throws Ngsiv1Fault 400  forbidden characters in a text (names of members are free), a member that is there twice,
 *   more than 50 levels
 */
export function readCompound(value: JsonValue): JsonValue {
  return readInside(value, '/', 'member', 1);
}

function readInside(value: JsonValue, path: string, place: 'member' | 'item', level: number): JsonValue {
  if (isEmptyCompound(value)) return '';
  if (isJsonArray(value)) {
    checkLevel(level);
    return value.map((item) => readInside(item, `${path}${ITEM}/`, 'item', level + 1));
  }
  if (isJsonObject(value)) {
    checkLevel(level);
    checkDuplicates(value, path);
    return new Map(
      [...value].map(([name, member]) => [name, readInside(member, `${path}${name}/`, 'member', level + 1)]),
    );
  }
  checkText(String(value), place);
  return value;
}

function checkLevel(level: number): void {
  if (level > MAX_VALUE_NESTING) throw parsingFault(COMPOUND_NESTING);
}

function checkDuplicates(value: JsonObject, path: string): void {
  const [first] = duplicateKeys(value);
  if (first !== undefined)
    throw parsingFault(`compound value error: duplicated tag-name: /${first}/ in path: ${path}`);
}

function checkText(text: string, place: 'member' | 'item'): void {
  if (!hasForbiddenValueCharacter(text)) return;
  throw parsingFault(
    place === 'item' ? 'compound value error: Invalid characters in attribute value' : ILLEGAL_VALUE,
  );
}
