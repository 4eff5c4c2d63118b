import type { ServerResponse } from 'node:http';
import { type NgsiError } from '@smart-city/context';
import { escapeForbidden } from '@smart-city/ngsiv2';
import { EVENT_STREAM } from './accept';

/** The last four serve pages. */
export type ContentType =
  | typeof EVENT_STREAM
  | 'application/json'
  | 'application/geo+json'
  | 'application/ld+json'
  | 'application/problem+json'
  | 'text/plain'
  | 'text/html; charset=utf-8'
  | 'text/css; charset=utf-8'
  | 'text/javascript; charset=utf-8'
  | 'text/csv; charset=utf-8';

/** What a handler answers. Written to the wire in one place, `answer-writer.ts`. */
export class Answer {
  /** Sent instead of an empty body: of a {@link ByteAnswer} alone. */
  declare readonly bytes?: Buffer;
  /** Writes the body, bit by bit: of a {@link StreamAnswer} or a {@link FileAnswer} alone. */
  declare readonly open?: (body: ServerResponse) => void;
  /** How long a client may take nothing of a body that is written bit by bit; 0: as long as it likes. */
  declare readonly idleMs?: number;
  /** Bytes that a body which is written bit by bit holds at a time: of an answer in parts alone. */
  declare readonly heldBytes?: number;

  constructor(
    readonly status: number,
    readonly body = '',
    /** Name, value, name, value …: operation headers, spelled and ordered as on the wire. */
    readonly headers: readonly string[] = [],
    /** Undefined: what the client's `Accept` makes of JSON. */
    readonly contentType?: ContentType,
    /** Bytes of what is sent after the head. */
    readonly size: number = Buffer.byteLength(body),
  ) {}

  /** The same answer with further headers. */
  withHeaders(headers: readonly string[]): Answer {
    return new Answer(this.status, this.body, [...this.headers, ...headers], this.contentType, this.size);
  }
}

/** An answer whose body is no text, because it is compressed. */
export class ByteAnswer extends Answer {
  constructor(
    status: number,
    override readonly bytes: Buffer,
    headers: readonly string[],
    contentType: ContentType,
  ) {
    super(status, '', headers, contentType, bytes.length);
  }
}

/** What the body of a stream is written to. */
export type StreamBody = Pick<ServerResponse, 'on' | 'write' | 'end' | 'destroy' | 'writableLength'>;

/** Nobody on the way keeps or collects events, nor makes them smaller. */
const STREAM_HEADERS = ['Cache-Control', 'no-store, no-transform', 'X-Accel-Buffering', 'no'];

/** An answer of Server-Sent Events, which goes on when the handler has returned. */
export class StreamAnswer extends Answer {
  constructor(override readonly open: (body: StreamBody) => void) {
    super(200, '', STREAM_HEADERS, EVENT_STREAM);
  }
}

/** Who takes nothing of a file for so long has gone away. */
export const FILE_IDLE_MS = 60_000;

/** An answer that is written while it is read: a file that is never in memory as a whole. */
export class FileAnswer extends Answer {
  override readonly idleMs = FILE_IDLE_MS;

  /** @param open  ends the body, or destroys it, so that nobody takes a part for the whole */
  constructor(
    contentType: ContentType,
    headers: readonly string[],
    override readonly open: (body: ServerResponse) => void,
  ) {
    super(200, '', headers, contentType);
  }
}

export const NO_CONTENT = new Answer(204);

export const jsonAnswer = (body: string) => new Answer(200, body);
export const textAnswer = (body: string) => new Answer(200, body, [], 'text/plain');
export const created = (location: string) => new Answer(201, '', ['Location', location]);

/** What a handler returned as an answer: itself, the text of a JSON body, or nothing. */
export const answerOf = (status: number, body: Answer | string | undefined): Answer =>
  body instanceof Answer ? body : new Answer(status, body);

/** A list; with `count` given, `Fiware-Total-Count` says it. */
export const listAnswer = (body: string, count: number | undefined, contentType?: ContentType) =>
  new Answer(200, body, countHeaders(count), contentType);

/** Header field that tells how many there are in all. */
export const countHeaders = (count: number | undefined): readonly string[] =>
  count === undefined ? [] : ['Fiware-Total-Count', String(count)];

/** The body of an error, its texts escaped as Orion escapes them. */
export const errorBody = (error: string, description: string) =>
  `{"error":${JSON.stringify(escapeForbidden(error))},"description":${JSON.stringify(escapeForbidden(description))}}`;

export const errorAnswer = (error: NgsiError, headers: readonly string[] = []) =>
  new Answer(error.status, errorBody(error.error, error.message), headers);
