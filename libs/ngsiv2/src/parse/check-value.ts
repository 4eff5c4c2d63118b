import {
  badRequest,
  duplicateKeys,
  isJsonArray,
  isJsonObject,
  type JsonValue,
  MAX_VALUE_NESTING,
  nestingError,
} from '@smart-city/context';
import { hasForbiddenValueCharacter } from './identifiers';

/**
 * @param levels  of objects and arrays that are allowed; the value itself is the first. One more than the text of the fault
 *   says, as in the original.
 * @throws ParseError  for more
 */
export function checkNesting(value: JsonValue, levels = MAX_VALUE_NESTING + 1): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw nestingError();
  if (isJsonArray(value)) for (let at = 0; at < value.length; at += 1) checkNesting(value[at]!, levels - 1);
  else for (const member of value.values()) checkNesting(member, levels - 1);
}

export interface ValueRules {
  readonly of: 'attribute' | 'metadata';
  /** `TextUnrestricted`: any character may stand in strings. */
  readonly unrestricted?: boolean;
}

/**
 * Checks a value whose nesting is known to be fine.
 *
 * @throws BadRequest  `Invalid characters in attribute value` (or metadata), for a string anywhere in it (keys are
 *   free), or `duplicated tag-name: /<key>/ in path: /<path>/`, whichever comes first
 */
export function checkValue(value: JsonValue, rules: ValueRules): void {
  if (typeof value === 'string') {
    if (rules.unrestricted !== true && hasForbiddenValueCharacter(value)) {
      const holder = rules.of === 'attribute' ? 'an attribute' : 'a Metadata';
      throw badRequest(
        `Invalid characters in ${rules.of} value`,
        `found a forbidden character in the value of ${holder} (${value})`,
      );
    }
  } else if (typeof value === 'object' && value !== null) {
    // Paths are made for faults only: a value may have hundreds of thousands of places.
    if (hasFault(value, rules)) checkCompound(value, '', '', rules);
  }
}

/** Whether {@link checkCompound} has something to say. */
function hasFault(value: JsonValue, rules: ValueRules): boolean {
  if (typeof value === 'string') return rules.unrestricted !== true && hasForbiddenValueCharacter(value);
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (hasFault(value[at]!, rules)) return true;
    return false;
  }
  if (value.size === 0) return false;
  if (duplicateKeys(value).length > 0) return true;
  for (const member of value.values()) if (hasFault(member, rules)) return true;
  return false;
}

/** `path` is where the container is, ending in a slash (empty for the value itself); `name` its own key. */
function checkCompound(value: JsonValue, path: string, name: string, rules: ValueRules): void {
  if (isJsonArray(value)) {
    for (const item of value) checkInside(item, `${path}${name}/`, '', rules);
  } else if (isJsonObject(value)) {
    const repeated = new Set(duplicateKeys(value));
    if (repeated.size > 0) {
      const first = [...value.keys()].find((key) => repeated.has(key)) as string;
      throw badRequest(`duplicated tag-name: /${first}/ in path: ${path === '' ? '/' : `${path}${name}/`}`);
    }
    for (const [key, member] of value) checkInside(member, `${path}${name}/`, key, rules);
  }
}

function checkInside(value: JsonValue, path: string, name: string, rules: ValueRules): void {
  if (typeof value === 'object' && value !== null) checkCompound(value, path, name, rules);
  else checkValue(value, rules);
}
