import { Inject, Injectable } from '@nestjs/common';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { Alarms } from './alarms';
import { LOG, type BrokerLog } from './broker-log';

/** The line of every request, and the alarm of bad ones. Spec section 14. */
@Injectable()
export class RequestLog {
  constructor(
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly alarms: Alarms,
  ) {}

  answered(request: NgsiRequest, answer: Answer): void {
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 404) {
      this.alarms.raise('BadInput', request.clientAddress, faultOf(answer), request.log);
    } else if (this.alarms.counts('BadInput').active > 0) {
      this.alarms.release('BadInput', request.clientAddress, request.log);
    }
    if (request.parameters.options.has('skipInitialNotification')) {
      this.log.warn('skipInitialNotification is no longer supported, please avoid using it', request.log);
    }
    if (this.log.isEnabled('INFO')) this.log.info(this.text(request, answer), request.log);
  }

  private text({ method, url, body }: NgsiRequest, { status, body: answerBody }: Answer): string {
    const sent =
      body.length > 0
        ? `, request payload (${body.length} bytes): ${this.log.payload(body.toString('utf8'))}`
        : '';
    const failed = (status < 200 || status > 299) && answerBody !== '';
    const answered = failed
      ? `, response payload (${Buffer.byteLength(answerBody)} bytes): ${this.log.payload(answerBody)}`
      : '';
    return `Request received: ${method} ${url}${sent}${answered}, response code: ${status}`;
  }
}

/** What was wrong with the request: the description, or the whole body of an answer that has none. */
function faultOf({ body }: Answer): string {
  try {
    const { description } = JSON.parse(body) as { description?: unknown };
    return typeof description === 'string' ? description : body;
  } catch {
    return body;
  }
}
