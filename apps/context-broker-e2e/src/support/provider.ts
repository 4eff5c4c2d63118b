import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * What a provider does with a request. `'hang'` never answers, `'drip'` answers a byte now and then for ever, `'cut'`
 * ends the connection in the middle of its answer.
 */
export type ProviderAnswer =
  | {
      readonly status?: number;
      readonly body?: string;
      readonly headers?: Record<string, string>;
      /** The answer is sent when it has come. */
      readonly after?: Promise<void>;
    }
  | 'hang'
  | 'drip'
  | 'cut';

/** A context provider on a port of its own. */
export class Provider {
  readonly requests: ProviderRequest[] = [];

  private constructor(
    private readonly server: Server,
    private behaviour: (request: ProviderRequest) => ProviderAnswer,
  ) {}

  static async start(behaviour: (request: ProviderRequest) => ProviderAnswer): Promise<Provider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A failed test may leave it open; the runner must still end.
    server.unref();
    const provider = new Provider(server, behaviour);
    server.on('request', (incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const request = {
          url: incoming.url!,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        provider.requests.push(request);
        const answer = provider.behaviour(request);
        if (answer === 'hang') return;
        if (answer === 'drip' || answer === 'cut') {
          misbehave(response, answer);
          return;
        }
        const { status = 200, body = '', headers = {}, after = Promise.resolve() } = answer;
        void after.then(() =>
          response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body),
        );
      });
    });
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function misbehave(response: ServerResponse, how: 'drip' | 'cut'): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000000' });
  if (how === 'cut') {
    response.write('[{"id":"E","type":"T",', () => response.destroy());
    return;
  }
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}
