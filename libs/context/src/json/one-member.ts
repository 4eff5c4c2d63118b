import type { JsonValue } from './json-value';

/**
 * An object with one member, in a fifth of the memory that a Map of one entry takes. Its prototype inherits from that of Map, so
 * that `instanceof Map` holds; every method that reads is its own. It cannot be changed.
 */
export class OneMember implements ReadonlyMap<string, JsonValue> {
  declare readonly [Symbol.toStringTag]: string;

  constructor(
    private readonly key: string,
    private readonly value: JsonValue,
  ) {}

  get size(): number {
    return 1;
  }

  get(key: string): JsonValue | undefined {
    return key === this.key ? this.value : undefined;
  }

  has(key: string): boolean {
    return key === this.key;
  }

  forEach(
    callback: (value: JsonValue, key: string, map: ReadonlyMap<string, JsonValue>) => void,
    receiver?: unknown,
  ): void {
    callback.call(receiver, this.value, this.key, this);
  }

  keys(): MapIterator<string> {
    return [this.key].values();
  }

  values(): MapIterator<JsonValue> {
    return [this.value].values();
  }

  entries(): MapIterator<[string, JsonValue]> {
    return [[this.key, this.value] as [string, JsonValue]].values();
  }

  [Symbol.iterator](): MapIterator<[string, JsonValue]> {
    return this.entries();
  }
}

Object.setPrototypeOf(OneMember.prototype, Map.prototype);
