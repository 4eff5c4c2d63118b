import { Controller, Get } from '@nestjs/common';
import { Parameters } from '../../http/parameters';
import type { UrlParameters } from '../../http/url-parameters';
import { ExactCase, ForClients, OpenToOrigins } from '../../http/route-facts';
import { RequestCounters } from './request-counters';
import { renderVersionAnswer } from './render-version';

/** `GET /version`. */
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
}
