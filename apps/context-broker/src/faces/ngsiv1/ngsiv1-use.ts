import { Inject, Injectable } from '@nestjs/common';
import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { DeprecationLog } from '../../operations/deprecations/deprecation-log';

/** Says and counts that NGSIv1 is used. */
@Injectable()
export class Ngsiv1Use {
  constructor(
    private readonly deprecations: DeprecationLog,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  answered({ method, url, body, log }: NgsiRequest, { status }: Answer): void {
    this.deprecations.note(
      'ngsiv1Requests',
      () => {
        const payload =
          body.length === 0
            ? ''
            : `, request payload (${body.length} bytes): ${this.log.payload(body.toString('utf8'))}`;
        return `Deprecated NGSIv1 request received: ${method} ${url}${payload}, response code: ${status}`;
      },
      log,
    );
  }
}
