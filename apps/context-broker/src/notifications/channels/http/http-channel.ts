import {
  compileTemplate,
  parseTargetUrl,
  renderTemplate,
  byteOrder,
  type HttpChannel,
} from '@smart-city/ngsi';
import { addHeaders, hostAndPort, logContextOf, type Header, type Outgoing } from '../../outgoing';
import { sizedPayload, type Addressing, type Channel, type ChannelTools, type SendResult } from '../channel';
import { compileAddress, compilePairs, fillHeaders, type Filling } from '../fill-text';
import { notificationHeaders } from './http-headers';
import { describeExchange, reportExchange } from './http-report';
import { openHttpSender, type HttpSender } from './http-sender';
import { rehearse } from './rehearse';

/** `headers` are all, in the order and spelling they go out in. */
export interface OutgoingHttp extends Outgoing {
  readonly kind: 'http';
  readonly method: string;
  readonly protocol: 'http:' | 'https:';
  readonly host: string;
  readonly port: number;
  /** With query string. */
  readonly path: string;
  readonly headers: readonly Header[];
  /** 0: the broker's default. */
  readonly timeoutMs: number;
}

/** HTTP and HTTPS. */
export class HttpChannelSender implements Channel<HttpChannel, OutgoingHttp> {
  readonly name = 'http';
  readonly kinds = ['http', 'httpCustom'] as const;
  readonly send: Channel<HttpChannel, OutgoingHttp>['send'];
  private readonly sender: HttpSender;
  private rehearsal: Promise<void> | undefined;

  constructor(private readonly tools: ChannelTools) {
    this.sender = openHttpSender(tools, { redirects: tools.options.notifRedirects });
    this.send = this.sender.send;
  }

  compile(channel: HttpChannel, isCustom: boolean): Addressing<OutgoingHttp> {
    const { timeoutMs } = channel;
    const method = (isCustom ? channel.method : undefined) ?? 'POST';
    const addressOf = compileAddress(channel.url, isCustom, parseHttpAddress);
    const headers = isCustom ? compilePairs(channel.headers) : [];
    const queryOf = isCustom ? compileQuery(channel.qs) : () => '';
    return (composition) => {
      const { written, byteLength, contentType, request } = composition;
      const { protocol, host, port, authority, path } = addressOf(composition);
      const all = notificationHeaders(
        {
          host: authority,
          byteLength,
          service: written.service,
          servicePath: written.servicePath,
          authToken: request.tokenFor(host, port),
          contentType,
          correlator: written.correlator,
          attrsFormat: written.attrsFormat,
        },
        fillHeaders(headers, composition),
      );
      return {
        ...written,
        kind: 'http',
        method,
        protocol,
        host,
        port,
        path: path + escapeTarget(queryOf(composition)),
        headers: written.id === '' ? all : [...all, ['Notification-Id', written.id]],
        timeoutMs,
      };
    };
  }

  /** Code that never ran is slow: the first exchange of a process is made with the process itself. */
  prepare(): Promise<void> {
    return (this.rehearsal ??= rehearse(this.send));
  }

  targetOf(outgoing: OutgoingHttp): string {
    return `${outgoing.protocol}//${hostAndPort(outgoing)}`;
  }

  withHeaders(outgoing: OutgoingHttp, headers: readonly Header[]): OutgoingHttp {
    return addHeaders(outgoing, headers);
  }

  settled(outgoing: OutgoingHttp, result: SendResult): void {
    if (result.kind === 'answered') {
      const { code = 200 } = result;
      if (code < 200 || code > 299)
        this.tools.log.warn(
          `Notification (subId: ${outgoing.subscriptionId}) response NOT OK, http code: ${code}`,
          logContextOf(outgoing),
        );
    }
    reportExchange(this.tools, outgoing, addressOf(outgoing), result);
  }

  describe(outgoing: OutgoingHttp, result: SendResult, payload: (text: string) => string): string {
    const request = `${outgoing.method} ${addressOf(outgoing)}`;
    const answer = result.kind === 'failed' ? undefined : result.answer;
    return (
      describeExchange(outgoing, request, result, payload) +
      (answer ? `, ${sizedPayload('response payload', answer, payload)}` : '')
    );
  }

  close(): Promise<void> {
    return this.sender.close();
  }
}

const addressOf = (outgoing: OutgoingHttp): string => `${hostAndPort(outgoing)}${outgoing.path}`;

/** An HTTP URL taken apart, with its path as it goes out. */
interface HttpAddress extends Pick<OutgoingHttp, 'protocol' | 'host' | 'port' | 'path'> {
  /** Host and port as the Host header has them. */
  readonly authority: string;
}

function parseHttpAddress(url: string): HttpAddress | undefined {
  const target = parseTargetUrl(url);
  if (target === undefined || (target.protocol !== 'http:' && target.protocol !== 'https:')) return undefined;
  const { protocol, host, port } = target;
  return { protocol, host, port, authority: hostAndPort(target), path: escapeTarget(target.path) };
}

/** `?` and the items; those with an empty name or value are left out, the rest is sorted by name. */
function compileQuery(qs: ReadonlyMap<string, string>): (filling: Filling) => string {
  if (qs.size === 0) return () => '';
  const templates = [...qs].map(([name, value]) => [compileTemplate(name), compileTemplate(value)] as const);
  return ({ context, maxSize }) => {
    const items = new Map<string, string>();
    for (const [nameTemplate, valueTemplate] of templates) {
      const name = renderTemplate(nameTemplate, context, '', { maxSize });
      const value = renderTemplate(valueTemplate, context, '', { maxSize });
      if (name !== '' && value !== '') items.set(name, value);
    }
    if (items.size === 0) return '';
    const sorted = [...items].sort(([a], [b]) => byteOrder(a, b));
    return `?${sorted.map(([name, value]) => `${name}=${value}`).join('&')}`;
  };
}

/** Nothing is encoded but what would break the request line. */
const escapeTarget = (target: string): string =>
  target.replace(/[^\x21-\x7e]+/g, (piece) =>
    Buffer.from(piece)
      .toString('hex')
      .replace(/../g, (hex) => `%${hex.toUpperCase()}`),
  );
