import type { DeadLetterStore, Letter, LetterLimits } from '../../../storage/dead-letter-store';
import type { SendResult } from '../channels/channel';
import type { Outgoing } from '../outgoing';
import { letterOf, type LetterReason } from './letter';
import { PendingLetters } from './pending-letters';

/** Injection token of {@link DeadLetters}; undefined without `-notifDeadLetters`. */
export const DEAD_LETTERS = 'context-broker.dead-letters';

/** Letters are written together. */
const FLUSH_MS = 200;
/** There may be more letters than may be kept by this part. */
const TRIM_PART = 10;

export interface DeadLetterTools {
  readonly store: DeadLetterStore;
  readonly limits: LetterLimits;
  readonly targetOf: (outgoing: Outgoing) => string;
  /** Told of what the store could not do. */
  readonly onError: (what: string, error: unknown) => void;
}

/**
 * Takes notifications that are given up, and keeps them in the store. What is sent again stays there until it is
 * delivered: a crash in between loses nothing.
 */
export class DeadLetters {
  /** Kept, and dropped because there were more than may be kept; since the start. */
  readonly counts = { kept: 0, dropped: 0 };
  private readonly pending: PendingLetters;
  private timer: NodeJS.Timeout | undefined;
  /** Letters of each tenant that were written since it was trimmed. */
  private readonly untrimmed = new Map<string, number>();
  /** By id of those on their way again: the attempts made before. */
  private readonly underWay = new Map<string, number>();

  constructor(private readonly tools: DeadLetterTools) {
    this.pending = new PendingLetters(tools.limits);
  }

  /**
   * A notification is delivered, or will not be tried again.
   *
   * @returns undefined when there is nothing to keep; else resolves once it is durable, or dropped because of later ones
   */
  settled(outgoing: Outgoing, result: SendResult, attempts: number): Promise<void> | undefined {
    const reason = reasonOf(result);
    if (reason !== undefined) return this.keep(outgoing, { reason, result, attempts });
    return this.underWay.size > 0 && this.underWay.delete(outgoing.id) ? this.forget(outgoing) : undefined;
  }

  /** The queue of a notification was full. @returns as {@link settled} */
  dropped(outgoing: Outgoing): Promise<void> {
    return this.keep(outgoing, { reason: 'queueFull', attempts: 0 });
  }

  /** A letter is about to be sent again. @returns false when it is on its way already */
  sendsAgain({ id }: Pick<Outgoing, 'id'>, attemptsBefore: number): boolean {
    if (this.underWay.has(id)) return false;
    this.underWay.set(id, attemptsBefore);
    return true;
  }

  /** There was no room for it: it stays what it was. */
  isNotSentAgain({ id }: Pick<Outgoing, 'id'>): void {
    this.underWay.delete(id);
  }

  /** Writes what has not been written yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await Promise.all(this.pending.take().map((batch) => this.write(batch)));
  }

  private keep(
    outgoing: Outgoing,
    end: { readonly reason: LetterReason; readonly result?: SendResult; readonly attempts: number },
  ): Promise<void> {
    const before = this.underWay.get(outgoing.id) ?? 0;
    this.underWay.delete(outgoing.id);
    const letter = letterOf(outgoing, this.tools.targetOf(outgoing), {
      ...end,
      attempts: before + end.attempts,
      atMs: Date.now(),
    });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
    const { kept, dropped } = this.pending.add(outgoing.tenant, letter);
    this.counts.dropped += dropped;
    return kept;
  }

  private async write({
    tenant,
    letters,
    settle,
  }: ReturnType<PendingLetters['take']>[number]): Promise<void> {
    const { store, limits, onError } = this.tools;
    try {
      await store.put(tenant, letters satisfies readonly Letter[]);
      this.counts.kept += letters.length;
      settle();
    } catch (error) {
      settle(error);
      return onError('keep dead letters', error);
    }
    if (!this.isTrimDue(tenant, letters.length)) return;
    try {
      this.counts.dropped += await store.trim(tenant, limits);
    } catch (error) {
      onError('drop the oldest dead letters', error);
    }
  }

  /** All letters of a tenant are looked through: not for each that is written, as long as they are few beside those it may keep. */
  private isTrimDue(tenant: string, written: number): boolean {
    const untrimmed = (this.untrimmed.get(tenant) ?? 0) + written;
    const isDue = untrimmed * TRIM_PART >= this.tools.limits.letters;
    if (isDue) this.untrimmed.delete(tenant);
    else this.untrimmed.set(tenant, untrimmed);
    return isDue;
  }

  private async forget({ tenant, id }: Outgoing): Promise<void> {
    try {
      await this.tools.store.remove(tenant, [id]);
    } catch (error) {
      this.tools.onError('remove a dead letter that was delivered', error);
    }
  }
}

/** Undefined for what was delivered, or has nobody it could be delivered to. */
function reasonOf(result: SendResult): LetterReason | undefined {
  if (result.kind === 'failed') return result.hasReceiver === false ? undefined : 'failed';
  return result.code === undefined || result.code < 300 ? undefined : 'refused';
}
