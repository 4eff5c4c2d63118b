import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServiceState } from '@smart-city/service';
import type { Answer } from './answer';
import type { CorsHeaders } from './cors';
import type { NgsiRequest } from './ngsi-request';

/** Reason phrases of the original's HTTP server; Node's own table is older. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Sees every answer as it leaves: log line, counters, metrics, alarms. */
export type AnswerObserver = (request: NgsiRequest, answer: Answer) => void;

interface AnswerHead {
  readonly reason: string;
  /** Name, value, name, value … */
  readonly headers: string[];
  /** Whether the body has no character beyond ASCII. */
  readonly isAscii: boolean;
}

/** Builds the header list and reason phrase of an answer, as the original orders and spells them. */
export function createAnswerHead(cors: CorsHeaders | undefined) {
  const date = currentDate();
  return (request: NgsiRequest, answer: Answer): AnswerHead => {
    const { status, body } = answer;
    const headers = ['Date', date(), 'Fiware-Correlator', request.correlator, ...answer.headers];
    if (body !== '') headers.push('Content-Type', answer.contentType ?? request.answerType);
    if (cors) headers.push(...cors(request, answer));
    const size = body === '' ? 0 : Buffer.byteLength(body);
    if (status !== 204) headers.push('Content-Length', String(size));
    return { reason: REASONS[status] ?? 'Unknown', headers, isAscii: size === body.length };
  };
}

type ReadHead = ReturnType<typeof createAnswerHead>;

/**
 * Writes answers to their requests, each once.
 *
 * @param state  while the broker stops, every answer closes its connection
 */
export function createSendAnswer(observe: AnswerObserver, head: ReadHead, state: ServiceState) {
  return (request: NgsiRequest, response: ServerResponse, answer: Answer): void => {
    if (response.headersSent || response.destroyed) return;
    const { reason, headers, isAscii } = head(request, answer);
    if (state.isStopping) response.shouldKeepAlive = false;
    // A kept connection needs no word about it in HTTP/1.1, and the original sends none.
    if (response.shouldKeepAlive && response.req.httpVersionMinor === 1) response.removeHeader('Connection');
    response.writeHead(answer.status, reason, headers);
    const { body } = answer;
    if (body === '') response.end();
    // Head and body leave as one text in either encoding; the one of single bytes costs less.
    else response.end(body, isAscii ? 'latin1' : 'utf8');
    observe(request, answer);
  };
}

/** Writes an answer to a bare connection, for requests that Node's HTTP parser does not let through, and closes it. */
export function createSendToSocket(observe: AnswerObserver, head: ReadHead) {
  return (request: NgsiRequest, socket: Duplex, answer: Answer): void => {
    const { reason, headers } = head(request, answer);
    const lines = headers.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    socket.end(`HTTP/1.1 ${answer.status} ${reason}\r\n${lines.join('')}\r\n${answer.body}`);
    observe(request, answer);
  };
}

export type SendToSocket = ReturnType<typeof createSendToSocket>;
export type SendAnswer = ReturnType<typeof createSendAnswer>;

/** The date header's text, made once a second. */
function currentDate(): () => string {
  let second = 0;
  let shown = '';
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      shown = new Date(now * 1000).toUTCString();
    }
    return shown;
  };
}
