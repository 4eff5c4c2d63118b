import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Counterpart } from './counterpart';
import { Normaliser } from './normalise';
import type { Chapter, Step } from './step';

/** Answer to a step, with the requests that the counterpart was sent because of it. */
export interface Recorded {
  readonly answer: string;
  readonly sent: readonly string[];
}

/** How long the recorder listens for what may still be sent; the player waits for what it knows will be. */
const QUIET_MS = 100;
const PATIENCE_MS = 10_000;

/** Fields that tell of the connection and of the clock. */
const PASSING = new Set(['date', 'connection', 'keep-alive']);

/** Plays chapters against one broker. */
export class Player {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly counterpart: Counterpart,
  ) {}

  /**
   * Plays a chapter.
   *
   * @param recorded  what is expected of each step; undefined to record, which takes longer
   * @param tenant  that nobody has used yet
   */
  async play(
    { steps }: Chapter,
    tenant: string,
    recorded?: readonly Recorded[],
  ): Promise<readonly Recorded[]> {
    const turn = new Turn(this.url, this.agent, this.counterpart, tenant);
    const results: Recorded[] = [];
    for (const [at, step] of steps.entries()) results.push(await turn.take(step, recorded?.[at]));
    return results;
  }

  close(): void {
    this.agent.destroy();
  }
}

/** One run of a chapter. */
class Turn {
  private readonly kept = new Map<string, string>();
  private readonly normaliser: Normaliser;

  constructor(
    private readonly url: string,
    private readonly agent: Agent,
    private readonly counterpart: Counterpart,
    private readonly tenant: string,
  ) {
    this.kept.set('receiver', counterpart.url);
    const withoutScheme = (address: string) => address.slice('http://'.length);
    this.normaliser = new Normaliser(
      new Map([
        [withoutScheme(counterpart.url), '<receiver>'],
        [withoutScheme(url), '<broker>'],
        [tenant, '<tenant>'],
      ]),
    );
  }

  async take(step: Step, expected?: Recorded): Promise<Recorded> {
    let answer = await this.ask(step);
    if (step.isSettling) answer = await this.settle(step, answer, expected);
    if (!step.isWatched) return { answer, sent: [] };
    const sent =
      expected === undefined
        ? await this.counterpart.take(Infinity, QUIET_MS)
        : await this.counterpart.take(expected.sent.length, PATIENCE_MS);
    // Notifications about several entities are on their way at once, and come in any order.
    return { answer, sent: sent.map((text) => this.normaliser.text(text)).sort() };
  }

  private async settle(step: Step, first: string, expected?: Recorded): Promise<string> {
    let answer = first;
    const deadline = Date.now() + (expected === undefined ? QUIET_MS : PATIENCE_MS);
    while (answer !== expected?.answer && Date.now() < deadline) answer = await this.ask(step);
    return answer;
  }

  private async ask(step: Step): Promise<string> {
    const body = this.bodyOf(step);
    const outgoing = request(this.url + printable(this.filled(step.path)), {
      agent: this.agent,
      method: step.method,
      headers: {
        'Fiware-Service': this.tenant,
        ...(body !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        }),
        ...Object.fromEntries(
          Object.entries(step.headers ?? {}).map(([name, value]) => [name, this.filled(value)]),
        ),
      },
    });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = Buffer.concat((await incoming.toArray()) as Buffer[]).toString('utf8');
    this.keep(step, incoming);
    return this.textOf(step, incoming, text);
  }

  private bodyOf({ body }: Step): string | undefined {
    if (body === undefined) return undefined;
    return this.filled(typeof body === 'string' ? body : JSON.stringify(body));
  }

  private textOf({ hasFigures = false }: Step, incoming: IncomingMessage, body: string): string {
    const fields = incoming.rawHeaders.flatMap((name, at, all) =>
      at % 2 === 1 || PASSING.has(name.toLowerCase()) || (hasFigures && name === 'Content-Length')
        ? []
        : [`${name}: ${all[at + 1]}`],
    );
    const head = [`${incoming.statusCode} ${incoming.statusMessage}`, ...fields].join('\n');
    const shown = this.normaliser.text(`${head}\n\n`) + this.normaliser.text(body);
    return hasFigures ? Normaliser.withoutFigures(shown) : shown;
  }

  private keep({ keep }: Step, { headers }: IncomingMessage): void {
    if (keep === undefined) return;
    const { location = '', etag = '' } = headers;
    const text = {
      location: location.split('?')[0]!.split('/').at(-1)!,
      tag: etag,
      cursor: String(headers['fiware-next-cursor'] ?? ''),
    }[keep.from];
    if (text !== '') this.kept.set(keep.as, text);
  }

  /** With what earlier steps kept. */
  private filled(text: string): string {
    return text.replace(/\{([\w-]+)\}/g, (whole, name: string) => this.kept.get(name) ?? whole);
  }
}

/** Only what a request line cannot hold is escaped: the rest is what the tests are about. */
const printable = (path: string): string => path.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
