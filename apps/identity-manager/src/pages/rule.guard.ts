import {
  applyDecorators,
  Controller,
  Injectable,
  UseFilters,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AccessRules } from '../access/access-rules.service';
import type { ApiRequest } from '../access/api-request';
import { RULE, type Rule } from '../access/rule';
import { Forbidden } from '../faults/faults';
import { PageFilter } from './page.filter';
import { PageGuard, SignedInGuard } from './page.guard';
import type { Visit } from './visit';

/** Holds pages to the rules of the management API: the same decorators, the same check, deny by default. */
@Injectable()
class RuleGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly rules: AccessRules,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<Rule | undefined>(RULE, context.getHandler());
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { visit } = context.switchToHttp().getResponse<Response>().locals as { readonly visit: Visit };
    if (!rule || rule.kind === 'open' || rule.kind === 'pep-proxy') throw new Forbidden('notPermitted');
    request.caller = visit.user;
    await this.rules.authorize(request, visit.user, rule);
    return true;
  }
}

/** Pages whose routes carry a rule of the management API. Path parameters have the API's names. */
export const RulePages = (path: string) =>
  applyDecorators(Controller(path), UseGuards(PageGuard, SignedInGuard, RuleGuard), UseFilters(PageFilter));
