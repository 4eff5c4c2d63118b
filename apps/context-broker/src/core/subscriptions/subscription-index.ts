import type { Alteration, Entity, EntityChange, ServicePathFilter } from '@smart-city/context';
import type { SubjectEntity } from '@smart-city/ngsiv2';
import type { CompiledSubscription } from './compiled-subscription';
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
  forEach(
    { id, type, furtherTypes }: Pick<Entity, 'id' | 'type' | 'furtherTypes'>,
    visit: (item: T) => void,
  ): void {
    this.byId.get(id)?.forEach(visit);
    this.byType.get(type)?.forEach(visit);
    if (furtherTypes !== undefined)
      for (const further of furtherTypes) this.byType.get(further)?.forEach(visit);
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

/** Subscriptions whose condition names no attribute, or one that is deleted for: looked up under this name. */
const ANY_ATTRIBUTE = '';

/** Finds the subscriptions that a change may fire: by service path, then by a name that triggers, then by their selectors. */
export class SubscriptionIndex {
  private readonly byPath = new Map<string, Map<string, SelectorIndex<CompiledSubscription>>>();

  add(compiled: CompiledSubscription): void {
    const key = servicePathKey(compiled.servicePath);
    const byAttribute = this.byPath.get(key) ?? new Map<string, SelectorIndex<CompiledSubscription>>();
    this.byPath.set(key, byAttribute);
    for (const name of triggeringNames(compiled)) {
      const index = byAttribute.get(name) ?? new SelectorIndex<CompiledSubscription>();
      byAttribute.set(name, index);
      for (const { entity } of compiled.selectors) index.add(entity, compiled);
    }
  }

  delete(compiled: CompiledSubscription): void {
    const key = servicePathKey(compiled.servicePath);
    const byAttribute = this.byPath.get(key);
    if (byAttribute === undefined) return;
    for (const name of triggeringNames(compiled)) {
      const index = byAttribute.get(name);
      for (const { entity } of compiled.selectors) index?.delete(entity, compiled);
      if (index?.isEmpty) byAttribute.delete(name);
    }
    if (byAttribute.size === 0) this.byPath.delete(key);
  }

  /** @param alteration  with all names that changed */
  candidates({ before, after, requested }: EntityChange, alteration: Alteration): Set<CompiledSubscription> {
    const entity = (after ?? before)!;
    const found = new Set<CompiledSubscription>();
    const names = new Set([ANY_ATTRIBUTE, ...requested, ...alteration.changed]);
    for (const key of servicePathKeys(entity.servicePath)) {
      const byAttribute = this.byPath.get(key);
      if (byAttribute === undefined) continue;
      for (const name of names) byAttribute.get(name)?.forEach(entity, (compiled) => found.add(compiled));
    }
    return found;
  }
}

/** Deletions fire whatever the attributes are. */
const triggeringNames = ({ attrs, alterationTypes }: CompiledSubscription): Iterable<string> =>
  attrs.size === 0 || alterationTypes.has('entityDelete') ? [ANY_ATTRIBUTE] : attrs;

const servicePathKey = ({ path, subtree }: ServicePathFilter): string => (subtree ? `${path}#` : path);

/** Keys under which subscriptions for this path are: the path itself, and every subtree that holds it. */
function servicePathKeys(servicePath: string): readonly string[] {
  const keys = [servicePath, '/#'];
  for (let at = servicePath.indexOf('/', 1); at >= 0; at = servicePath.indexOf('/', at + 1))
    keys.push(`${servicePath.slice(0, at)}#`);
  if (servicePath.length > 1) keys.push(`${servicePath}#`);
  return keys;
}
