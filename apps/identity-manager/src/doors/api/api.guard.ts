import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AccessRules } from '../../access/access-rules.service';
import { badRequest, forbidden, notFound, notPermitted, unauthorized } from '../../http/api-errors';
import { ApiTokensService } from '../../subjects/tokens/api-tokens.service';
import { apiTokenOf } from './api-token';
import type { ApiRequest } from '../../access/api-request';
import { Callers } from './callers';
import { RULE, type Rule } from '../../access/rule';

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export const notAuthorizedToAct = () => forbidden('User not authorized to perform action');

function checkContentType({ method, headers }: ApiRequest): void {
  if (!withBody.has(method)) return;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw badRequest('Missing parameter: header Content-Type: application/json');
}

/**
 * Lets a request pass when the rule of its route allows it. In Keyrock's order: content type, token, then what the
 * path names.
 */
@Injectable()
export class ApiGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: ApiTokensService,
    private readonly callers: Callers,
    private readonly rules: AccessRules,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    context.switchToHttp().getResponse<Response>().setHeader('Cache-Control', 'no-store');
    const rule = this.reflector.get<Rule | undefined>(RULE, context.getHandler());
    if (!rule) throw notPermitted();
    if (rule.kind === 'open') return true;
    checkContentType(request);
    await this.identify(request);
    if (rule.kind === 'pep-proxy') {
      if (!request.pepProxy && !request.caller?.admin) throw notPermitted();
      return true;
    }
    if (!request.caller) throw notPermitted();
    await this.rules.authorize(request, request.caller, rule);
    return true;
  }

  private async identify(request: ApiRequest): Promise<void> {
    const text = apiTokenOf(request);
    if (text === undefined) throw badRequest('Expecting to find X-Auth-token/Authorization in requests');
    const token = await this.tokens.find(text);
    if (!token) throw notFound('Token not found');
    if (!this.tokens.isLive(token)) throw unauthorized('Token has expired');
    await this.callers.identify(request, token);
  }
}
