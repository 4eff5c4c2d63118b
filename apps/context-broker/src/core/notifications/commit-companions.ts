import type { EntityChange } from '@smart-city/context';
import type { CommitPart, Companion } from '../../storage/commit-companion';
import type { Match } from '../subscriptions/subscription-matcher';
import type { Outgoing } from './outgoing';

/** Of a notifier, for {@link companionOf}. */
export interface CompanionParts {
  /** The notifications of the changes, and undefined after steps that gave none; told of what throttling keeps back. */
  written(hold: (match: Match, change: EntityChange) => void): Iterable<Outgoing | undefined>;
  /** Notifications as a part of the commit. */
  kept(batch: readonly Outgoing[]): CommitPart;
  readonly isWatched: boolean;
  /** The changes are stored: whoever watches sees them. */
  stored(): void;
  hold(match: Match, change: EntityChange): void;
  queue(batch: readonly Outgoing[]): void;
}

/**
 * What goes into the commit of changes: their notifications, written before they are stored, and queued once both are durable.
 *
 * @returns undefined for nothing
 */
export function companionOf(parts: CompanionParts): Companion | undefined {
  const held: (readonly [Match, EntityChange])[] = [];
  const batch = [...parts.written((...one) => void held.push(one))].filter((one) => one !== undefined);
  if (batch.length + held.length === 0 && !parts.isWatched) return undefined;
  return {
    parts: batch.length === 0 ? [] : [parts.kept(batch)],
    settled: (committed) => {
      if (!committed) return;
      parts.stored();
      for (const one of held) parts.hold(...one);
      if (batch.length > 0) parts.queue(batch);
    },
  };
}
