import { Get, Post, Req, Res } from '@nestjs/common';
import { findInMemory, ListRequest, type ListShape } from '@smart-city/lists';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { sendCsv } from '../../../pages/csv';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { may } from '../../../subjects/roles/internal-permission';
import { PermissionsService } from '../../../subjects/roles/permissions.service';
import { RoleOverviews, type RoleOverview } from '../../../subjects/roles/role-overview.service';
import { applicationOf, frameOf, rolesPathOf } from './application-frame';
import { ApplicationQuestions } from './application-questions';
import { verbs } from './permission-form';
import { PermissionWords } from './permission-words';

/** How permissions that have no HTTP verb say what they permit. */
const XACML = 'XACML';
const ENTITIES = 'entities';

const shape: ListShape<'name' | 'verb' | 'resource' | 'roles', 'verb'> = {
  sorts: ['name', 'verb', 'resource', 'roles'],
  usual: 'name',
  filters: { verb: [...verbs, XACML, ENTITIES] },
};

/** A permission of an application with the roles that have it; entities are said in words. */
const withRoles = ({ permissions, roles, pairs }: RoleOverview, words: PermissionWords) =>
  permissions.map((permission) => ({
    ...permission,
    verb: permission.entities === null ? (permission.action ?? XACML) : ENTITIES,
    resource: permission.entities === null ? permission.resource : words.rule(permission),
    roles: roles.filter(({ id }) => pairs.has(`${id} ${permission.id}`)),
  }));

function listOf(visit: Visit, overview: RoleOverview, words = new PermissionWords(visit)) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const verb = request.value('verb');
  const permissions = withRoles(overview, words);
  const found = findInMemory(
    permissions.filter((each) => verb === '' || each.verb === verb),
    request,
    {
      texts: ({ name, description, resource }) => [name, description, resource],
      orders: {
        name: ({ name }) => name,
        verb: (each) => each.verb,
        resource: ({ resource }) => resource ?? '',
        roles: ({ roles }) => roles.length,
      },
    },
  );
  return { request, ...found, usedVerbs: [...new Set(permissions.map((each) => each.verb))].sort() };
}

/** The permissions of an application, to be looked for, taken along and deleted. */
@RulePages('idm/applications/:applicationId/edit/roles/permissions')
export class PermissionListController {
  constructor(
    private readonly overviews: RoleOverviews,
    private readonly permissions: PermissionsService,
    private readonly questions: ApplicationQuestions,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const list = listOf(visit, await this.overviews.of(applicationOf(request).id));
    visit.show('applications/permissions', { ...frameOf(request, 'roles'), ...list });
  }

  @Get('csv')
  @AllowPermission(may.manageRoles)
  async csv(@Res() response: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { visit } = response.locals;
    const overview = await this.overviews.of(applicationOf(request).id);
    const { all } = listOf(visit, overview, new PermissionWords(visit, Infinity));
    const head = ['id', 'name', 'verb', 'resource', 'regex', 'roles'];
    const rows = all.map(({ id, name, verb, resource, isRegex, roles }) => [
      ...[id, name, verb, resource, isRegex],
      roles.map((role) => role.name).join('; '),
    ]);
    return sendCsv(response, 'permissions', head, [rows]);
  }

  @Post('delete')
  @AllowPermission(may.manageRoles)
  async delete(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const here = `${rolesPathOf(request)}/permissions`;
    const marked = new Set(markedRows(visit.form));
    const { permissions } = await this.overviews.of(applicationOf(request).id);
    const chosen = permissions.filter(({ id }) => marked.has(id));
    if (chosen.length === 0) return visit.go(here, 'problem.choose');
    if (!(await this.questions.aboutPermissions(visit, request, chosen))) return;
    for (const permission of chosen) await this.permissions.delete(visit.actor, permission);
    visit.go(here, 'flash.deleted');
  }
}
