import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServiceState } from '@smart-city/service';
import type { Answer } from './answer';
import { answersTakeAll, COUNTED_FROM, type AnswerBudget } from './answer-budget';
import type { CorsHeaders } from './cors';
import type { NgsiRequest } from './ngsi-request';

/** Reason phrases of the original's HTTP server; Node's own table is older. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  207: 'Multi-Status',
  303: 'See Other',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Takes note of requests and answers: log line, counters, metrics, alarms. */
export interface RequestObserver {
  /** Told of every request before it is checked; undefined when nobody wants to know. */
  readonly arrived: ((request: NgsiRequest) => void) | undefined;
  /** Sees every answer once it has left. */
  readonly answered: (request: NgsiRequest, answer: Answer) => void;
}

/** Who observes: nobody before Nest has made the whole application. */
export interface Observation {
  by?: RequestObserver;
}

interface AnswerHead {
  readonly reason: string;
  /** Name, value, name, value … */
  readonly headers: string[];
  /** Whether the body has no character beyond ASCII. */
  readonly isAscii: boolean;
}

/** Writes answers to the wire, as the original orders and spells them. */
export class AnswerWriter {
  private readonly date = currentDate();

  constructor(
    private readonly cors: CorsHeaders | undefined,
    /** While the broker stops, every answer closes its connection. */
    private readonly state: ServiceState,
    private readonly observation: Observation,
    private readonly budget: AnswerBudget,
  ) {}

  /** Answers a request; only its first answer is written. */
  write(request: NgsiRequest, response: ServerResponse, asked: Answer): void {
    if (response.headersSent || response.destroyed) return;
    // A request that changed something has to tell what it did, whatever it takes.
    const isNeeded = request.method !== 'GET' && asked.open === undefined;
    const bytes = asked.heldBytes ?? asked.size;
    const hasRoom = bytes < COUNTED_FROM || this.budget.hold(response, bytes, isNeeded);
    const answer = hasRoom ? asked : answersTakeAll();
    if (answer.open !== undefined) return this.begin(request, response, answer, answer.open);
    const { reason, headers, isAscii } = this.head(request, answer);
    if (this.state.isStopping) response.shouldKeepAlive = false;
    // A kept connection needs no word about it in HTTP/1.1, and the original sends none.
    if (response.shouldKeepAlive && response.req.httpVersionMinor === 1) response.removeHeader('Connection');
    response.writeHead(answer.status, reason, headers);
    const { body } = answer;
    if (body === '') response.end(answer.bytes);
    // Head and body leave as one text in either encoding; the one of single bytes costs less.
    else response.end(body, isAscii ? 'latin1' : 'utf8');
    this.note(request, answer);
  }

  /** Writes the head of a body which then writes itself. A stream may be silent for longer than other connections. */
  private begin(
    request: NgsiRequest,
    response: ServerResponse,
    answer: Answer,
    open: NonNullable<Answer['open']>,
  ): void {
    response.socket?.setTimeout(answer.idleMs ?? 0);
    const { reason, headers } = this.head(request, answer);
    response.writeHead(answer.status, reason, headers);
    open(response);
    this.note(request, answer);
  }

  /** Answers on a bare connection, for requests that Node's HTTP parser does not let through, and closes it. */
  writeToSocket(request: NgsiRequest, socket: Duplex, answer: Answer): void {
    const { reason, headers } = this.head(request, answer);
    const lines = headers.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    socket.end(`HTTP/1.1 ${answer.status} ${reason}\r\n${lines.join('')}\r\n${answer.body}`);
    this.note(request, answer);
  }

  private note(request: NgsiRequest, answer: Answer): void {
    request.answered();
    this.observation.by?.answered(request, answer);
  }

  private head(request: NgsiRequest, answer: Answer): AnswerHead {
    const { status, body } = answer;
    const headers = ['Date', this.date(), 'Fiware-Correlator', request.correlator, ...answer.headers];
    const { size } = answer;
    const isStream = answer.open !== undefined;
    if (size > 0 || isStream) headers.push('Content-Type', answer.contentType ?? request.accept.answerType);
    if (this.cors) headers.push(...this.cors(request, answer));
    if (status !== 204 && status !== 304 && !isStream) headers.push('Content-Length', String(size));
    return {
      reason: REASONS[status] ?? 'Unknown',
      headers,
      isAscii: size === body.length,
    };
  }
}

/** The way back to the client of one request. What Nest takes for its response object. */
export class Reply {
  /** What a handler's route stands for (`@HttpCode`), until an answer with its own is sent. */
  status = 200;

  constructor(
    private readonly request: NgsiRequest,
    private readonly response: ServerResponse,
    private readonly writer: AnswerWriter,
  ) {}

  get isSent(): boolean {
    return this.response.headersSent || this.response.destroyed;
  }

  send(answer: Answer): void {
    this.request.onAnswer?.();
    this.writer.write(this.request, this.response, answer);
  }
}

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
