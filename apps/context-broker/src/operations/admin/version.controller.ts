import { Controller, Get } from '@nestjs/common';
import { Parameters } from '../../http/parameters';
import type { UrlParameters } from '../../http/url-parameters';
import { ExactCase, ForClients, OpenToOrigins } from '../../http/route-facts';
import { RequestCounters } from './request-counters';
import { renderVersionAnswer } from './render-version';

const API_INDEX =
  '{"entities_url":"/v2/entities","types_url":"/v2/types","subscriptions_url":"/v2/subscriptions","registrations_url":"/v2/registrations"}';

/** `GET /version` and the deprecated `GET /v2`. */
@Controller()
@ForClients()
export class VersionController {
  constructor(private readonly counters: RequestCounters) {}

  @Get('/version')
  @OpenToOrigins()
  @ExactCase()
  version(@Parameters() { options }: UrlParameters): string {
    return renderVersionAnswer(Date.now() - this.counters.startedAtMs, options.has('libVersions'));
  }

  @Get('/v2')
  index(): string {
    return API_INDEX;
  }
}
