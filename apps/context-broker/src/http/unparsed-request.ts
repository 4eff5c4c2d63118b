import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A fault of Node's HTTP parser, with what it had read. */
export interface ParserFault extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) (\S{1,8192}) HTTP\/1\.[01]$/;

/**
 * Reads the head of a request whose method Node's parser does not know. The original takes any method and answers 405.
 *
 * @returns as much of a message as checks look at; undefined when it is no HTTP request at all
 */
export function readUnknownMethod(
  { code, rawPacket }: ParserFault,
  socket: Socket,
): IncomingMessage | undefined {
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
    socket,
  } as unknown as IncomingMessage;
}
