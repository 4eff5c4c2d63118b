import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { ApiError, badRequest, forbidden, notFound, notPermitted, unauthorized } from '../../http/api-errors';
import {
  OwnedPermissionsService,
  type OwnedPermissions,
} from '../../subjects/roles/owned-permissions.service';
import { ApiTokensService } from '../../subjects/tokens/api-tokens.service';
import type { UserRow } from '../../database/entities/user.row';
import { apiTokenOf } from './api-token';
import type { ApiRequest, PathObjects } from '../../access/api-request';
import { AuditTrail } from './audit-trail';
import { Callers } from '../../access/callers';
import { PathLoader, type PathParameter } from '../../access/path-loader';
import { RULE, type Rule } from '../../access/rule';

const withBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export const notAuthorizedToAct = () => forbidden('User not authorized to perform action');

function checkContentType({ method, headers }: ApiRequest): void {
  if (!withBody.has(method)) return;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw badRequest('Missing parameter: header Content-Type: application/json');
}

/** Whether the rule lets somebody with these roles at what belongs to an application. */
function opensApplication(rule: Rule, { permissions, roleIds }: OwnedPermissions): boolean {
  if (rule.kind === 'any-role') return roleIds.size > 0 || permissions.size > 0;
  return rule.kind === 'permission' && rule.anyOf.some((each) => permissions.has(each));
}

/**
 * Lets a request pass when the rule of its route allows it. In Keyrock's order: content type, token, then what the
 * path names from left to right, the permission being asked for as soon as the application is known.
 */
@Injectable()
export class ApiGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: ApiTokensService,
    private readonly loader: PathLoader,
    private readonly owned: OwnedPermissionsService,
    private readonly callers: Callers,
    private readonly trail: AuditTrail,
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
    await this.authorize(request, request.caller, rule);
    return true;
  }

  /**
   * Loads what the path names and checks the rule for the caller; the pages ask this too.
   *
   * @throws ApiError 404 for what is not there, 403 when the rule does not allow it
   */
  async authorize(request: ApiRequest, caller: UserRow, rule: Rule): Promise<void> {
    try {
      await this.loadPath(request, caller, rule);
      await this.checkRule(rule, caller, request.objects ?? {});
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) this.trail.recordRefusal(request, caller.id);
      throw error;
    }
  }

  private async identify(request: ApiRequest): Promise<void> {
    const text = apiTokenOf(request);
    if (text === undefined) throw badRequest('Expecting to find X-Auth-token/Authorization in requests');
    const token = await this.tokens.find(text);
    if (!token) throw notFound('Token not found');
    if (!this.tokens.isLive(token)) throw unauthorized('Token has expired');
    await this.callers.identify(request, token);
  }

  private async loadPath(request: ApiRequest, caller: UserRow, rule: Rule): Promise<void> {
    const objects: PathObjects = {};
    request.objects = objects;
    for (const [name, id] of Object.entries(request.params)) {
      if (typeof id !== 'string') continue;
      await this.loader.load(name as PathParameter, id, objects);
      if (name !== 'applicationId' || !objects.application) continue;
      request.owned = await this.owned.of(caller, objects.application.id);
      if (!opensApplication(rule, request.owned)) throw notPermitted();
    }
  }

  private async checkRule(rule: Rule, caller: UserRow, { application, user, organization }: PathObjects) {
    switch (rule.kind) {
      case 'any-user':
        return;
      case 'admin':
        if (!caller.admin) throw notAuthorizedToAct();
        return;
      case 'self-or-admin':
        if (!user || (user.id !== caller.id && !caller.admin)) throw notAuthorizedToAct();
        return;
      case 'organization-owner':
        if (!organization || !(await this.callers.owns(caller, organization.id))) throw notPermitted();
        return;
      case 'any-role':
      case 'permission':
        // Checked when the application was loaded; a path without one passes nobody.
        if (!application) throw notPermitted();
        return;
      default:
        throw notPermitted();
    }
  }
}
