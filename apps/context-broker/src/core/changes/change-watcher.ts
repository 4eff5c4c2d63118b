import type { EntityChange } from '@smart-city/context';

/** Whoever watches changes beside the subscriptions. */
export interface ChangeWatcher {
  watches(tenant: string): boolean;
  /** Looks at changes that are stored, in short steps. Must not throw. */
  look(changes: readonly EntityChange[]): Generator<void, void, void>;
}
