import { Body, Controller, HttpCode, Post, Req, UseFilters, UseGuards, UsePipes } from '@nestjs/common';
import { ApiGuard } from '../api.guard';
import { BodyPipe } from '../body.pipe';
import { FaultFilter } from '../fault.filter';
import { textsOf } from '../../../validation/lists';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPepProxy } from '../../../access/rule';
import { notPermitted } from '../../../http/api-errors';
import type { Decision } from '../../../subjects/decisions/decision';
import { Decisions } from '../../../subjects/decisions/decisions.service';
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
@UsePipes(BodyPipe)
@UseFilters(FaultFilter)
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
  async openPolicyAgent(@Req() request: ApiRequest, @Body() question: OpaQuestion) {
    return { allow: (await this.decide(request, question)) === 'Permit' };
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
  async xacml(@Req() request: ApiRequest, @Body() question: XacmlQuestion) {
    return renderXacmlDecision(await this.decide(request, parseXacmlQuestion(question)));
  }

  /** A PEP proxy learns of the rules of its own application only. @throws ApiError 403 */
  private async decide({ pepProxy }: ApiRequest, question: OpaQuestion): Promise<Decision> {
    const { appId, action, resource, tenant } = question;
    if (pepProxy && pepProxy.applicationId !== appId) throw notPermitted();
    const payload = {
      ids: textsOf(question.ids),
      idPatterns: textsOf(question.idPatterns),
      types: textsOf(question.types),
      attributes: textsOf(question.attrs),
    };
    const request = { action, resource, serviceHeader: tenant || undefined, payload };
    return (await this.decisions.ofRoles(appId, textsOf(question.roles), request)).decision;
  }
}
