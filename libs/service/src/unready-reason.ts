import type { ServiceState } from './service-state';
import { withDeadline } from './with-deadline';

/** Less than what probes wait. */
const PATIENCE_MS = 2000;

export type UnreadyReason =
  { readonly kind: 'stopping' } | { readonly kind: 'no database'; readonly cause: unknown };

/**
 * Whether requests should come here: no stop has begun, and the database answers in time.
 *
 * @param ping  asks the database
 * @returns undefined when they should
 */
export async function unreadyReason(
  { isStopping }: ServiceState,
  ping: () => Promise<unknown>,
  patienceMs = PATIENCE_MS,
): Promise<UnreadyReason | undefined> {
  if (isStopping) return { kind: 'stopping' };
  try {
    await withDeadline(patienceMs, ping(), 'no answer in time');
    return undefined;
  } catch (cause) {
    return { kind: 'no database', cause };
  }
}
