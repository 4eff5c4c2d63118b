import { Controller, Get } from '@nestjs/common';
import { parseVersion } from '@smart-city/deprecation';
import { badRequest } from '@smart-city/context';
import { Parameter } from '../../http/parameters';
import { ForOperators } from '../../http/route-facts';
import { deprecationReport } from './deprecation-report';
import { DeprecationUsage } from './deprecation-usage';

/** `GET /admin/deprecations`: what is deprecated, and who still uses it. */
@Controller('/admin/deprecations')
@ForOperators()
export class DeprecationsController {
  constructor(private readonly usage: DeprecationUsage) {}

  /** `?at=4.0.0` asks what an upgrade to that version would break. */
  @Get()
  async report(@Parameter('at') asked: string | undefined): Promise<string> {
    const { running } = this.usage;
    const at = asked ?? running;
    if (!parseVersion(at)) throw badRequest(`invalid version: /${at}/`);
    return JSON.stringify(deprecationReport(running, at, await this.usage.snapshot()));
  }
}
