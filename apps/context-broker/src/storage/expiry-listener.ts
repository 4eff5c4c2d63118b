import type { EntityChange } from '@smart-city/context';
import type { Accompany } from './commit-companion';

/** Told of what a store removes because it is over. */
export interface ExpiryListener {
  /** Part of the commit of the removal, where the store commits parts of other ports; undefined for nothing. */
  accompanying(tenant: string): Accompany | undefined;
  /** The changes are stored. Must not throw; the store waits for it before it removes more. */
  expired(tenant: string, changes: readonly EntityChange[]): void | Promise<void>;
}
