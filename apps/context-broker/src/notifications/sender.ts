import type { Outgoing } from './outgoing';

/**
 * How one attempt ended.
 * - `answered`: the receiver has it, or at least said something. `code` is its HTTP status, where there is one.
 * - `failed`: no answer; `reason` in the words of the reference (libcurl's), empty where it keeps none.
 */
export type SendResult =
  | { readonly kind: 'answered'; readonly code?: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends notifications of one kind. Never rejects. */
export interface Sender<O extends Outgoing> {
  send(outgoing: O): Promise<SendResult>;
  close(): Promise<void>;
}

export const DEFAULT_TIMEOUT_MS = 5_000;
