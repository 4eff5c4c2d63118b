import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly entities?: readonly {
    readonly id?: string;
    readonly type?: string;
    readonly idPattern?: string;
  }[];
  readonly contextElements?: readonly object[];
}

const STATUS_OK = { code: '200', reasonPhrase: 'OK' };
const far = { type: 'Text', value: 'far away', metadata: {} };

/** Answer of a good provider of NGSIv2. */
function answerV2(path: string, { entities = [] }: Asked): readonly [number, string] {
  if (path.includes('/op/update')) return [204, ''];
  return [
    200,
    JSON.stringify(entities.map(({ id = 'E-some', type = 'T' }) => ({ id, type, far, more: { value: 2 } }))),
  ];
}

/** Answer of a good provider of NGSIv1. */
function answerV1(path: string, { entities = [], contextElements = [] }: Asked): readonly [number, string] {
  const attributes = [{ name: 'far', type: 'Text', value: 'far away' }];
  const elements = path.includes('/updateContext')
    ? contextElements
    : entities.map(({ id = 'E-some', type = 'T' }) => ({ id, type, isPattern: 'false', attributes }));
  const contextResponses = elements.map((contextElement) => ({ contextElement, statusCode: STATUS_OK }));
  return [200, JSON.stringify({ contextResponses })];
}

/** How it answers, by the first segment of the address; every other one is a receiver that takes all. */
const BEHAVIOURS: Readonly<
  Record<string, (path: string, asked: Asked) => readonly [status: number, body: string]>
> = {
  good: (path, asked) => (path.includes('/v1') ? answerV1 : answerV2)(path, asked),
  empty: (path) => [200, path.includes('/v1') ? '{}' : '[]'],
  missing: (path) =>
    path.includes('/v1')
      ? [200, '{"errorCode":{"code":"404","reasonPhrase":"No context element found"}}']
      : [404, '{"error":"NotFound","description":"nobody"}'],
  refusing: () => [422, '{"error":"Unprocessable","description":"no"}'],
  failing: () => [500, 'oops'],
  garbled: () => [200, '{"a'],
  other: (path, { entities = [] }) =>
    answerV2(path, { entities: entities.map(() => ({ id: 'stranger', type: 'S' })) }),
  'refused-500': () => [500, ''],
  'refused-404': () => [404, ''],
};

/** Receiver of all notifications and provider of all registrations. */
export class Counterpart {
  private readonly seen: string[] = [];
  private wake: () => void = () => undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (incoming, response) => void this.answer(incoming, response));
  }

  static async start(): Promise<Counterpart> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    return new Counterpart(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the requests since the last call (first line, fields, body), once there are so many or the time is up. */
  async take(count: number, timeoutMs: number): Promise<readonly string[]> {
    const deadline = Date.now() + timeoutMs;
    while (this.seen.length < count && Date.now() < deadline)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.wake = () => resolve(clearTimeout(timer));
      });
    return this.seen.splice(0);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await incoming.toArray()) as Buffer[]).toString('utf8');
    const path = incoming.url ?? '';
    const fields = incoming.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\n`)).join('');
    this.seen.push(`${incoming.method} ${path}\n${fields}\n${body}`);
    this.wake();
    const [status, text] = BEHAVIOURS[path.split('/')[1] ?? '']?.(path, parsed(body)) ?? [200, ''];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  }
}

function parsed(body: string): Asked {
  try {
    return JSON.parse(body) as Asked;
  } catch {
    return {};
  }
}
