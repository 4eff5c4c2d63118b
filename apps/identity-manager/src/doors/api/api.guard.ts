import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AccessRules } from '../../access/access-rules.service';
import { badRequest, forbidden, notPermitted } from '../../http/api-errors';
import { credentialReader, type CredentialReader, type Seen } from '../../access/credentials';
import { ApiTokenStrategy, type ApiCaller } from './api-token.strategy';
import type { ApiRequest } from '../../access/api-request';
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
  private readonly readToken: CredentialReader<ApiCaller>;

  constructor(
    private readonly reflector: Reflector,
    private readonly rules: AccessRules,
    token: ApiTokenStrategy,
  ) {
    this.readToken = credentialReader(token);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    context.switchToHttp().getResponse<Response>().setHeader('Cache-Control', 'no-store');
    const rule = this.reflector.get<Rule | undefined>(RULE, context.getHandler());
    if (!rule) throw notPermitted();
    if (rule.kind === 'open') return true;
    checkContentType(request);
    const seen: Seen<ApiCaller> = { request };
    await this.readToken(seen, request.res);
    Object.assign(request, seen.owner);
    if (rule.kind === 'pep-proxy') {
      if (!request.pepProxy && !request.caller?.admin) throw notPermitted();
      return true;
    }
    if (!request.caller) throw notPermitted();
    await this.rules.authorize(request, request.caller, rule);
    return true;
  }
}
