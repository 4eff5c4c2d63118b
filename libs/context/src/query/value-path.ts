import { isJsonArray, isJsonObject } from '../json/plain-json';
import type { JsonValue } from '../json/json-value';

export type ValueTest = (value: JsonValue) => boolean;

/**
 * Whether some value that MongoDB finds at a dotted path satisfies `test`. Its rules: an array at the end stands for
 * each of its elements and for itself; an array on the way is searched in those elements that are objects, and a
 * numeric part also picks an element by its place.
 */
export function someAtPath(value: JsonValue, path: readonly string[], test: ValueTest, start = 0): boolean {
  let current = value;
  for (let index = start; index < path.length; index++) {
    if (isJsonArray(current)) return someInArray(current, path, test, index);
    const next = isJsonObject(current) ? current.get(path[index] as string) : undefined;
    if (next === undefined) return false;
    current = next;
  }
  return (isJsonArray(current) && current.some(test)) || test(current);
}

function someInArray(
  array: readonly JsonValue[],
  path: readonly string[],
  test: ValueTest,
  index: number,
): boolean {
  if (array.some((element) => isJsonObject(element) && someAtPath(element, path, test, index))) return true;
  const part = path[index] as string;
  const element = /^(?:0|[1-9]\d*)$/.test(part) ? array[Number(part)] : undefined;
  if (element === undefined) return false;
  // An array picked by its place at the very end is not opened.
  return index + 1 === path.length ? test(element) : someAtPath(element, path, test, index + 1);
}

/** The value at a path through objects only, or undefined: how the original reads an entity in memory. */
export function valueAtPath(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const part of path) {
    current = isJsonObject(current) ? current.get(part) : undefined;
    if (current === undefined) return undefined;
  }
  return current;
}
