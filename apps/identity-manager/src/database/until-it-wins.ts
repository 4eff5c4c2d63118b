import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, isWorthRetrying } from './database-errors';

const MOST_ATTEMPTS = 10;
/** No further attempt begins after this long: some databases wait for seconds before they give up. */
const LAST_ATTEMPT_MS = 10_000;
const LONGEST_PAUSE_MS = 500;

/**
 * Runs it again when it lost against another transaction, after a pause that grows and that no two share: those that met once
 * would meet again.
 *
 * @throws DatabaseUnavailable when it lost every time
 */
export async function untilItWins<T>(write: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isWorthRetrying(error)) throw error;
      if (attempt === MOST_ATTEMPTS || performance.now() - begun > LAST_ATTEMPT_MS)
        throw new DatabaseUnavailable('other writes kept this one from its rows', { cause: error });
    }
    await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt));
  }
}
