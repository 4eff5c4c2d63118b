import { Controller, Get } from '@nestjs/common';
import { parseVersion } from '@smart-city/deprecation';
import { badRequest } from '@smart-city/ngsi';
import { jsonAnswer, type Answer } from '../../http/answer';
import { Asked } from '../../http/from-request.decorator';
import { NgsiRequest } from '../../http/ngsi-request';
import { deprecationReport } from './deprecation-report';
import { DeprecationUsage } from './deprecation-usage';

/** `GET /admin/deprecations`: what is deprecated, and who still uses it. */
@Controller('/admin/deprecations')
export class DeprecationsController {
  constructor(private readonly usage: DeprecationUsage) {}

  /** `?at=4.0.0` asks what an upgrade to that version would break. */
  @Get()
  async report(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const { running } = this.usage;
    const at = ngsi.parameter('at') ?? running;
    if (!parseVersion(at)) throw badRequest(`invalid version: /${at}/`);
    return jsonAnswer(JSON.stringify(deprecationReport(running, at, await this.usage.snapshot())));
  }
}
