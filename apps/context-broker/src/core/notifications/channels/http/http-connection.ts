import * as net from 'node:net';
import * as tls from 'node:tls';
import type { ReceiverPolicy } from '@smart-city/receivers';
import { AnswerReader, type ReceiverAnswer } from './answer-reader';
import type { OutgoingHttp } from './http-notification';

/**
 * How one request ended. `stale`: over a connection that was kept and of which the receiver let go before it said anything,
 * so that the request may go out once more.
 */
export type Exchange =
  | { readonly kind: 'answered'; readonly answer: ReceiverAnswer }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stale' };

export interface ConnectionOptions {
  /** Whom connections may be made to: asked when one is, and not again for what goes out over it. */
  readonly receivers: Pick<ReceiverPolicy, 'checkHost' | 'lookup'>;
  /** Accept certificates that cannot be verified. */
  readonly insecure: boolean;
  /** PEM: who signs the receiver's certificate, and the certificate that it knows the broker by. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string } | undefined;
  /** Connections to one target that are kept while nobody needs them. */
  readonly mostIdle: number;
}

type Target = Pick<OutgoingHttp, 'protocol' | 'host' | 'port'>;

/** Answers that are no success are logged; longer ones end with the connection. */
const MOST_ANSWER_BYTES = 65_536;
const IDLE_MS = 15_000;
const SWEEP_MS = 5_000;

const TIMED_OUT = Object.assign(new Error('Timeout was reached'), { code: 'ETIMEDOUT' });
const NOTHING_CAME = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

interface Waiting {
  readonly isHead: boolean;
  /** Once something came. */
  reader?: AnswerReader;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (exchange: Exchange) => void;
}

/** One connection, with one request on its way at a time. */
class HttpConnection {
  /** `performance.now()` since when it has nothing to do. */
  idleSinceMs = 0;
  private isKept = false;
  private waiting: Waiting | undefined;
  private fault: unknown;

  /**
   * @param onIdle    it may be used again
   * @param onClosed  it may not
   */
  constructor(
    private readonly socket: net.Socket,
    private readonly onIdle: (connection: HttpConnection) => void,
    private readonly onClosed: (connection: HttpConnection) => void,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.read(bytes));
    socket.on('error', (error) => (this.fault = error));
    socket.on('close', () => this.closed());
  }

  /** Sends a request and waits for its answer. Never rejects. @param isHead  the request is HEAD */
  exchange(request: string | Buffer, isHead: boolean, timeoutMs: number): Promise<Exchange> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end({ kind: 'failed', error: TIMED_OUT }), Math.max(0, timeoutMs));
      this.waiting = { isHead, timer, resolve };
      if (typeof request === 'string') this.socket.write(request, 'latin1');
      else this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(bytes: Buffer): void {
    // Nobody asked: what follows could not be told from an answer.
    if (this.waiting === undefined) return this.close();
    let answer: ReceiverAnswer | undefined;
    try {
      this.waiting.reader ??= new AnswerReader(this.waiting.isHead, MOST_ANSWER_BYTES);
      answer = this.waiting.reader.push(bytes);
    } catch (error) {
      return this.end({ kind: 'failed', error });
    }
    if (answer === undefined) return;
    if (!answer.isKept) return this.end({ kind: 'answered', answer });
    const { timer, resolve } = this.waiting;
    clearTimeout(timer);
    this.waiting = undefined;
    this.isKept = true;
    this.onIdle(this);
    resolve({ kind: 'answered', answer });
  }

  private end(exchange: Exchange): void {
    const waiting = this.waiting;
    this.waiting = undefined;
    this.socket.destroy();
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    waiting.resolve(exchange);
  }

  private closed(): void {
    this.onClosed(this);
    if (this.waiting !== undefined) this.end(this.outcome(this.waiting));
  }

  private outcome({ reader }: Waiting): Exchange {
    if (reader === undefined || reader.isUntouched)
      return this.isKept ? { kind: 'stale' } : { kind: 'failed', error: this.fault ?? NOTHING_CAME };
    try {
      const answer = reader.end();
      return answer === undefined ? { kind: 'failed', error: NOTHING_CAME } : { kind: 'answered', answer };
    } catch (error) {
      return { kind: 'failed', error: this.fault ?? error };
    }
  }
}

/** Connections by target; those that nobody needs are kept for a while. */
export class ConnectionPool {
  /** The one that was used last is taken first. */
  private readonly idle = new Map<string, HttpConnection[]>();
  private readonly open = new Set<HttpConnection>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly options: ConnectionOptions) {
    this.sweeper = setInterval(() => this.closeUnused(), SWEEP_MS);
    this.sweeper.unref();
  }

  /** @param isFresh  not one that was used before @throws ReceiverRefused */
  take(target: Target, isFresh: boolean): HttpConnection {
    const name = `${target.protocol}//${target.host}:${target.port}`;
    const kept = isFresh ? undefined : this.idle.get(name)?.pop();
    return kept ?? this.connect(name, target);
  }

  close(): void {
    clearInterval(this.sweeper);
    for (const connection of this.open) connection.close();
  }

  private connect(name: string, target: Target): HttpConnection {
    const connection = new HttpConnection(
      this.openSocket(target),
      (idle) => this.keep(name, idle),
      (closed) => this.forget(name, closed),
    );
    this.open.add(connection);
    return connection;
  }

  private openSocket({ protocol, host, port }: Target): net.Socket {
    const { receivers, insecure, tls: pems } = this.options;
    receivers.checkHost(host);
    const { lookup } = receivers;
    if (protocol === 'http:') return net.connect({ host, port, lookup });
    return tls.connect({
      ...pems,
      host,
      port,
      lookup,
      servername: net.isIP(host) === 0 ? host : '',
      rejectUnauthorized: !insecure,
    });
  }

  private keep(name: string, connection: HttpConnection): void {
    let idle = this.idle.get(name);
    if (idle === undefined) this.idle.set(name, (idle = []));
    if (idle.length >= this.options.mostIdle) return connection.close();
    connection.idleSinceMs = performance.now();
    idle.push(connection);
  }

  private forget(name: string, connection: HttpConnection): void {
    this.open.delete(connection);
    const idle = this.idle.get(name);
    const at = idle?.indexOf(connection) ?? -1;
    if (idle === undefined || at < 0) return;
    idle.splice(at, 1);
    if (idle.length === 0) this.idle.delete(name);
  }

  private closeUnused(): void {
    const before = performance.now() - IDLE_MS;
    for (const idle of this.idle.values())
      for (const connection of idle) if (connection.idleSinceMs < before) connection.close();
  }
}
