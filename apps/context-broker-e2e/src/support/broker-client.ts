import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import supertest from 'supertest';

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly reason: string;
  /** Name and value as sent, in order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  header(name: string): string | undefined;
  json(): unknown;
}

export interface WireRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON with their content type. */
  readonly body?: unknown;
}

/** Speaks to one broker as one tenant, through supertest; nothing is interpreted. */
export class BrokerClient {
  constructor(
    readonly url: string,
    readonly tenant: string,
  ) {}

  get = (path: string, headers: Record<string, string> = {}) => this.send('GET', path, { headers });
  delete = (path: string, headers: Record<string, string> = {}) => this.send('DELETE', path, { headers });
  post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.send('POST', path, { body, headers });
  patch = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.send('PATCH', path, { body, headers });
  put = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.send('PUT', path, { body, headers });
  /** Text body for `…/value`. */
  putText = (path: string, body: string) =>
    this.send('PUT', path, { body, headers: { 'Content-Type': 'text/plain' } });

  async send(method: string, path: string, { headers = {}, body }: WireRequest = {}): Promise<WireAnswer> {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body);
    const all: Record<string, string> = {
      ...(this.tenant === '' ? {} : { 'Fiware-Service': this.tenant }),
      ...(payload !== undefined && !('Content-Type' in headers)
        ? { 'Content-Type': 'application/json' }
        : {}),
      ...(payload !== undefined && !('Transfer-Encoding' in headers) && !('Content-Length' in headers)
        ? { 'Content-Length': String(Buffer.byteLength(payload)) }
        : {}),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value === '') delete all[name];
    // What supertest would write differently: bytes that are no text, a body without a type, a body in chunks.
    const isRaw =
      Buffer.isBuffer(payload) ||
      (payload !== undefined && (!('Content-Type' in all) || 'Transfer-Encoding' in all));
    if (isRaw) return toWireAnswer(await sendRaw(this.url + path, method, all, payload));
    const outgoing = new supertest.Test(this.url, method, path).set(all).buffer(true).parse(readText);
    if (payload !== undefined) void outgoing.send(payload);
    return toWireAnswer(await outgoing);
  }
}

interface Answered {
  /** Absent when there is none, as for HEAD. */
  readonly body?: unknown;
  readonly res?: IncomingMessage;
}

async function sendRaw(
  url: string,
  method: string,
  headers: Record<string, string>,
  payload: string | Buffer,
): Promise<Answered> {
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.end(payload);
  const [res] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { res, body: Buffer.concat((await res.toArray()) as Buffer[]).toString('utf8') };
}

/** The body as it is: nothing is parsed. */
function readText(response: unknown, done: (error: Error | null, body: unknown) => void): void {
  (response as IncomingMessage).toArray().then(
    (chunks: Buffer[]) => done(null, Buffer.concat(chunks).toString('utf8')),
    (error: Error) => done(error, undefined),
  );
}

function toWireAnswer(answer: Answered): WireAnswer {
  const incoming = answer.res!;
  const body = typeof answer.body === 'string' ? answer.body : '';
  const pairs = incoming.rawHeaders.flatMap((name, at, list) =>
    at % 2 === 0 ? [[name, list[at + 1]!] as const] : [],
  );
  return {
    status: incoming.statusCode!,
    reason: incoming.statusMessage!,
    headers: pairs,
    body,
    header: (name) => pairs.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1],
    json: () => JSON.parse(body) as unknown,
  };
}

/** An error body as the broker writes it; the description is given after the escape. */
export const errorBody = (error: string, description: string) =>
  `{"error":"${error}","description":"${description}"}`;
