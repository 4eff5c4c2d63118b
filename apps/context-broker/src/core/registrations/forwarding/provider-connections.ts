import * as http from 'node:http';
import * as https from 'node:https';
import type { ReceiverPolicy } from '@smart-city/receivers';

export interface ProviderConnectionOptions {
  /** For the whole exchange: connection, headers and body. */
  readonly timeoutMs: number;
  /** Bytes; a larger answer counts as a failure. */
  readonly maxAnswerBytes: number;
  /** Accept certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly receivers: ReceiverPolicy;
}

/** What came back, whatever it says. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

interface Post {
  readonly endpoint: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MOST_CONNECTIONS = 64;
const IDLE_MS = 30_000;

const TIMED_OUT = Object.assign(new Error('Timeout was reached'), { code: 'ETIMEDOUT' });
const TOO_LARGE = new Error('the answer is too large');
const CUT = new Error('Transferred a partial file');

/** Connections to context providers that stay open. Redirects are not followed. */
export class ProviderConnections {
  private readonly agents: { readonly http: http.Agent; readonly https: https.Agent };

  constructor(private readonly options: ProviderConnectionOptions) {
    const shared = {
      keepAlive: true,
      maxSockets: MOST_CONNECTIONS,
      timeout: IDLE_MS,
      lookup: options.receivers.lookup,
    };
    this.agents = {
      http: new http.Agent(shared),
      https: new https.Agent({ ...shared, rejectUnauthorized: !options.insecure }),
    };
  }

  /** @throws what kept the answer from coming, with Node's code */
  post(post: Post): Promise<ProviderResponse> {
    return this.exchange(post, performance.now() + this.options.timeoutMs);
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  private exchange(post: Post, untilMs: number): Promise<ProviderResponse> {
    return new Promise((resolve, reject) => {
      const request = this.open(post);
      /** Nothing has come yet, and nobody has given up. */
      let isUntouched = true;
      const fail = (error: Error) => {
        isUntouched = false;
        reject(error);
        request.destroy();
      };
      const timer = setTimeout(() => fail(TIMED_OUT), Math.max(0, untilMs - performance.now()));
      request.on('close', () => clearTimeout(timer));
      request.on('response', (response) => {
        isUntouched = false;
        this.read(response, resolve, fail);
      });
      request.on('error', (error) => {
        // The provider let go of a kept connection before it said anything: as with libcurl the request goes out once more.
        if (isUntouched && isStale(request, error)) resolve(this.exchange(post, untilMs));
        else reject(error);
      });
      request.end(post.body);
    });
  }

  private open({ endpoint, headers }: Post): http.ClientRequest {
    const request =
      endpoint.protocol === 'https:'
        ? https.request(endpoint, { method: 'POST', headers, agent: this.agents.https })
        : http.request(endpoint, { method: 'POST', headers, agent: this.agents.http });
    // HTTP/1.1 keeps connections unasked, and the original sends no such field.
    request.removeHeader('Connection');
    return request;
  }

  private read(
    response: http.IncomingMessage,
    resolve: (answer: ProviderResponse) => void,
    fail: (error: Error) => void,
  ): void {
    const pieces: Buffer[] = [];
    let byteLength = 0;
    response.on('data', (piece: Buffer) => {
      byteLength += piece.length;
      if (byteLength > this.options.maxAnswerBytes) fail(TOO_LARGE);
      else pieces.push(piece);
    });
    response.on('error', () => fail(CUT));
    response.on('end', () =>
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text: Buffer.concat(pieces).toString('utf8'),
      }),
    );
  }
}

const GONE: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

const isStale = (request: http.ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && GONE.has(code);
