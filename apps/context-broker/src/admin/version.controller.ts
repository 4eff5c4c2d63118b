import { Controller, Get } from '@nestjs/common';
import { jsonAnswer, type Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { RequestCounters } from './request-counters';
import { renderVersion } from './render-version';

const API_INDEX =
  '{"entities_url":"/v2/entities","types_url":"/v2/types","subscriptions_url":"/v2/subscriptions","registrations_url":"/v2/registrations"}';

/** `GET /version` and the deprecated `GET /v2`. Spec sections 12.1, 1.1. */
@Controller()
export class VersionController {
  constructor(private readonly counters: RequestCounters) {}

  @Get('/version')
  version(@Asked() ngsi: NgsiRequest): Answer {
    return jsonAnswer(renderVersion(Date.now() - this.counters.startedAtMs, ngsi.options.has('libVersions')));
  }

  @Get('/v2')
  index(): Answer {
    return jsonAnswer(API_INDEX);
  }
}
