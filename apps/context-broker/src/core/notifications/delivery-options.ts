import type { NotificationMode } from '../../cli/notification-mode';
import type { SendResult } from './channels/channel';
import type { Outgoing } from './outgoing';
import type { RetryOptions } from './retries';

export interface DeliveryOptions {
  readonly mode: NotificationMode;
  /** Notifications of a tenant that may wait for one target, where the mode sets no queue of its own. */
  readonly capacityPerTarget: number;
  /** Notifications of a tenant that may be on their way to one target, where the mode sets no workers. */
  readonly workersPerTarget: number;
  /** Notifications of one subscription that may be on their way at once, of different entities. */
  readonly parallel: number;
  /** Milliseconds that an answer to an update may wait for a target that falls behind; 0: none waits. */
  readonly holdMs: number;
  readonly retry: RetryOptions;
}

/** Whoever wants to know what becomes of notifications. */
export interface DeliveryListeners {
  /** An attempt has ended. @param startedAtMs  milliseconds since the epoch */
  readonly attempted?: (outgoing: Outgoing, result: SendResult, startedAtMs: number) => void;
  /** A notification was delivered or will not be tried again, after so many attempts. */
  readonly settled: (outgoing: Outgoing, result: SendResult, attempts: number) => void;
}
