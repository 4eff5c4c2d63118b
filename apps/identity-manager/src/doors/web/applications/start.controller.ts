import { Get, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { may } from '../../../subjects/roles/internal-permission';
import { StartPage } from './start-page.service';

/** From a registered application to a program that works. */
@RulePages('idm/applications/:applicationId/start')
export class StartController {
  constructor(private readonly start: StartPage) {}

  @Get()
  @AllowPermission(may.manageApplication)
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.start.show(visit, request);
  }
}
