import type { JsonArray, JsonObject, JsonValue } from './json-value';
import { OneMember } from './one-member';

/** Keys that came more than once, by the object that had them. Holds nothing for the usual object. */
const duplicates = new WeakMap<JsonObject, string[]>();

/** Keys that the text of `object` repeated (the last value won), in the order the repetition was met. */
export function duplicateKeys(object: JsonObject): readonly string[] {
  return duplicates.get(object) ?? [];
}

const EMPTY_OBJECT: JsonObject = new Map<string, JsonValue>();
const EMPTY_ARRAY: JsonArray = Object.freeze([]);
/** Keys and one-item arrays that are kept for reuse within one text. */
const MOST_KEPT = 1_000;
/** V8 makes a longer part of a text a reference to the whole text. */
const LONGEST_COPY = 12;

/** Adds one member. */
export function setMember(object: Map<string, JsonValue>, key: string, value: JsonValue): void {
  const { size } = object;
  object.set(key, value);
  if (object.size === size) noteDuplicate(object, key);
}

function noteDuplicate(object: JsonObject, key: string): void {
  const known = duplicates.get(object);
  if (known === undefined) duplicates.set(object, [key]);
  else if (known[known.length - 1] !== key) known.push(key);
}

/**
 * Makes arrays and objects of what a stack holds. Nobody changes a parsed value, so one that is empty is there once.
 */
export class JsonContainers {
  keyOf(key: string): string {
    return key;
  }

  stringOf(text: string): string {
    return text;
  }

  /** The items from `start` to `end`. */
  array(stack: readonly JsonValue[], start: number, end: number): JsonArray {
    if (end - start === 1) return [stack[start]!];
    return start === end ? EMPTY_ARRAY : stack.slice(start, end);
  }

  /** The members from `start` to `end`: key, value, key, value … */
  object(stack: readonly JsonValue[], start: number, end: number): JsonObject {
    if (start === end) return EMPTY_OBJECT;
    const object = new Map<string, JsonValue>();
    for (let at = start; at < end; at += 2) setMember(object, stack[at] as string, stack[at + 1]!);
    return object;
  }
}

/**
 * The same for a large text, of which a client could make a hundred times its memory: what is small and the same is there once,
 * objects of one member are small, and nothing that is kept of the text keeps the whole text.
 */
export class SmallContainers extends JsonContainers {
  private readonly keys = new Map<string, string>();
  private readonly ofOne = new Map<JsonValue, JsonArray>();

  override keyOf(key: string): string {
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    const own = this.stringOf(key);
    if (this.keys.size < MOST_KEPT) this.keys.set(own, own);
    return own;
  }

  override stringOf(text: string): string {
    return text.length > LONGEST_COPY ? ` ${text}`.slice(1) : text;
  }

  override array(stack: readonly JsonValue[], start: number, end: number): JsonArray {
    if (end - start !== 1) return super.array(stack, start, end);
    const item = stack[start]!;
    const known = this.ofOne.get(item);
    if (known !== undefined) return known;
    const made: JsonArray = [item];
    if (this.ofOne.size < MOST_KEPT) this.ofOne.set(item, made);
    return made;
  }

  override object(stack: readonly JsonValue[], start: number, end: number): JsonObject {
    if (start === end) return super.object(stack, start, end);
    const key = stack[start] as string;
    for (let at = start + 2; at < end; at += 2) if (stack[at] !== key) return super.object(stack, start, end);
    const object = new OneMember(key, stack[end - 1]!);
    if (end - start > 2) noteDuplicate(object, key);
    return object;
  }
}
