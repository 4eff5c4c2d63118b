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
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { OpaAnswer, OpaQuestion, opaExample, XacmlAnswer, XacmlQuestion, xacmlExample } from './pdp-shapes';

const shared = {
  description: () =>
    'On decision level `payload` only. Who: the PEP proxy of the application, or an administrator.',
  others: {
    400: { description: 'Something is missing or malformed' },
    403: { description: 'Neither a PEP proxy of the application nor an administrator' },
  },
  security: ['apiToken', 'bearer'],
};

/** Decisions for enforcement points that look into bodies (PDP level payload): they name the roles and what is touched. */
@Tag('Decisions')
@Controller('pdp')
@UseGuards(ApiGuard)
export class PdpController {
  constructor(private readonly decisions: Decisions) {}

  @Post('open_policy_agent')
  @HttpCode(200)
  @AllowPepProxy()
  @Documented({
    id: 'askOpenPolicyAgent',
    summary: 'May these roles do this with these entities?',
    takes: bodyOf(OpaQuestion, opaExample),
    answers: bodyOf(OpaAnswer),
    success: 'The decision',
    ...shared,
  })
  async openPolicyAgent(@Req() request: ApiRequest, @Body() body: unknown) {
    return { allow: (await this.decide(request, parseOpaQuestion(body))) === 'Permit' };
  }

  @Post('xacml')
  @HttpCode(200)
  @AllowPepProxy()
  @Documented({
    id: 'askXacml',
    summary: 'The same question in the JSON profile of XACML 3.0',
    takes: bodyOf(XacmlQuestion, xacmlExample),
    answers: bodyOf(XacmlAnswer),
    success: 'The decision',
    ...shared,
  })
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
