import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Kept connections that nobody used for so long are closed: less than the brokers' `-stopDelay`. */
const IDLE_MS = 100;
const CHECK_INTERVAL_MS = 50;

interface Backend {
  readonly url: string;
  isReady: boolean;
}

/**
 * A reverse proxy that does what the balancer of `docker/` does: kept connections to its backends, `/health/ready` asked
 * of each, and the next backend tried when one refuses the connection. What was sent is never sent twice.
 */
export class LoadBalancer {
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  private backends: readonly Backend[] = [];
  private next = 0;
  /** Requests given to another backend because the first one refused the connection. */
  retries = 0;

  private constructor(
    private readonly server: Server,
    private readonly checker: NodeJS.Timeout,
  ) {}

  static async start(): Promise<LoadBalancer> {
    const server = createServer();
    const balancer: LoadBalancer = new LoadBalancer(
      server,
      setInterval(() => void balancer.check(), CHECK_INTERVAL_MS),
    );
    server.on('request', (incoming, answer) => void balancer.forward(incoming, answer));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The addresses to send to from now on; all are taken as ready until they are asked. */
  use(...urls: readonly string[]): void {
    this.backends = urls.map(
      (url) => this.backends.find((backend) => backend.url === url) ?? { url, isReady: true },
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.checker);
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
    await once(this.server, 'close');
  }

  private async check(): Promise<void> {
    for (const backend of this.backends) {
      backend.isReady = await fetch(`${backend.url}/health/ready`, { headers: { Connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    }
  }

  private async forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat((await incoming.toArray()) as Buffer[]);
    this.next += 1;
    const inTurn = this.backends.map((_backend, at, all) => all[(at + this.next) % all.length]!);
    const ready = inTurn.filter(({ isReady }) => isReady);
    for (const { url } of ready.length > 0 ? ready : inTurn) {
      const outcome = await this.send(url, incoming, body, answer);
      if (outcome === 'answered') return;
      if (outcome !== 'ECONNREFUSED') return void answer.writeHead(502).end(outcome);
      this.retries += 1;
    }
    answer.writeHead(502).end('no backend');
  }

  /** @returns 'answered', or the code of the failure */
  private send(
    url: string,
    incoming: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
  ): Promise<string> {
    return new Promise((resolve) => {
      const { method, headers } = incoming;
      const outgoing = request(url + incoming.url, { agent: this.agent, method, headers });
      outgoing.once('response', (response) => {
        const { connection: _own, ...passedOn } = response.headers;
        answer.writeHead(response.statusCode!, passedOn);
        response.pipe(answer);
        response.once('end', () => resolve('answered'));
      });
      outgoing.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      outgoing.end(body);
    });
  }
}
