import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application's address for logout tokens, on loopback. */
export class LogoutReceiver {
  /** Bodies that arrived. */
  readonly received: { readonly contentType: string | undefined; readonly body: string }[] = [];
  private waiting: (() => void)[] = [];
  /** Answers that it gives next, in turn; afterwards 200. */
  private readonly answers: number[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<LogoutReceiver> {
    const server = createServer();
    const receiver = new LogoutReceiver(server);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        response.writeHead(receiver.answers.shift() ?? 200, { Location: 'http://127.0.0.1:1/' }).end();
        receiver.received.push({ contentType: request.headers['content-type'], body });
        for (const wake of receiver.waiting.splice(0)) wake();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/out`;
  }

  answerNext(...statuses: readonly number[]): void {
    this.answers.push(...statuses);
  }

  /** Waits until so many have arrived. @returns the logout tokens */
  async tokens(count: number): Promise<readonly string[]> {
    while (this.received.length < count) await new Promise<void>((wake) => this.waiting.push(wake));
    return this.received.map(({ body }) => new URLSearchParams(body).get('logout_token') ?? '');
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
