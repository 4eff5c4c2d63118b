import { hostAndPort } from '@smart-city/ngsiv2';
import type { ReceiverPolicy } from '@smart-city/receivers';
import { failureReason } from '../../../../receivers/failure-reason';
import { ConnectionPool, type ConnectionOptions, type Exchange } from './http-connection';
import { timeoutOf, type ChannelTools, type SendResult } from '../channel';
import type { OutgoingHttp } from './http-notification';

export interface HttpSenderOptions {
  /** `-httpTimeout`; for the whole exchange, redirects included. */
  readonly timeoutMs: number;
  /** `-insecureNotif`: accept certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly receivers: ReceiverPolicy;
  /** `-notifRedirects`: which ones are followed. */
  readonly redirects: 'none' | 'sameHost' | 'any';
  /** Of one receiver: see {@link ConnectionOptions.tls}. */
  readonly tls?: ConnectionOptions['tls'];
  /** Connections to one host and port that are kept while nobody needs them. */
  readonly connectionsPerTarget: number;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Not passed on to another host. */
const SECRETS = new Set(['x-auth-token', 'authorization', 'cookie', 'proxy-authorization']);

interface Attempt {
  readonly outgoing: OutgoingHttp;
  readonly redirects: number;
  readonly deadlineMs: number;
}

/**
 * Sends HTTP and HTTPS notifications over connections that stay open. Requests are written as they are given, in the order
 * and spelling of their headers, Host included, which leaves out Node's client (it adds Connection) and undici (it puts
 * Host first, in lower case); it also costs a third of what the former does.
 */
export class HttpSender {
  private readonly pool: ConnectionPool;
  private readonly timeoutMs: number;

  constructor(private readonly options: HttpSenderOptions) {
    this.timeoutMs = timeoutOf(options);
    this.pool = new ConnectionPool({
      receivers: options.receivers,
      insecure: options.insecure,
      mostIdle: options.connectionsPerTarget,
      tls: options.tls,
    });
  }

  readonly send = (outgoing: OutgoingHttp): Promise<SendResult> => {
    const timeoutMs = outgoing.timeoutMs > 0 ? outgoing.timeoutMs : this.timeoutMs;
    return this.attempt({ outgoing, redirects: 0, deadlineMs: performance.now() + timeoutMs }, false);
  };

  close(): Promise<void> {
    this.pool.close();
    return Promise.resolve();
  }

  /** @param isFresh  over a connection of its own: a kept one that the receiver has just closed is no failure yet */
  private async attempt(attempt: Attempt, isFresh: boolean): Promise<SendResult> {
    const exchange = await this.exchange(attempt, isFresh);
    if (exchange.kind === 'stale') return this.attempt(attempt, true);
    if (exchange.kind === 'failed') return { kind: 'failed', reason: failureReason(exchange.error) };
    const { code, location, body } = exchange.answer;
    const next =
      location === undefined || !REDIRECTS.has(code)
        ? undefined
        : redirected(attempt.outgoing, location, this.options.redirects);
    if (next === undefined || attempt.redirects >= MAX_REDIRECTS)
      return body === '' ? { kind: 'answered', code } : { kind: 'answered', code, answer: body };
    return this.attempt({ ...attempt, outgoing: next, redirects: attempt.redirects + 1 }, false);
  }

  private async exchange({ outgoing, deadlineMs }: Attempt, isFresh: boolean): Promise<Exchange> {
    try {
      const text = requestText(outgoing);
      const connection = this.pool.take(outgoing, isFresh);
      return await connection.exchange(text, outgoing.method === 'HEAD', deadlineMs - performance.now());
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}

/** A sender as the options of the broker want it. */
export const openHttpSender = (
  { options, receivers }: Pick<ChannelTools, 'options' | 'receivers'>,
  own: Pick<HttpSenderOptions, 'redirects' | 'tls'>,
): HttpSender =>
  new HttpSender({
    timeoutMs: options.httpTimeoutMs,
    insecure: options.insecureNotif,
    receivers,
    connectionsPerTarget: options.notifParallel,
    ...own,
  });

/** What would end a line of the head, and with it the request. */
const LINE_END = /[\r\n\0]/;
const METHOD = /^[A-Z]+$/;
const TARGET = /^[\x21-\xff]+$/;

/**
 * The request as bytes; as text of Latin-1 where all of it is ASCII, which is cheaper to write.
 *
 * @throws Error  macros, or whoever wrote to the database, made something that is no request
 */
function requestText({ method, path, headers, body }: OutgoingHttp): string | Buffer {
  if (!METHOD.test(method) || !TARGET.test(path)) throw new Error('no request line');
  let head = `${method} ${path} HTTP/1.1\r\n`;
  for (const [name, value] of headers) {
    if (LINE_END.test(value)) throw new Error(`header ${name} with a line break`);
    head += `${name}: ${value}\r\n`;
  }
  head += '\r\n';
  if (Buffer.byteLength(body) === body.length) return head + body;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body, 'utf8')]);
}

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
