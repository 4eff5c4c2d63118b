import { Injectable } from '@nestjs/common';
import { matchesServicePath, type Entity } from '@smart-city/context';
import { type Subscription } from '@smart-city/ngsiv2';
import { SubscriptionCache } from '../../core/subscriptions/subscription-cache';
import type { CompiledSubscription } from '../../core/subscriptions/compiled-subscription';

/** A page looks at so many. */
const MOST_SUBSCRIPTIONS = 20_000;

/** The subscriptions that the broker works with, in memory, with their counters as they are now. */
@Injectable()
export class SubscriptionList {
  constructor(private readonly cache: SubscriptionCache) {}

  async all(tenant: string): Promise<readonly Subscription[]> {
    return (await this.compiled(tenant)).map(asItIs);
  }

  async find(tenant: string, id: string): Promise<Subscription | undefined> {
    const compiled = (await this.matcher(tenant))?.get(id.toLowerCase());
    return compiled && asItIs(compiled);
  }

  /** Those that changes of an entity could fire, whatever their conditions say. */
  async about(tenant: string, entity: Entity): Promise<readonly Subscription[]> {
    const all = await this.compiled(tenant);
    return all
      .filter(
        ({ servicePath, selectors }) =>
          matchesServicePath(entity.servicePath, [servicePath]) &&
          selectors.some((selector) => selector.matches(entity)),
      )
      .map(asItIs);
  }

  private async compiled(tenant: string): Promise<readonly CompiledSubscription[]> {
    const matcher = await this.matcher(tenant);
    return matcher === undefined ? [] : [...matcher.all()].slice(0, MOST_SUBSCRIPTIONS);
  }

  private async matcher(tenant: string) {
    return this.cache.isOff ? this.cache.freshMatcher(tenant) : this.cache.matchers.get(tenant);
  }
}

const asItIs = ({ subscription, counters }: CompiledSubscription): Subscription => ({
  ...subscription,
  status: counters.statusOver(subscription),
  counters: counters.current,
});
