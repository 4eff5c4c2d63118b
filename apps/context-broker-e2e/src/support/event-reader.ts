import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/** One event as it came: `id`, `event` and `data` of it. */
export interface ReadEvent {
  readonly id: string;
  readonly kind: string | undefined;
  readonly data: unknown;
}

/** Reads a stream of events, as the HTML standard says (9.2.6), as far as a broker writes it. */
export class EventReader {
  private readonly blocks: AsyncIterator<string, void>;
  /** Of the latest block. */
  lastId = '';

  private constructor(readonly response: IncomingMessage) {
    this.blocks = blocksOf(response);
  }

  /** Opens a stream, and waits until it has begun. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const outgoing = request(url, { headers: { Accept: 'text/event-stream', ...headers }, agent: false });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const reader = new EventReader(response);
    if (response.statusCode === 200) await reader.block();
    return reader;
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const fields = await this.block();
      if (fields === undefined) return undefined;
      const data = fields.get('data');
      if (data !== undefined)
        return { id: this.lastId, kind: fields.get('event'), data: JSON.parse(data) as unknown };
    }
  }

  /** The next so many, as kind and data. */
  async take(count: number): Promise<(readonly [string | undefined, unknown])[]> {
    const events = [];
    for (let at = 0; at < count; at++) {
      const event = await this.next();
      events.push([event?.kind, event?.data] as const);
    }
    return events;
  }

  close(): void {
    this.response.destroy();
  }

  private async block(): Promise<ReadonlyMap<string, string> | undefined> {
    const next = await this.blocks.next();
    if (next.done === true) return undefined;
    const fields = new Map(
      next.value.split('\n').map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)];
      }),
    );
    this.lastId = fields.get('id') ?? this.lastId;
    return fields;
  }
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<string, void> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    const blocks = `${text}${chunk as string}`.split('\n\n');
    text = blocks.pop()!;
    yield* blocks;
  }
}
