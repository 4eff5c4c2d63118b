import * as http from 'node:http';
import * as https from 'node:https';
import type { ReceiverPolicy } from '../../../receivers/receiver-policy';
import { failureReason } from './failure-reason';
import { hostAndPort } from '../../outgoing';
import { DEFAULT_TIMEOUT_MS, type SendResult } from '../channel';
import type { OutgoingHttp } from './http-channel';

export interface HttpSenderOptions {
  /** `-httpTimeout`; for the whole exchange, redirects included. */
  readonly timeoutMs: number;
  /** `-insecureNotif`: accept certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly receivers: ReceiverPolicy;
  /** `-notifRedirects`: which ones are followed. */
  readonly redirects: 'none' | 'sameHost' | 'any';
  /** Open connections for one host and port. */
  readonly connectionsPerTarget: number;
}

const MAX_REDIRECTS = 5;
/** Answers that are no success are logged; longer ones end with the connection. */
const MAX_ANSWER_BYTES = 65_536;
const IDLE_MS = 15_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Not passed on to another host. */
const SECRETS = new Set(['x-auth-token', 'authorization', 'cookie', 'proxy-authorization']);

interface Attempt {
  readonly outgoing: OutgoingHttp;
  readonly redirects: number;
  readonly deadlineMs: number;
}

/**
 * Sends HTTP and HTTPS notifications over connections that stay open. Node's own client, because it writes headers in
 * the order and spelling they are given in, Host included.
 */
export class HttpSender {
  readonly #plain: http.Agent;
  readonly #secure: https.Agent;

  constructor(private readonly options: HttpSenderOptions) {
    const pool = {
      keepAlive: true,
      maxSockets: options.connectionsPerTarget,
      maxFreeSockets: options.connectionsPerTarget,
      scheduling: 'lifo',
      timeout: IDLE_MS,
      lookup: options.receivers.lookup,
    } as const;
    this.#plain = new http.Agent(pool);
    this.#secure = new https.Agent({ ...pool, rejectUnauthorized: !options.insecure });
  }

  send(outgoing: OutgoingHttp): Promise<SendResult> {
    const timeoutMs =
      outgoing.timeoutMs > 0
        ? outgoing.timeoutMs
        : this.options.timeoutMs > 0
          ? this.options.timeoutMs
          : DEFAULT_TIMEOUT_MS;
    return this.#attempt({ outgoing, redirects: 0, deadlineMs: performance.now() + timeoutMs }, true);
  }

  async close(): Promise<void> {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  /** @param mayReopen  a kept connection that the receiver has just closed is no failure yet: the request goes out once more */
  async #attempt(attempt: Attempt, mayReopen: boolean): Promise<SendResult> {
    const exchange = await this.#exchange(attempt);
    if (exchange.kind === 'stale')
      return mayReopen ? this.#attempt(attempt, false) : { kind: 'failed', reason: exchange.reason };
    if (exchange.kind === 'failed') return exchange;
    const next =
      exchange.location === undefined
        ? undefined
        : redirected(attempt.outgoing, exchange.location, this.options.redirects);
    if (next === undefined || attempt.redirects >= MAX_REDIRECTS)
      return {
        kind: 'answered',
        code: exchange.code,
        ...(exchange.answer !== '' && { answer: exchange.answer }),
      };
    return this.#attempt({ ...attempt, outgoing: next, redirects: attempt.redirects + 1 }, true);
  }

  #exchange({ outgoing, deadlineMs }: Attempt): Promise<Exchange> {
    return new Promise((resolve) => {
      let request: http.ClientRequest;
      try {
        request = this.#open(outgoing);
      } catch (error) {
        // What macros made of a header or the path is nothing Node would send.
        resolve({ kind: 'failed', reason: failureReason(error) });
        return;
      }
      const timer = setTimeout(() => request.destroy(TIMED_OUT), Math.max(0, deadlineMs - performance.now()));
      const finish = (exchange: Exchange) => {
        clearTimeout(timer);
        resolve(exchange);
      };
      request.once('response', (response) => {
        const { statusCode: code = 0, headers } = response;
        const location = REDIRECTS.has(code) ? headers.location : undefined;
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (code >= 300) chunks.push(chunk);
          if (size > MAX_ANSWER_BYTES) response.destroy();
        });
        response.once('error', () => undefined);
        response.once('close', () =>
          finish(
            request.errored === TIMED_OUT
              ? { kind: 'failed', reason: failureReason(TIMED_OUT) }
              : { kind: 'answered', code, location, answer: Buffer.concat(chunks).toString('utf8') },
          ),
        );
      });
      request.once('connect', (_response, socket) => socket.destroy());
      request.once('error', (error: NodeJS.ErrnoException) => {
        const reason = failureReason(error);
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        finish(isStale ? { kind: 'stale', reason } : { kind: 'failed', reason });
      });
      request.end(outgoing.body);
    });
  }

  #open({ protocol, host, port, path, method, headers }: OutgoingHttp): http.ClientRequest {
    this.options.receivers.checkHost(host);
    const isSecure = protocol === 'https:';
    const request = (isSecure ? https : http).request({
      agent: isSecure ? this.#secure : this.#plain,
      host,
      port,
      path,
      method,
      setHost: false,
    });
    for (const [name, value] of headers) request.setHeader(name, value);
    // Kept connections are HTTP/1.1's default: the reference does not mention them either.
    request.removeHeader('Connection');
    return request;
  }
}

type Exchange =
  | {
      readonly kind: 'answered';
      readonly code: number;
      readonly location: string | undefined;
      readonly answer: string;
    }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stale'; readonly reason: string };

const TIMED_OUT = Object.assign(new Error('Timeout was reached'), { code: 'ETIMEDOUT' });

/** The same notification for another address; undefined when the answer names none that is HTTP, or that is not followed. */
function redirected(
  outgoing: OutgoingHttp,
  location: string,
  followed: HttpSenderOptions['redirects'],
): OutgoingHttp | undefined {
  if (followed === 'none') return undefined;
  const base = `${outgoing.protocol}//${hostAndPort(outgoing)}${outgoing.path}`;
  if (!URL.canParse(location, base)) return undefined;
  const target = new URL(location, base);
  const { protocol } = target;
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  // Never from a secure connection to an open one.
  if (outgoing.protocol === 'https:' && protocol === 'http:') return undefined;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const port = Number(target.port) || (protocol === 'https:' ? 443 : 80);
  const path = target.pathname + target.search;
  if (followed === 'sameHost' && host.toLowerCase() !== outgoing.host.toLowerCase()) return undefined;
  const isSameHost = host === outgoing.host && port === outgoing.port;
  const headers = isSameHost ? outgoing.headers : headersFor(hostAndPort({ host, port }), outgoing);
  return { ...outgoing, protocol, host, port, path, headers };
}

/** The headers for another host: without secrets, under its name. */
const headersFor = (authority: string, { headers, ...outgoing }: OutgoingHttp): OutgoingHttp['headers'] =>
  headers
    .filter(([name]) => !SECRETS.has(name.toLowerCase()))
    .map((header) =>
      header[0] === 'Host' && header[1] === hostAndPort(outgoing) ? ['Host', authority] : header,
    );
