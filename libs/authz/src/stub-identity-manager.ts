import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** An identity manager that answers as a test says; for the unit tests of this library only. */
export class StubIdentityManager {
  readonly requests: StubRequest[] = [];
  /** Undefined as answer: none ever comes. */
  answer: (request: StubRequest, response: ServerResponse) => object | string | undefined | Promise<object> =
    () => ({});

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StubIdentityManager> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stub = new StubIdentityManager(server);
    server.on('request', (incoming, response) => void stub.serve(incoming, response));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url!, this.url);
    const request = { path: pathname, query: searchParams, headers: incoming.headers };
    this.requests.push(request);
    response.setHeader('Content-Type', 'application/json');
    const body = await this.answer(request, response);
    if (body !== undefined) response.end(JSON.stringify(body));
  }
}
