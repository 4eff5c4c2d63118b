import { errorMessage } from '@smart-city/service';
import type { EndpointChannel } from '@smart-city/ngsiv2';
import type { Endpoint, Endpoints } from '../../../../receivers/endpoints';
import { addHeaders, type Header, type Outgoing } from '../../outgoing';
import type { Addressing, Channel, ChannelTools, SendResult } from '../channel';
import { describeExchange, reportExchange } from '../http/http-report';
import { openHttpSender, type HttpSender } from '../http/http-sender';
import { AccessTokens } from './access-tokens';
import { requestTo } from './endpoint-request';

/** Holds neither address nor credentials: they are looked up when it is sent. */
export interface OutgoingEndpoint extends Outgoing {
  readonly kind: 'endpoint';
  readonly endpoint: string;
  /** Empty when there is no body. */
  readonly contentType: string;
  /** Beside those that every notification has. */
  readonly headers: readonly Header[];
}

/** HTTP and HTTPS to receivers that the operator has named, with the credentials that the operator keeps for them. */
export class EndpointChannelSender implements Channel<EndpointChannel, OutgoingEndpoint> {
  readonly name = 'endpoint';
  readonly kinds = ['endpoint', 'endpointCustom'] as const;
  private readonly endpoints: Endpoints;
  private readonly tokens = new AccessTokens();
  /** Each has connections of its own, made with its certificates. */
  private readonly senders = new Map<Endpoint, HttpSender>();

  constructor(private readonly tools: ChannelTools) {
    this.endpoints = tools.endpoints;
  }

  compile({ name }: EndpointChannel): Addressing<OutgoingEndpoint> {
    return ({ written, contentType }) => ({
      ...written,
      kind: 'endpoint',
      endpoint: name,
      contentType,
      headers: written.id === '' ? [] : [['Notification-Id', written.id]],
    });
  }

  async prepare(): Promise<void> {}

  async send(outgoing: OutgoingEndpoint): Promise<SendResult> {
    const endpoint = this.endpoints.find(outgoing.endpoint, outgoing.tenant);
    if (endpoint === undefined) return { kind: 'failed', reason: `unknown endpoint ${outgoing.endpoint}` };
    const sender = this.senderOf(endpoint);
    const { oauth2 } = endpoint;
    if (oauth2 === undefined) return sender.send(requestTo(endpoint, outgoing, undefined));
    try {
      const token = await this.tokens.get(oauth2);
      const result = await sender.send(requestTo(endpoint, outgoing, token));
      if (result.kind === 'failed' || result.code !== 401) return result;
      // It may have been revoked: once more with another one.
      this.tokens.forget(oauth2, token);
      return await sender.send(requestTo(endpoint, outgoing, await this.tokens.get(oauth2)));
    } catch (error) {
      return { kind: 'failed', reason: errorMessage(error) };
    }
  }

  targetOf({ endpoint }: OutgoingEndpoint): string {
    return `endpoint:${endpoint}`;
  }

  withHeaders(outgoing: OutgoingEndpoint, headers: readonly Header[]): OutgoingEndpoint {
    return addHeaders(outgoing, headers);
  }

  settled(outgoing: OutgoingEndpoint, result: SendResult): void {
    reportExchange(this.tools, outgoing, this.targetOf(outgoing), result);
  }

  describe(outgoing: OutgoingEndpoint, result: SendResult, payload: (text: string) => string): string {
    return describeExchange(outgoing, `POST ${this.targetOf(outgoing)}`, result, payload);
  }

  async close(): Promise<void> {
    await Promise.all([...this.senders.values()].map((sender) => sender.close()));
  }

  private senderOf(endpoint: Endpoint): HttpSender {
    let sender = this.senders.get(endpoint);
    if (sender === undefined) {
      // Credentials go where the operator sends them, and nowhere else.
      sender = openHttpSender(this.tools, { redirects: 'none', ...(endpoint.tls && { tls: endpoint.tls }) });
      this.senders.set(endpoint, sender);
    }
    return sender;
  }
}
