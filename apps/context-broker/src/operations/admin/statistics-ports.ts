/** What the queue of notifications counts, for `-statNotifQueue`. Implemented by notifications; optional. */
export interface NotificationQueueStatistics {
  read(): {
    readonly incoming: number;
    readonly outgoing: number;
    readonly rejected: number;
    readonly sentOk: number;
    readonly sentError: number;
    readonly secondsInQueue: number;
    readonly size: number;
  };
  reset(): void;
}

export const NOTIFICATION_QUEUE = 'context-broker.notification-queue';

/** What the subscription cache counts, for `/cache/statistics`. Implemented by subscriptions; optional. */
export interface SubscriptionCacheStatistics {
  read(): {
    readonly ids: readonly string[];
    readonly refreshes: number;
    readonly inserts: number;
    readonly removes: number;
    readonly updates: number;
  };
  reset(): void;
}

export const SUBSCRIPTION_CACHE = 'context-broker.subscription-cache';
