import type { Letter, LetterRow } from '../../../storage/dead-letter-store';
import { causeOf, type SendResult } from '../channels/channel';
import { outcomeToJson, requestToJson } from '../render-attempt';
import type { Outgoing } from '../outgoing';
import { excerpt, shownRequest } from '../shown-request';

/**
 * Why a notification was given up.
 * - `failed`: nothing answered, after all attempts.
 * - `refused`: the answer said that it was not taken, after all attempts that such an answer is worth.
 * - `queueFull`: there was no room for it; no attempt was made.
 */
export type LetterReason = 'failed' | 'refused' | 'queueFull';

export interface LetterEnd {
  readonly reason: LetterReason;
  readonly atMs: number;
  /** All that were made. */
  readonly attempts: number;
  /** Of the last attempt. */
  readonly result?: SendResult;
}

/** What {@link LetterRow.summary} holds. */
export interface LetterSummary {
  readonly reason: LetterReason;
  readonly attempts: number;
  readonly acceptedAtMs: number;
  readonly target: string;
  readonly code?: number;
  readonly answer?: string;
  readonly failure?: string;
}

/** What a letter takes besides its notification. */
const ROW_BYTES = 500;

/** @param target  protocol and address */
export function letterOf(outgoing: Outgoing, target: string, end: LetterEnd): Letter {
  const { reason, atMs, attempts, result } = end;
  const { trace: _trace, log: _log, ...sent } = outgoing;
  const content = JSON.stringify(sent);
  const summary: LetterSummary = {
    reason,
    attempts,
    acceptedAtMs: outgoing.acceptedAtMs,
    target,
    ...(result?.kind === 'failed' && { failure: causeOf(result) }),
    ...(result?.kind === 'answered' && {
      ...(result.code !== undefined && { code: result.code }),
      ...(result.answer !== undefined && { answer: excerpt(result.answer) }),
    }),
  };
  const text = JSON.stringify(summary);
  return {
    id: outgoing.id,
    subscriptionId: outgoing.subscriptionId,
    atMs,
    bytes: ROW_BYTES + Buffer.byteLength(content) + Buffer.byteLength(text),
    summary: text,
    content,
  };
}

export const summaryOf = ({ summary }: LetterRow): LetterSummary => JSON.parse(summary) as LetterSummary;
export const notificationOf = ({ content }: Letter): Outgoing => JSON.parse(content) as Outgoing;

const isoTime = (ms: number): string => new Date(ms).toISOString();

/** As a list shows it. */
export function letterRowToJson(row: LetterRow): object {
  const { id, subscriptionId, atMs, bytes } = row;
  const { reason, attempts, acceptedAtMs, target, ...outcome } = summaryOf(row);
  return {
    id,
    subscriptionId,
    at: isoTime(atMs),
    reason,
    attempts,
    acceptedAt: isoTime(acceptedAtMs),
    target,
    bytes,
    ...(attempts > 0 && outcomeToJson(outcome)),
  };
}

/** With the request as it was or would have been sent; credentials masked. */
export function letterToJson(letter: Letter): object {
  const sent = notificationOf(letter);
  const { correlator, body } = sent;
  const request = requestToJson(shownRequest(sent, summaryOf(letter).target));
  return { ...letterRowToJson(letter), correlator, request: { ...request, body } };
}
