import type { Socket } from 'node:net';
import { isAnswered } from '@smart-city/service';
import { errorBody } from './answer';
import type { AnswerWriter, Observation } from './answer-writer';
import { NgsiRequest, type RequestHead } from './ngsi-request';
import type { RequestFactory } from './request-factory';
import { checkRequest } from './admission';
import type { CheckSettings } from './face';

/** A fault of Node's HTTP parser, with what it had read. */
export interface ParserFault extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

export interface ParserFaultSettings extends CheckSettings {
  readonly factory: RequestFactory;
  readonly observation: Observation;
  readonly writer: AnswerWriter;
}

/** What Node's parser refuses is answered all the same, when there is anybody to answer. */
export function answerParserFault(settings: ParserFaultSettings, fault: ParserFault, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (isAnswered(socket)) return socket.destroySoon();
  const head = readUnknownMethod(fault, socket);
  if (head) {
    const request = new NgsiRequest(head, settings.factory);
    settings.observation.by?.arrived?.(request);
    const answer = checkRequest(request, settings);
    if (answer) return settings.writer.writeToSocket(request, socket, answer);
  }
  const isLate = fault.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = isLate
    ? errorBody('RequestTimeout', 'the request did not arrive in time')
    : errorBody('BadRequest', fault.message);
  socket.end(
    `HTTP/1.1 ${STATUS_LINES.get(fault.code ?? '') ?? '400 Bad Request'}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Statuses of faults that are not the usual one. */
const STATUS_LINES: ReadonlyMap<string, string> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) (\S{1,8192}) HTTP\/1\.[01]$/;

/**
 * Reads the head of a request whose method Node's parser does not know. The original takes any method and answers 405.
 *
 * @returns undefined when it is no HTTP request at all
 */
function readUnknownMethod({ code, rawPacket }: ParserFault, socket: Socket): RequestHead | undefined {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return undefined;
  const [line = '', ...lines] = rawPacket.toString('latin1').split('\r\n\r\n', 1)[0]!.split('\r\n');
  const found = REQUEST_LINE.exec(line);
  if (!found) return undefined;
  const headers = new Map<string, string>();
  for (const text of lines) {
    const colon = text.indexOf(':');
    if (colon > 0 && !/[\x00-\x08\x0a-\x1f\x7f]/.test(text))
      headers.set(text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim());
  }
  return {
    method: found[1],
    url: found[2],
    headers: Object.fromEntries(headers),
    rawHeaders: [...headers].flat(),
    socket,
  };
}
