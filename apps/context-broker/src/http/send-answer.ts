import type { ServerResponse } from 'node:http';
import type { Answer } from './answer';
import type { CorsHeaders } from './cors';
import type { NgsiRequest } from './ngsi-request';

/** Reason phrases of the original's HTTP server; Node's own table is older. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
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
};

/** Sees every answer as it leaves: log line, counters, metrics, alarms. */
export type AnswerObserver = (request: NgsiRequest, answer: Answer) => void;

/** Writes an answer with the header names, order and reason phrases of the original. Spec section 1.9. */
export function createSendAnswer(observe: AnswerObserver, cors: CorsHeaders | undefined) {
  const date = currentDate();
  return (request: NgsiRequest, response: ServerResponse, answer: Answer): void => {
    if (response.headersSent || response.destroyed) return;
    const { status, body } = answer;
    const headers = ['Date', date(), 'Fiware-Correlator', request.correlator, ...answer.headers];
    if (body !== '') headers.push('Content-Type', answer.contentType);
    if (cors) headers.push(...cors(request, answer));
    if (status !== 204) headers.push('Content-Length', String(Buffer.byteLength(body)));
    // A kept connection needs no word about it in HTTP/1.1, and the original sends none.
    if (response.shouldKeepAlive && response.req.httpVersionMinor === 1) response.removeHeader('Connection');
    response.writeHead(status, REASONS[status], headers);
    response.end(body === '' ? undefined : body);
    observe(request, answer);
  };
}

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
