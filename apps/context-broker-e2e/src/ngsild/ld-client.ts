import type { RunningBroker } from '../support/each-store';
import type { BrokerClient, WireAnswer } from '../support/broker-client';

/** Path that all operations stand below. */
const BASE = '/ngsi-ld/v1';

const PROBLEM_TYPE = 'https://uri.etsi.org/ngsi-ld/errors/';

/** Speaks NGSI-LD as one tenant. */
export class LdClient {
  private readonly client: BrokerClient;

  constructor(broker: Pick<RunningBroker, 'client'>) {
    this.client = broker.client();
  }

  get tenant(): string {
    return this.client.tenant;
  }

  get url(): string {
    return this.client.url;
  }

  send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    this.client.send(method, BASE + path, {
      body,
      headers: { 'Fiware-Service': '', 'NGSILD-Tenant': this.tenant, ...headers },
    });
  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, undefined, headers);
  delete = (path: string, headers?: Record<string, string>) => this.send('DELETE', path, undefined, headers);
  post = (path: string, body: unknown, headers?: Record<string, string>) =>
    this.send('POST', path, body, headers);
  patch = (path: string, body: unknown, headers?: Record<string, string>) =>
    this.send('PATCH', path, body, headers);
  put = (path: string, body: unknown, headers?: Record<string, string>) =>
    this.send('PUT', path, body, headers);

  /** Makes an entity, and gives its id. */
  async make(members: object, id = 'urn:ngsi-ld:T:1'): Promise<string> {
    const answer = await this.post('/entities', { id, type: 'T', ...members });
    if (answer.status !== 201) throw new Error(answer.body);
    return id;
  }

  /** The entity, concise unless asked otherwise, without its id. */
  async shown(id: string, query = 'format=concise'): Promise<unknown> {
    const answer = await this.get(`/entities/${encodeURIComponent(id)}?${query}`);
    const { id: _, ...rest } = answer.json() as { id: string };
    return rest;
  }
}

/** Status and error type of an answer: `400 BadRequestData`; the status alone where there is no error. */
export function outcome({ status, body }: WireAnswer): string {
  if (status < 400 || body === '') return String(status);
  const { type } = JSON.parse(body) as { type: string };
  return `${status} ${type.replace(PROBLEM_TYPE, '')}`;
}

/** Header fields of a request whose context stands in the body. */
export const LD_JSON = { 'Content-Type': 'application/ld+json' };

/** Header field of a request that links to a context. */
export const linkTo = (url: string) => ({
  Link: `<${url}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
});
