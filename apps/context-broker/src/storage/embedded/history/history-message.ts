import { NgsiError, type NgsiErrorName } from '@smart-city/context';
import { sqliteError } from '../sqlite-error';
import type { HistorySession } from './history-session';

/** Requests that the thread answers. */
export type HistoryWork = Pick<
  HistorySession,
  'find' | 'read' | 'aggregate' | 'append' | 'remove' | 'pack' | 'drop'
>;
export type HistoryVerb = keyof HistoryWork;

/** Its answer. */
export type HistoryAnswers = { readonly [Verb in HistoryVerb]: ReturnType<HistoryWork[Verb]> };

/** Main thread → history thread. */
export interface HistoryRequest<Verb extends HistoryVerb = HistoryVerb> {
  readonly id: number;
  readonly verb: Verb;
  readonly parameters: Parameters<HistoryWork[Verb]>;
}

/** History thread → main thread: the answer to a request, or something for the log. */
export type HistoryReply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refusal: { readonly error: NgsiErrorName; readonly description: string } }
  | { readonly id: number; readonly failure: string }
  | { readonly warning: string };

/** The error of a reply that holds no answer. */
export const errorOfHistory = (
  reply: Exclude<HistoryReply, { warning: string } | { answer: unknown }>,
): NgsiError =>
  'refusal' in reply
    ? new NgsiError(reply.refusal.error, reply.refusal.description)
    : sqliteError('history', reply.failure);
