import type { SendResult } from './channels/channel';

export interface RetryOptions {
  /** Attempts after the first one; 0: none, as the original. */
  readonly retries: number;
  /** Wait before the first retry; it doubles from one to the next. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/**
 * The wait before a notification is tried again, in milliseconds.
 *
 * @param attempts  made so far
 * @param result    how the last one ended
 * @returns undefined when it is not tried again
 */
export const waitBeforeRetry = (
  attempts: number,
  result: SendResult,
  { retries, baseMs, maxMs }: RetryOptions,
): number | undefined => {
  if (attempts > retries || !isWorthRetrying(result)) return undefined;
  const full = Math.min(maxMs, baseMs * 2 ** (attempts - 1));
  // Half of it is random, so that subscribers of a receiver that came back do not all call at once.
  return full / 2 + (Math.random() * full) / 2;
};

/** No answer, or one that says that it may go better later. */
const isWorthRetrying = (result: SendResult): boolean =>
  (result.kind === 'failed' && result.hasReceiver !== false) ||
  (result.kind === 'answered' &&
    result.code !== undefined &&
    (result.code >= 500 || result.code === 429 || result.code === 408));
