import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import { Answer, FILE_IDLE_MS, type ContentType } from './answer';

/** Bytes that an answer in parts takes while a client reads it: a part that is read, and one that is written. */
const HELD_BYTES = 4 * 1024 * 1024;

/** A list in parts: each is the text of a JSON list. */
export interface ListParts {
  readonly json: string;
  readonly more: () => AsyncIterable<string>;
}

/** Texts around a list. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/**
 * An answer of a list that would take much memory as a whole: its parts are read as the client takes them. A fault on the way breaks the
 * connection off, so that nobody takes a part for the whole.
 */
export class PartsAnswer extends Answer {
  override readonly idleMs = FILE_IDLE_MS;
  override readonly heldBytes = HELD_BYTES;

  constructor(
    private readonly parts: ListParts,
    private readonly surroundings: Surroundings,
    headers: readonly string[],
    contentType?: ContentType,
  ) {
    super(200, '', headers, contentType);
  }

  override readonly open = (body: ServerResponse): void => {
    // One part at a time: the next is read when the client has taken this one.
    const text = Readable.from(textOf(this.parts, this.surroundings), {
      objectMode: false,
      highWaterMark: 1,
    });
    pipeline(text, body).catch(() => undefined);
  };

  override withHeaders(headers: readonly string[]): Answer {
    return new PartsAnswer(this.parts, this.surroundings, [...this.headers, ...headers], this.contentType);
  }
}

async function* textOf({ json, more }: ListParts, { before, after }: Surroundings): AsyncGenerator<string> {
  yield `${before}${json.slice(0, -1)}`;
  let isEmpty = json === '[]';
  for await (const part of more()) {
    if (part === '[]') continue;
    yield `${isEmpty ? '' : ','}${part.slice(1, -1)}`;
    isEmpty = false;
  }
  yield `]${after}`;
}
