import { connect } from 'node:net';
import type { HostileRequest } from './corpus/hostile-request';

/** What came back, in Latin-1; empty when the connection was closed without a word. */
export interface HostileAnswer {
  /** Of each answer on the connection; a smuggled message would have one more. */
  readonly statuses: readonly number[];
  /** Of the first answer. */
  readonly head: string;
  readonly text: string;
  /** The service neither answered nor closed in time. */
  readonly isSilent: boolean;
}

const PATIENCE_MS = 20_000;

/** Puts `{{name}}` in. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

/** Sends a request of the corpus over a connection of its own, byte for byte, and waits until the service has closed it. */
export function sendHostile(
  url: string,
  request: HostileRequest,
  values: Readonly<Record<string, string>>,
): Promise<HostileAnswer> {
  const { hostname, port, host } = new URL(url);
  const bytes = Buffer.from(fill(textOf(request), { ...values, host }), 'latin1');
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      socket.destroy();
    }, PATIENCE_MS);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // A reset is an answer, too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, head: text.split('\r\n\r\n', 1)[0]!, text, isSilent });
    });
    // Half closed: nothing more comes, and a kept connection ends.
    socket.end(bytes);
  });
}

function textOf({ raw, method = 'GET', path = '/', headers = {}, body }: HostileRequest): string {
  if (raw !== undefined) return raw;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const latin1 = Buffer.from(text, isLatin1(text) ? 'latin1' : 'utf8').toString('latin1');
  const fields = Object.entries({
    Host: '{{host}}',
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(latin1.length) }),
    Connection: 'close',
  });
  return `${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${latin1}`;
}

const isLatin1 = (text: string) => !/[^\u0000-\u00ff]/.test(text);
