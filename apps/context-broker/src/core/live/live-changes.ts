import type { EntityChange, EntitySelector } from '@smart-city/context';
import type { SubjectEntity } from '@smart-city/ngsiv2';
import type { ChangeWatcher } from '../changes/change-watcher';
import { SelectorIndex } from '../subscriptions/subscription-index';
import type { Topic } from '../streams/topic';
import type { LiveQuery } from './live-query';

interface Follower {
  readonly query: LiveQuery;
  readonly topic: Topic;
}

/** Publishes changes on the topics of those who follow them. Queries are looked up by what is fixed in their selectors. */
export class LiveChanges implements ChangeWatcher {
  private readonly tenants = new Map<string, SelectorIndex<Follower>>();

  get isEmpty(): boolean {
    return this.tenants.size === 0;
  }

  watches(tenant: string): boolean {
    return this.tenants.has(tenant);
  }

  *look(changes: readonly EntityChange[]): Generator<void, void, void> {
    for (const change of changes) {
      const entity = (change.after ?? change.before)!;
      const followers = new Set<Follower>();
      this.tenants.get(change.tenant)?.forEach(entity, (follower) => followers.add(follower));
      for (const { query, topic } of followers) {
        const event = query(change);
        if (event !== undefined) topic.publish(event.kind, event.json);
        yield;
      }
    }
  }

  /** @returns what ends it */
  add(tenant: string, selectors: readonly EntitySelector[], query: LiveQuery, topic: Topic): () => void {
    const index = this.tenants.get(tenant) ?? new SelectorIndex<Follower>();
    this.tenants.set(tenant, index);
    const follower: Follower = { query, topic };
    const keys = selectors.length === 0 ? [{}] : selectors.flatMap(keysOf);
    for (const key of keys) index.add(key, follower);
    return () => {
      for (const key of keys) index.delete(key, follower);
      if (index.isEmpty) this.tenants.delete(tenant);
    };
  }
}

/** What a selector is found by: each of its ids, else its pattern, else each of its types. */
function keysOf({ ids, idPattern, types }: EntitySelector): readonly SubjectEntity[] {
  if (ids !== undefined) return ids.map((id) => ({ id }));
  if (types === undefined) return [idPattern === undefined ? {} : { idPattern }];
  return types.map((type) => ({ type, ...(idPattern !== undefined && { idPattern }) }));
}
