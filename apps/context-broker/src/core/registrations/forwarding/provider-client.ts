import { parseJson, type JsonValue } from '@smart-city/context';
import { traceHeaders, type TraceContext, type Tracing } from '@smart-city/telemetry';
import type { ForwardContext } from './forward-context';
import { failureReason } from '../../../receivers/failure-reason';
import { USER_AGENT } from '../../../version';
import type { WireRequest } from './wire-request';
import { ProviderConnections, type ProviderConnectionOptions } from './provider-connections';
import { providerEndpoint } from './provider-endpoint';

/** An answer, or the reason (in the words of the original) why there is none. */
export type ProviderAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly text: string;
      readonly body: JsonValue | undefined;
      readonly totalCount?: number;
    }
  | { readonly kind: 'failure'; readonly reason: string };

/** Sends requests to context providers: each answers for itself or not at all. */
export class ProviderClient {
  private readonly connections: ProviderConnections;

  constructor(
    private readonly options: ProviderConnectionOptions,
    private readonly tracing?: Tracing,
  ) {
    this.connections = new ProviderConnections(options);
  }

  /** @param correlator  with its `; cbfwd=N` */
  async post(
    url: string,
    wire: WireRequest,
    context: ForwardContext,
    correlator: string,
  ): Promise<ProviderAnswer> {
    const { trace } = context.request;
    if (!this.tracing) return this.exchange(url, wire, { url, context, correlator, trace });
    const attributes = { 'server.address': url, 'url.path': wire.logPath, 'fiware.correlator': correlator };
    const span = this.tracing.startClient('forward', attributes, trace);
    const answer = await this.exchange(url, wire, { url, context, correlator, trace: span.context });
    if (answer.kind === 'failure') span.end({ error: answer.reason });
    else span.end({ attributes: { 'http.response.status_code': answer.status } });
    return answer;
  }

  close(): void {
    this.connections.close();
  }

  private async exchange(url: string, wire: WireRequest, fields: Fields): Promise<ProviderAnswer> {
    try {
      const endpoint = new URL(providerEndpoint(url, wire.path));
      this.options.receivers.checkHost(hostOf(endpoint));
      const headers = headersOf(endpoint, wire.body, fields);
      const {
        status,
        text,
        headers: answered,
      } = await this.connections.post({ endpoint, headers, body: wire.body });
      const count = countIn(answered['fiware-total-count']);
      return {
        kind: 'answer',
        status,
        text,
        body: parsed(text),
        ...(count !== undefined && { totalCount: count }),
      };
    } catch (error) {
      return { kind: 'failure', reason: failureReason(error) };
    }
  }
}

/** What the header says of who asks. */
interface Fields {
  readonly url: string;
  readonly context: ForwardContext;
  readonly correlator: string;
  readonly trace: TraceContext | undefined;
}

/** In the original's order and spelling; `Connection` is not among them. */
function headersOf(
  endpoint: URL,
  body: string,
  { url, context: { request: client }, correlator, trace }: Fields,
): Record<string, string> {
  const token = tokenFor(url, client);
  return {
    'User-Agent': USER_AGENT,
    Host: endpoint.host,
    ...(client.service !== '' && { 'Fiware-Service': client.service }),
    'Fiware-Servicepath': client.servicePaths?.join(',') || '/',
    ...(token !== undefined && { 'X-Auth-Token': token }),
    Accept: 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Content-Type': 'application/json; charset=utf-8',
    'Fiware-Correlator': correlator,
    ...traceHeaders(trace),
  };
}

/** Undefined when it is none. */
function countIn(field: string | string[] | undefined): number | undefined {
  const count = Number(field ?? NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Only what the request will be sent to counts: the URL as the HTTP client reads it. */
function tokenFor(url: string, client: ForwardContext['request']): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const target = new URL(url);
  const { protocol, port } = target;
  return client.tokenFor(hostOf(target), port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
}

function parsed(text: string): JsonValue | undefined {
  if (text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
