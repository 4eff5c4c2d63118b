import { Get, Post, Req, Res } from '@nestjs/common';
import { ListRequest, type CsvRow, type ListShape } from '@smart-city/lists';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import type { ApplicationRow } from '../../../database/entities/application.row';
import { sendCsv } from '../../../pages/csv';
import { findPage } from '../../../pages/find-page';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { may } from '../../../subjects/roles/internal-permission';
import {
  ENTITIES,
  XACML,
  type ListedPermission,
  type PermissionSort,
} from '../../../subjects/roles/permission-lists.repository';
import { PermissionLists } from '../../../subjects/roles/permission-lists.service';
import { PermissionsService } from '../../../subjects/roles/permissions.service';
import { applicationOf, frameOf, rolesPathOf } from './application-frame';
import { ApplicationQuestions } from './application-questions';
import { verbs } from './permission-form';
import { PermissionWords } from './permission-words';

const shape: ListShape<PermissionSort, 'verb'> = {
  sorts: ['name', 'verb', 'resource', 'roles'],
  usual: 'name',
  filters: { verb: [...verbs, XACML, ENTITIES] },
};

/** What an address asks of the permissions of an application. */
function askedOf(visit: Visit, { id: applicationId }: ApplicationRow) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  return { request, search: { applicationId, text: request.text, verb: request.value('verb') || undefined } };
}

/** Entities are said in words. */
const inWords = (permission: ListedPermission, words: PermissionWords) => ({
  ...permission,
  resource: permission.entities === null ? permission.resource : words.rule(permission),
});

/** The permissions of an application, to be looked for, taken along and deleted. */
@RulePages('idm/applications/:applicationId/edit/roles/permissions')
export class PermissionListController {
  constructor(
    private readonly lists: PermissionLists,
    private readonly permissions: PermissionsService,
    private readonly questions: ApplicationQuestions,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  async page(@Res() { locals: { visit } }: PageResponse, @Req() asked: ApiRequest): Promise<void> {
    const { request, search } = askedOf(visit, applicationOf(asked));
    const found = await findPage(request, {
      count: () => this.lists.count(search),
      page: (part) => this.lists.page(search, part),
    });
    const words = new PermissionWords(visit);
    visit.show('applications/permissions', {
      ...frameOf(asked, 'roles'),
      ...{ request, ...found, rows: found.rows.map((one) => inWords(one, words)) },
      usedVerbs: await this.lists.verbsOf(search.applicationId),
    });
  }

  @Get('csv')
  @AllowPermission(may.manageRoles)
  csv(@Res() response: PageResponse, @Req() asked: ApiRequest): Promise<void> {
    const { visit } = response.locals;
    const { search } = askedOf(visit, applicationOf(asked));
    const head = ['id', 'name', 'verb', 'resource', 'regex', 'roles'];
    const words = new PermissionWords(visit, Infinity);
    return sendCsv(response, 'permissions', head, rowsOf(this.lists.all(search), words));
  }

  @Post('delete')
  @AllowPermission(may.manageRoles)
  async delete(@Res() { locals: { visit } }: PageResponse, @Req() asked: ApiRequest): Promise<void> {
    const here = `${rolesPathOf(asked)}/permissions`;
    const chosen = await this.lists.among(applicationOf(asked).id, markedRows(visit.form));
    if (chosen.length === 0) return visit.go(here, 'problem.choose');
    if (!(await this.questions.aboutPermissions(visit, asked, chosen))) return;
    for (const permission of chosen) await this.permissions.delete(visit.actor, permission);
    visit.go(here, 'flash.deleted');
  }
}

async function* rowsOf(
  groups: AsyncIterable<readonly ListedPermission[]>,
  words: PermissionWords,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const group of groups)
    yield group.map((one) => {
      const { id, name, verb, resource, isRegex, roles } = inWords(one, words);
      return [id, name, verb, resource, isRegex, roles.map((role) => role.name).join('; ')];
    });
}
