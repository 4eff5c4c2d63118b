import type { NgsiError } from '@smart-city/ngsi';

/** The last two serve the console page. */
export type ContentType =
  'application/json' | 'text/plain' | 'text/html; charset=utf-8' | 'text/css; charset=utf-8';

/** What a handler answers. Written to the wire in one place, `send-answer.ts`. */
export class Answer {
  constructor(
    readonly status: number,
    readonly body = '',
    /** Name, value, name, value …: operation headers, spelled and ordered as on the wire. */
    readonly headers: readonly string[] = [],
    /** Undefined: what the client's `Accept` makes of JSON. */
    readonly contentType?: ContentType,
  ) {}
}

export const NO_CONTENT = new Answer(204);
export const EMPTY_OK = new Answer(200);

export const jsonAnswer = (body: string) => new Answer(200, body);
export const textAnswer = (body: string) => new Answer(200, body, [], 'text/plain');
export const created = (location: string) => new Answer(201, '', ['Location', location]);

/** What a handler returned as an answer: itself, the text of a JSON body, or nothing. */
export const answerOf = (status: number, body: Answer | string | undefined): Answer =>
  body instanceof Answer ? body : new Answer(status, body);

/** A list; with `count` given, `Fiware-Total-Count` says it. */
export const listAnswer = (body: string, count: number | undefined) =>
  new Answer(200, body, count === undefined ? [] : ['Fiware-Total-Count', String(count)]);

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '(': '&#40;',
  ')': '&#41;',
  '=': '&#61;',
  "'": '&#39;',
  '"': '&quot;',
  ';': '&#59;',
};

/** The escape that error texts pass before they become JSON. Spec section 1.3. */
export const escapeErrorText = (text: string) => text.replace(/[<>()='";]/g, (found) => ESCAPES[found]!);

export const errorBody = (error: string, description: string) =>
  `{"error":${JSON.stringify(escapeErrorText(error))},"description":${JSON.stringify(escapeErrorText(description))}}`;

export const errorAnswer = (error: NgsiError, headers: readonly string[] = []) =>
  new Answer(error.status, errorBody(error.error, error.message), headers);
