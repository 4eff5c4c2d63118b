import { parseJson, type JsonValue } from '@smart-city/ngsi';
import { traceHeaders, type TraceContext, type Tracing } from '@smart-city/telemetry';
import { Agent, request } from 'undici';
import type { ForwardContext } from './forward-context';
import type { ReceiverPolicy } from '../../receivers/receiver-policy';
import { USER_AGENT } from '../../version';
import type { WireRequest } from './wire-ngsiv2';
import { providerEndpoint } from './provider-endpoint';

export interface ProviderClientOptions {
  /** For the whole exchange: connection, headers and body. */
  readonly timeoutMs: number;
  /** Bytes; a larger answer counts as a failure. */
  readonly maxAnswerBytes: number;
  /** Accept certificates that cannot be verified. */
  readonly insecure: boolean;
  readonly receivers: ReceiverPolicy;
}

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

/**
 * Sends requests to context providers over connections that stay open. Redirects are not followed: a provider answers
 * for itself or not at all.
 */
export class ProviderClient {
  private readonly agent: Agent;

  constructor(
    private readonly options: ProviderClientOptions,
    private readonly tracing?: Tracing,
  ) {
    this.agent = new Agent({
      connections: 64,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      maxResponseSize: options.maxAnswerBytes,
      connect: {
        timeout: options.timeoutMs,
        rejectUnauthorized: !options.insecure,
        lookup: options.receivers.lookup,
      },
    });
  }

  /** @param correlator  with its `; cbfwd=N` */
  async post(
    url: string,
    wire: WireRequest,
    context: ForwardContext,
    correlator: string,
  ): Promise<ProviderAnswer> {
    const { trace } = context.request;
    if (!this.tracing) return this.exchange(url, wire, headersOf(url, context, correlator, trace));
    const attributes = { 'server.address': url, 'url.path': wire.logPath, 'fiware.correlator': correlator };
    const span = this.tracing.startClient('forward', attributes, trace);
    const answer = await this.exchange(url, wire, headersOf(url, context, correlator, span.context));
    if (answer.kind === 'failure') span.end({ error: answer.reason });
    else span.end({ attributes: { 'http.response.status_code': answer.status } });
    return answer;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async exchange(
    url: string,
    wire: WireRequest,
    headers: Record<string, string>,
  ): Promise<ProviderAnswer> {
    try {
      const endpoint = new URL(providerEndpoint(url, wire.path));
      this.options.receivers.checkHost(hostOf(endpoint));
      const response = await request(endpoint, {
        dispatcher: this.agent,
        method: 'POST',
        headers,
        body: wire.body,
        signal: AbortSignal.timeout(this.options.timeoutMs),
      });
      const text = await response.body.text();
      const count = Number(response.headers['fiware-total-count']);
      return {
        kind: 'answer',
        status: response.statusCode,
        text,
        body: parsed(text),
        ...(Number.isSafeInteger(count) &&
          count >= 0 &&
          response.headers['fiware-total-count'] !== undefined && { totalCount: count }),
      };
    } catch (error) {
      return { kind: 'failure', reason: reasonOf(error) };
    }
  }
}

function headersOf(
  url: string,
  { request: client }: ForwardContext,
  correlator: string,
  trace: TraceContext | undefined,
): Record<string, string> {
  const token = tokenFor(url, client);
  return {
    'User-Agent': USER_AGENT,
    ...(client.service !== '' && { 'Fiware-Service': client.service }),
    'Fiware-Servicepath': client.servicePaths?.join(',') || '/',
    ...(token !== undefined && { 'X-Auth-Token': token }),
    Accept: 'application/json',
    'Content-Type': 'application/json; charset=utf-8',
    'Fiware-Correlator': correlator,
    ...traceHeaders(trace),
  };
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

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Could not connect to server',
  EHOSTUNREACH: 'Could not connect to server',
  ENETUNREACH: 'Could not connect to server',
  ENOTFOUND: 'Could not resolve hostname',
  EAI_AGAIN: 'Could not resolve hostname',
  ETIMEDOUT: 'Timeout was reached',
  UND_ERR_CONNECT_TIMEOUT: 'Timeout was reached',
  UND_ERR_HEADERS_TIMEOUT: 'Timeout was reached',
  UND_ERR_BODY_TIMEOUT: 'Timeout was reached',
  UND_ERR_SOCKET: 'Server returned nothing (no headers, no data)',
  ECONNRESET: 'Failure when receiving data from the peer',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
};

function reasonOf(error: unknown): string {
  const { name, code, message } = error as {
    readonly name?: string;
    readonly code?: unknown;
    readonly message?: string;
  };
  if (name === 'TimeoutError' || name === 'AbortError') return 'Timeout was reached';
  return (typeof code === 'string' ? REASONS[code] : undefined) ?? message ?? String(error);
}
