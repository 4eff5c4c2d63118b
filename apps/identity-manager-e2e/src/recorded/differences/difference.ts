import type { Answer } from '../answer';
import type { Exchange } from '../recording';

/** What a difference may look at. */
export interface Around {
  readonly exchange: Exchange;
  /** The public address of our service. */
  readonly url: string;
  /** What we are to answer to an earlier exchange. */
  readonly as: (number: number) => Answer;
}

/** One thing in which we differ from Keyrock on purpose. */
export interface Difference {
  /** First cell of its row in the documents of what differs, where the reason is. */
  readonly row: string;
  /** Numbers of the exchanges that show it, or which they are. */
  readonly exchanges: readonly number[] | ((exchange: Exchange) => boolean);
  /** What we answer in place of what was recorded. */
  rewrite(answer: Answer, around: Around): Answer;
}

/** All numbers from the first to the last. */
export const from = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** An error whose description is the text; [errors](errors.ts) make an object of it. */
export const error =
  (status: number, text: string) =>
  ({ subjectToken }: Answer): Answer => ({ subjectToken, status, type: json, body: text });

/** The answer of an earlier exchange. */
export const as =
  (number: number) =>
  (_: Answer, { as: expected }: Around): Answer =>
    expected(number);

/** Members of the body that are others, or there besides; undefined takes one away. */
export const members =
  (changes: Readonly<Record<string, unknown>>) =>
  (answer: Answer): Answer => ({ ...answer, body: merged(answer.body, changes) });

/** An object with changes; undefined takes a member away. */
export function merged(value: unknown, changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = Object.entries({ ...(value as object), ...changes });
  return Object.fromEntries(all.filter(([, member]) => member !== undefined));
}

export const json = 'application/json;charset=utf-8';
