import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

/** Where QuantumLeap's paths stand on the main port. */
const PREFIX = '/ql';

/** Settings of a server that speaks TLS. */
export interface ServerKeys {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/**
 * The server of `-historyPort`: paths of QuantumLeap without their prefix. Whatever comes there is a request of the main server,
 * with all of its checks and bounds.
 */
export function createHistoryServer(main: Server, https: ServerKeys | undefined): Server {
  const options = {
    requestTimeout: main.requestTimeout,
    headersTimeout: main.headersTimeout,
    keepAliveTimeout: main.keepAliveTimeout,
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    request.url = PREFIX + pathOf(request.url ?? '/');
    main.emit('request', request, response);
  };
  const server =
    https === undefined ? createServer(options, serve) : createSecureServer({ ...options, ...https }, serve);
  server.setTimeout(main.timeout);
  // Bytes that are no HTTP are answered as on the main port.
  server.on('clientError', (fault, socket) => void main.emit('clientError', fault, socket));
  return server;
}

/** A target in absolute form names a host before the path. */
const pathOf = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
