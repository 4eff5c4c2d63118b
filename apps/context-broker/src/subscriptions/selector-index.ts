import type { Entity, SubjectEntity } from '@smart-city/ngsi';
import { literalOf } from './literal-of-pattern';

/** Longest piece of a pattern's literal text that is looked up. */
const LONGEST_GRAM = 16;

/**
 * Finds what may concern an entity by what is fixed in a selector: its id, else text that its idPattern needs, else its
 * type. What has none of these is a candidate for every entity.
 *
 * The cost of a look-up does not depend on how many selectors there are, only on how many come back.
 */
export class SelectorIndex<T> {
  private readonly byId = new Map<string, Set<T>>();
  /** By text that has to be in the id, first by the length of the text. */
  private readonly byIdText = new Map<number, Map<string, Set<T>>>();
  private readonly byType = new Map<string, Set<T>>();
  private readonly others = new Set<T>();

  add(selector: SubjectEntity, item: T): void {
    this.bucket(selector).add(item);
  }

  delete(selector: SubjectEntity, item: T): void {
    const text = textOf(selector);
    if (selector.id !== undefined) remove(this.byId, selector.id, item);
    else if (text !== undefined) {
      const texts = this.byIdText.get(text.length);
      if (texts === undefined) return;
      remove(texts, text, item);
      if (texts.size === 0) this.byIdText.delete(text.length);
    } else if (selector.type !== undefined) remove(this.byType, selector.type, item);
    else this.others.delete(item);
  }

  /** Calls `visit` with each candidate; one that was added under several selectors may come several times. */
  forEach({ id, type }: Pick<Entity, 'id' | 'type'>, visit: (item: T) => void): void {
    this.byId.get(id)?.forEach(visit);
    this.byType.get(type)?.forEach(visit);
    this.others.forEach(visit);
    for (const [length, texts] of this.byIdText) {
      for (let at = 0; at + length <= id.length; at++) texts.get(id.slice(at, at + length))?.forEach(visit);
    }
  }

  get isEmpty(): boolean {
    return (
      this.byId.size === 0 && this.byIdText.size === 0 && this.byType.size === 0 && this.others.size === 0
    );
  }

  private bucket(selector: SubjectEntity): Set<T> {
    if (selector.id !== undefined) return bucketOf(this.byId, selector.id);
    const text = textOf(selector);
    if (text !== undefined) {
      const texts = this.byIdText.get(text.length) ?? new Map<string, Set<T>>();
      this.byIdText.set(text.length, texts);
      return bucketOf(texts, text);
    }
    return selector.type === undefined ? this.others : bucketOf(this.byType, selector.type);
  }
}

/** The end of the literal: names share their beginning more often than their end. */
const textOf = ({ id, idPattern }: SubjectEntity): string | undefined =>
  id !== undefined || idPattern === undefined ? undefined : literalOf(idPattern)?.slice(-LONGEST_GRAM);

function bucketOf<T>(buckets: Map<string, Set<T>>, key: string): Set<T> {
  const bucket = buckets.get(key) ?? new Set<T>();
  buckets.set(key, bucket);
  return bucket;
}

function remove<T>(buckets: Map<string, Set<T>>, key: string, item: T): void {
  const bucket = buckets.get(key);
  bucket?.delete(item);
  if (bucket?.size === 0) buckets.delete(key);
}
