import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { ApiGuard } from '../api.guard';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPepProxy } from '../../../access/rule';
import { notPermitted } from '../../../http/api-errors';
import type { Decision } from '../../../subjects/decisions/decision';
import { Decisions } from '../../../subjects/decisions/decisions.service';
import { parseOpaQuestion } from './opa-question';
import type { RoleQuestion } from './role-question';
import { parseXacmlQuestion, renderXacmlDecision } from './xacml-question';

/** Decisions for enforcement points that look into bodies (PDP level payload): they name the roles and what is touched. */
@Controller('pdp')
@UseGuards(ApiGuard)
export class PdpController {
  constructor(private readonly decisions: Decisions) {}

  @Post('open_policy_agent')
  @HttpCode(200)
  @AllowPepProxy()
  async openPolicyAgent(@Req() request: ApiRequest, @Body() body: unknown) {
    return { allow: (await this.decide(request, parseOpaQuestion(body))) === 'Permit' };
  }

  @Post('xacml')
  @HttpCode(200)
  @AllowPepProxy()
  async xacml(@Req() request: ApiRequest, @Body() body: unknown) {
    return renderXacmlDecision(await this.decide(request, parseXacmlQuestion(body)));
  }

  /** A PEP proxy learns of the rules of its own application only. @throws ApiError 403 */
  private async decide({ pepProxy }: ApiRequest, question: RoleQuestion): Promise<Decision> {
    const { applicationId, roleIds, action, resource, tenant, payload } = question;
    if (pepProxy && pepProxy.applicationId !== applicationId) throw notPermitted();
    const request = { action, resource, serviceHeader: tenant, payload };
    return (await this.decisions.ofRoles(applicationId, roleIds, request)).decision;
  }
}
