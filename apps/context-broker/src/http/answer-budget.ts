import { getHeapStatistics } from 'node:v8';
import type { ServerResponse } from 'node:http';
import { NgsiError } from '@smart-city/context';
import { errorAnswer } from './answer';

/** Bytes. Smaller answers are not counted: there are many of them, and they take little. */
export const COUNTED_FROM = 65_536;
/** A client that has not taken its answer for so long makes room for others, where there is too little. */
const PATIENCE_MS = 10_000;
const SHARE = 8;

/** @param bytes  as the operator wants it; 0: a share of the memory that the process may use */
export const answerLimit = (bytes: number): number =>
  bytes || Math.floor(getHeapStatistics().heap_size_limit / SHARE);

export const answersTakeAll = () =>
  errorAnswer(
    new NgsiError(
      'ServiceUnavailable',
      'answers that clients have not taken yet take all the memory there is for them; try again',
    ),
    ['Retry-After', '1'],
  );

interface WaitingAnswer {
  readonly response: Pick<ServerResponse, 'once' | 'destroy'>;
  readonly bytes: number;
  readonly sinceMs: number;
}

/** Counts the bytes of large answers from their making until the client has them. */
export class AnswerBudget {
  /** In the order they were written. */
  private readonly waiting = new Set<WaitingAnswer>();
  private waitingBytes = 0;

  constructor(
    private readonly most: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Bytes of all that wait. */
  get held(): number {
    return this.waitingBytes;
  }

  /**
   * Counts an answer. Where there are too many bytes, those that have waited for their clients for long are broken off, the oldest
   * first; one answer alone is never too much.
   *
   * @param isNeeded  it is counted even if there is no room
   * @returns whether there is room
   */
  hold(response: WaitingAnswer['response'], bytes: number, isNeeded: boolean): boolean {
    if (bytes < COUNTED_FROM) return true;
    if (!this.hasRoomFor(bytes)) this.makeRoomFor(bytes);
    if (!this.hasRoomFor(bytes) && !isNeeded) return false;
    const answer = { response, bytes, sinceMs: this.nowMs() };
    this.waiting.add(answer);
    this.waitingBytes += bytes;
    response.once('close', () => this.release(answer));
    return true;
  }

  private hasRoomFor(bytes: number): boolean {
    return this.waiting.size === 0 || this.waitingBytes + bytes <= this.most;
  }

  private makeRoomFor(bytes: number): void {
    for (const answer of this.waiting) {
      if (this.nowMs() - answer.sinceMs < PATIENCE_MS || this.hasRoomFor(bytes)) return;
      this.release(answer);
      answer.response.destroy();
    }
  }

  private release(answer: WaitingAnswer): void {
    if (this.waiting.delete(answer)) this.waitingBytes -= answer.bytes;
  }
}
