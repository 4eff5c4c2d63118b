import type { RequestContext } from '../../context/request-context';
import type { CompiledSubscription } from './compiled-subscription';

/** Stands between `SubscriptionsService` and whoever notifies, which reads subscriptions while clients write them. */
export interface SubscriptionListener {
  /**
   * Changes are matched after the requests that caused them are answered. A client that then reads or writes
   * subscriptions of the tenant finds them matched with what was there before.
   *
   * @returns a promise when that has still to be done
   */
  changesMatched(tenant: string): Promise<void> | undefined;

  /**
   * A subscription was created or changed, and is stored and in the cache. The client's answer waits for it.
   *
   * @returns  never rejects
   */
  onWritten(request: RequestContext, compiled: CompiledSubscription): Promise<void>;
}

/** Injection token of a {@link SubscriptionListener}. */
export const SUBSCRIPTION_LISTENER = 'context-broker.subscription-listener';
