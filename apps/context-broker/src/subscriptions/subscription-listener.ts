import type { RequestContext } from '../entities/request-context';
import type { CompiledSubscription } from './compiled-subscription';

/** Told of subscriptions that clients write. Called by `SubscriptionsService` once they are stored and in the cache. */
export interface SubscriptionListener {
  /**
   * A subscription was created or changed. The client's answer waits for it.
   *
   * @returns  never rejects
   */
  onWritten(request: RequestContext, compiled: CompiledSubscription): Promise<void>;
}

/** Injection token of a {@link SubscriptionListener}. */
export const SUBSCRIPTION_LISTENER = Symbol('SubscriptionListener');
