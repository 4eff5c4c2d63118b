import { hostAndPort, type HttpChannel } from '@smart-city/ngsiv2';
import { addHeaders, logContextOf, type Header } from '../../outgoing';
import { sizedPayload, type Channel, type ChannelTools, type SendResult } from '../channel';
import { compileRequest, targetOf, type OutgoingHttp } from './http-notification';
import { describeExchange, reportExchange } from './http-report';
import { openHttpSender, type HttpSender } from './http-sender';
import { rehearse } from './rehearse';

/** HTTP and HTTPS. */
export class HttpChannelSender implements Channel<HttpChannel, OutgoingHttp> {
  readonly name = 'http';
  readonly kinds = ['http', 'httpCustom'] as const;
  readonly compile = compileRequest;
  readonly targetOf: Channel<HttpChannel, OutgoingHttp>['targetOf'] = targetOf;
  readonly send: Channel<HttpChannel, OutgoingHttp>['send'];
  private readonly sender: HttpSender;
  private rehearsal: Promise<void> | undefined;

  constructor(private readonly tools: ChannelTools) {
    this.sender = openHttpSender(tools, { redirects: tools.options.notifRedirects });
    this.send = this.sender.send;
  }

  /** Code that never ran is slow: the first exchange of a process is made with the process itself. */
  prepare(): Promise<void> {
    return (this.rehearsal ??= rehearse(this.send));
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
