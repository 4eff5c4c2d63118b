import { Controller, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CountedByPath } from '../../../http/route-facts';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag, type Operation } from '../../../openapi/documented';
import { PublicUrl } from '../../../service/public-url';
import { traceOf } from '../../../service/trace-request';
import { oauthFault } from '../oauth-shapes';
import { sendOAuthJson } from '../wire';
import { AskedBy, AskerGuard, type Asker } from './asker.guard';
import {
  AuthZenMetadata,
  EvaluationQuestion,
  EvaluationResult,
  EvaluationsQuestion,
  EvaluationsResult,
  questionExample,
} from './authzen-shapes';
import { Evaluator } from './evaluator.service';

const asking: Pick<Operation, 'others' | 'security' | 'description'> = {
  description: () =>
    'With `IDM_AUTHZEN_ENABLED`. Who: the application, by its credentials or its token of client credentials, or its PEP proxy.',
  others: {
    400: oauthFault('Something is missing or malformed'),
    401: oauthFault('No credentials, or wrong ones'),
    415: oauthFault('The body is not JSON'),
  },
  security: ['client', 'bearer', 'apiToken'],
};

/** Decisions by the AuthZEN Authorization API 1.0. */
@CountedByPath()
@Tag('Decisions')
@Controller()
export class AuthZenController {
  constructor(
    private readonly evaluator: Evaluator,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get('.well-known/authzen-configuration')
  @Documented({
    id: 'authzenConfiguration',
    summary: 'Where decisions are asked (AuthZEN)',
    answers: bodyOf(AuthZenMetadata),
  })
  metadata(): AuthZenMetadata {
    return {
      policy_decision_point: this.publicUrl.toString(),
      access_evaluation_endpoint: this.publicUrl.at('/access/v1/evaluation'),
      access_evaluations_endpoint: this.publicUrl.at('/access/v1/evaluations'),
    };
  }

  @Post('access/v1/evaluation')
  @HttpCode(200)
  @UseGuards(AskerGuard)
  @Documented({
    id: 'evaluate',
    summary: 'May this subject do this? (AuthZEN)',
    takes: bodyOf(EvaluationQuestion, questionExample),
    answers: bodyOf(EvaluationResult),
    success: 'The decision',
    ...asking,
  })
  async evaluation(
    @AskedBy() asker: Asker,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendOAuthJson(response, await this.evaluator.one(request.body, asker, traceOf(request)));
  }

  @Post('access/v1/evaluations')
  @HttpCode(200)
  @UseGuards(AskerGuard)
  @Documented({
    id: 'evaluateSeveral',
    summary: 'Several questions at once, at most 100 (AuthZEN)',
    takes: bodyOf(EvaluationsQuestion, { ...questionExample, evaluations: [{ action: { name: 'POST' } }] }),
    answers: bodyOf(EvaluationsResult),
    success: 'The decisions',
    ...asking,
  })
  async evaluations(
    @AskedBy() asker: Asker,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    sendOAuthJson(response, await this.evaluator.several(request.body, asker, traceOf(request)));
  }
}
