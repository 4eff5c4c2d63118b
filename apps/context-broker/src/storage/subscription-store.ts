import type { Subscription, SubscriptionStatus } from '@smart-city/ngsiv2';
import type { PageRequest } from './page-request';

/** One page of subscriptions, of those whose conditions are stated in one language when it is given: its face shows them. */
export interface SubscriptionPageRequest extends PageRequest {
  readonly language?: string;
}

export interface SubscriptionPage {
  readonly subscriptions: readonly Subscription[];
  /** All that match, whatever the page. */
  readonly count: number;
  /** @see PageRequest.after */
  readonly next?: string;
}

/** What happened to a subscription since the last time it was written. Times in seconds since the epoch. */
export interface CounterDelta {
  readonly id: string;
  /** Attempts to add. */
  readonly timesSent: number;
  /** Failures to add; with `failsReset` the new value instead. */
  readonly fails: number;
  /** Something was answered in between: the consecutive failures before do not count any more. */
  readonly failsReset: boolean;
  readonly lastNotification?: number;
  readonly lastSuccess?: number;
  readonly lastSuccessCode?: number;
  readonly lastFailure?: number;
  readonly lastFailureReason?: string;
  /** A change of status made by the broker itself (oneshot, maxFailsLimit); written only over an older one. */
  readonly status?: { readonly value: SubscriptionStatus; readonly at: number };
}

/** Tells that a subscription of a tenant was created, changed or deleted by some broker. */
export type OnSubscriptionChange = (tenant: string, id: string) => void;

/**
 * Keeps subscriptions, by tenant. Injected by the token {@link SUBSCRIPTION_STORE}; every adapter passes
 * `contract/subscription-store.contract.ts`.
 *
 * Failures: a method rejects with `NgsiError('InternalServerError', …)` when the database is away.
 */
export interface SubscriptionStore {
  /** Whether other brokers may write to the same database, so that it must be read again from time to time. */
  readonly isShared: boolean;

  /** Durable when it resolves. */
  insert(tenant: string, subscription: Subscription): Promise<void>;

  /**
   * Writes what the subscription asks for other than before; its counters stay, and so does what is the same in both: it
   * may have been changed meanwhile.
   *
   * @param before  what it was changed from
   * @returns false when there is none of that id
   */
  updateDefinition(tenant: string, subscription: Subscription, before: Subscription): Promise<boolean>;

  /** @returns false when there is none of that id */
  delete(tenant: string, id: string): Promise<boolean>;

  find(tenant: string, id: string): Promise<Subscription | undefined>;

  /** One page by id, of one service path when given (exactly that one). */
  page(tenant: string, page: SubscriptionPageRequest): Promise<SubscriptionPage>;

  /** Everything a tenant has, by id: what the cache loads. An unknown tenant has none. */
  list(tenant: string): Promise<readonly Subscription[]>;

  /** Tenants that may have subscriptions, the default one ('') included. */
  listTenants(): Promise<readonly string[]>;

  /** Adds to counters by increments, never by absolute values; later times win. Ids that are gone are passed over. */
  addCounters(tenant: string, deltas: readonly CounterDelta[]): Promise<void>;

  /**
   * Listens to changes where the database tells of them.
   *
   * @returns how to stop; undefined where it cannot
   */
  watch(listener: OnSubscriptionChange): Promise<(() => Promise<void>) | undefined>;
}

export const SUBSCRIPTION_STORE = 'context-broker.subscription-store';
