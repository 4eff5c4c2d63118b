import { createServer, type Server, type Socket } from 'node:net';

/** One request as it came over the wire. */
export interface ReceivedRequest {
  /** `POST /x HTTP/1.1` */
  readonly line: string;
  /** Names and values as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly header: (name: string) => string | undefined;
  readonly json: () => unknown;
}

/** What a receiver does with a request: text to answer, or something nastier on the socket itself. */
export type Behaviour = (request: ReceivedRequest, socket: Socket) => string | undefined;

export const answer = (status: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n${headers}\r\n`;
export const OK: Behaviour = () => answer('200 OK');

/** A subscriber on a raw socket: nothing between the test and the bytes. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  private readonly sockets = new Set<Socket>();
  private waiting: (() => void)[] = [];
  behaviour: Behaviour;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    behaviour: Behaviour,
  ) {
    this.behaviour = behaviour;
  }

  static async start(behaviour: Behaviour = OK, port = 0): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const receiver = new Receiver(server, (server.address() as { port: number }).port, behaviour);
    server.on('connection', (socket) => receiver.read(socket));
    // A failed test may leave it open; the runner must still end.
    server.unref();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Connections opened so far that are still open. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Resolves with all requests once there are so many. @throws Error after `timeoutMs`, with the last ones that came */
  async waitFor(count: number, timeoutMs = 60_000): Promise<readonly ReceivedRequest[]> {
    const deadline = Date.now() + timeoutMs;
    while (this.requests.length < count) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(
          `${this.requests.length} of ${count} requests came: ${JSON.stringify(this.requests.slice(-10).map(({ line, body }) => [line, body]))}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this.requests;
  }

  /** The requests since the last call, once there are so many. */
  async take(count: number): Promise<readonly ReceivedRequest[]> {
    await this.waitFor(count);
    return this.requests.splice(0);
  }

  /** Answers on every open connection, for requests that were left without. */
  answerAll(status: string): void {
    for (const socket of this.sockets) socket.write(answer(status));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private read(socket: Socket): void {
    this.sockets.add(socket);
    let buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      for (;;) {
        const end = buffer.indexOf('\r\n\r\n');
        if (end < 0) return;
        const [line = '', ...lines] = buffer.toString('latin1', 0, end).split('\r\n');
        const headers = lines.map(
          (text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()] as const,
        );
        const find = (name: string) =>
          headers.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1];
        const length = Number(find('content-length') ?? 0);
        if (buffer.length < end + 4 + length) return;
        const body = buffer.toString('utf8', end + 4, end + 4 + length);
        buffer = buffer.subarray(end + 4 + length);
        const request: ReceivedRequest = {
          line,
          headers,
          body,
          header: find,
          json: () => JSON.parse(body) as unknown,
        };
        this.requests.push(request);
        const text = this.behaviour(request, socket);
        if (text !== undefined) socket.write(text);
        for (const wake of this.waiting.splice(0)) wake();
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}
