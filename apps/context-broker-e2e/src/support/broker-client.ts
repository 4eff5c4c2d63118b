import { request } from 'node:http';

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

/** Speaks to one broker as one tenant; nothing is interpreted. */
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

  send(method: string, path: string, { headers = {}, body }: WireRequest = {}): Promise<WireAnswer> {
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
    return new Promise((resolve, reject) => {
      const outgoing = request(this.url + path, { method, headers: all, agent: false }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const pairs = incoming.rawHeaders.flatMap((name, at, list) =>
            at % 2 === 0 ? [[name, list[at + 1]!] as const] : [],
          );
          resolve({
            status: incoming.statusCode!,
            reason: incoming.statusMessage!,
            headers: pairs,
            body: text,
            header: (name) =>
              pairs.find(([candidate]) => candidate.toLowerCase() === name.toLowerCase())?.[1],
            json: () => JSON.parse(text) as unknown,
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }
}

/** An error body as the broker writes it; the description is given after the escape. */
export const errorBody = (error: string, description: string) =>
  `{"error":"${error}","description":"${description}"}`;
