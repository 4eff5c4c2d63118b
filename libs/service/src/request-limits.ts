import type { IncomingMessage, Server as HttpServer, ServerOptions, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What a client has to send its request line and headers, unless the limit for the whole request is shorter. */
const LONGEST_HEAD_MS = 60_000;
/** What a client has to send the rest of a body that is no longer wanted; then its connection is closed. */
const LONGEST_REST_MS = 5_000;

type Timeouts = Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'>;

/**
 * The settings of a server (`http.createServer`) that does not wait for ever for requests: Node answers 408 and closes the
 * connection. It looks after its connections now and then, so a limit may be overrun by a tenth.
 *
 * @param requestMs  from the first byte of a request to the last of its body; 0 is no limit
 */
export function requestTimeouts(requestMs: number): Required<Timeouts> {
  return {
    requestTimeout: requestMs,
    headersTimeout: requestMs === 0 ? LONGEST_HEAD_MS : Math.min(LONGEST_HEAD_MS, requestMs),
    connectionsCheckingInterval: Math.min(5_000, Math.max(100, (requestMs || LONGEST_HEAD_MS) / 10)),
  };
}

/** The last request of a connection that has a body. */
const latest = new WeakMap<
  Duplex,
  { readonly request: IncomingMessage; readonly response: ServerResponse }
>();

/**
 * For listeners of `clientError`: whether the fault is in a body that nobody waited for ({@link closeUnreadBodies}). The
 * connection is to be closed without a word then: a second answer would be taken for that of the next request.
 */
export function isAnswered(socket: Duplex): boolean {
  const exchange = latest.get(socket);
  return exchange !== undefined && exchange.response.headersSent && !exchange.request.complete;
}

/** Answers what Node's parser refuses as Node does by itself, but each request only once. */
export function refuseUnparsed(server: HttpServer | HttpsServer): void {
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    if (isAnswered(socket)) return socket.destroySoon();
    socket.end(`HTTP/1.1 ${UNPARSED[code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  });
}

const UNPARSED: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Closes connections whose request was answered before its body had come, unless the rest comes soon: a client that reads
 * the refusal only after it has sent everything gets it, one that sends nothing more holds nothing.
 *
 * @param requestMs  as above; a shorter one is the limit for the rest, too
 */
export function closeUnreadBodies(server: HttpServer | HttpsServer, requestMs: number): void {
  const restMs = requestMs === 0 ? LONGEST_REST_MS : Math.min(LONGEST_REST_MS, requestMs);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    latest.set(request.socket, { request, response });
    const answered = () => {
      if (!request.complete && !response.shouldKeepAlive) closeAfter(request);
    };
    if (response.writableEnded) answered();
    else response.once('prefinish', answered);
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const timer = setTimeout(() => socket.destroy(), restMs);
      // A connection outlives many such requests, so nothing of one stays behind on it.
      const done = () => {
        clearTimeout(timer);
        socket.off('close', done);
      };
      request.once('end', done);
      socket.once('close', done);
      request.resume();
    });
  });
}

/**
 * Node destroys a connection that is not to be kept as soon as the answer has left. What comes of the body after that is
 * answered with a reset, which may take the answer from the client; so it is destroyed when both are through.
 *
 * @see RFC 9112, section 9.6
 */
function closeAfter(request: IncomingMessage): void {
  const { socket } = request;
  // Of the two that come here, Node and the end of the body, the first one finds this, the second one the method itself.
  socket.destroySoon = () => void Reflect.deleteProperty(socket, 'destroySoon');
  request.once('end', () => socket.destroySoon());
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');
