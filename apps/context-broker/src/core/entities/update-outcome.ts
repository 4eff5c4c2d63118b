import type { EntityUpdate, UpdateResult } from '@smart-city/context';
import type { ForwardedOutcome } from './forwarding-port';

/** Outcome of one update, providers included. */
export interface UpdateOutcome {
  readonly update: EntityUpdate;
  readonly result: UpdateResult;
  /** Present when a provider was concerned: it then decides. */
  readonly forwarded?: ForwardedOutcome;
}
