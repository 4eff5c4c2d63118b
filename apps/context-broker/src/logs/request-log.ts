import { Inject, Injectable } from '@nestjs/common';
import { BadPattern } from '@smart-city/context';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { Alarms } from './alarms';
import { badInputDetail, isBadInput, type FaultyRequest } from './bad-input';
import { patternFault } from './pattern-fault';
import { LOG, type BrokerLog } from './broker-log';

/** What the log looks at. */
type LoggedRequest = FaultyRequest &
  Pick<NgsiRequest, 'method' | 'url' | 'body' | 'contentType' | 'clientAddress' | 'log'> & {
    readonly parameters: Pick<NgsiRequest['parameters'], 'options'>;
  };

/** The line of every request, and the alarm of bad ones. */
@Injectable()
export class RequestLog {
  constructor(
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly alarms: Alarms,
  ) {}

  answered(request: LoggedRequest, answer: Answer): void {
    // NGSIv1 refuses inside a 200.
    const isFault = request.faultDetail !== undefined || (answer.status >= 400 && answer.status < 500);
    if (isFault && isBadInput(request, answer.status)) {
      const detail = this.log.payload(badInputDetail(request, answer));
      this.alarms.raise('BadInput', request.clientAddress, detail, request.log);
    } else if (this.alarms.counts('BadInput').active > 0) {
      this.alarms.releaseByLater('BadInput', request.clientAddress, request.log);
    }
    if (request.fault?.cause instanceof BadPattern) {
      const { source } = request.fault.cause;
      this.log.error(`regcomp() failed for pattern '${source}': ${patternFault(source)}`, request.log);
    }
    if (request.parameters.options.has('skipInitialNotification')) {
      this.log.warn('skipInitialNotification is no longer supported, please avoid using it', request.log);
    }
    if (this.log.isEnabled('INFO')) this.log.info(this.text(request, answer), request.log);
  }

  private text(request: LoggedRequest, { status, body: answerBody }: Answer): string {
    const { method, url } = request;
    const body = loggedBody(request);
    const sent =
      body.length > 0
        ? `, request payload (${body.length} bytes): ${this.log.payload(body.toString('utf8'))}`
        : '';
    const answered =
      status >= 300 && answerBody !== ''
        ? `, response payload (${Buffer.byteLength(answerBody)} bytes): ${this.log.payload(answerBody)}`
        : '';
    return `Request received: ${method} ${url}${sent}, response code: ${status}${answered}`;
  }
}

const QUOTE = '"'.charCodeAt(0);

/** A string as text/plain loses its closing quote in the log, as with Orion. */
function loggedBody({ contentType, body }: Pick<NgsiRequest, 'contentType' | 'body'>): Buffer {
  const isString = contentType === 'text/plain' && body[0] === QUOTE && body.at(-1) === QUOTE;
  return isString && body.length > 1 ? body.subarray(0, -1) : body;
}
