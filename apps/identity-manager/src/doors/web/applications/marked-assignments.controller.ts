import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { CsvRow } from '@smart-city/lists';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import type { RoleRow } from '../../../database/entities/role.row';
import { sendCsv } from '../../../pages/csv';
import type { Form } from '../../../pages/form';
import { markedRows } from '../../../pages/marked-rows';
import { PageError } from '../../../pages/page-error';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import type { Assigned, AssigneeKind } from '../../../subjects/roles/assigned';
import { AssignmentLists } from '../../../subjects/roles/assignment-lists.service';
import type { Assignee } from '../../../subjects/roles/assignee';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { applicationOf, ownedOf } from './application-frame';
import { ApplicationQuestions } from './application-questions';
import { assignmentListOf, assignmentPathOf, savingAssignments } from './assignment-list';

/** Several of those with roles at once: as a file, and to be given a role or have it taken. */
@RulePages('idm/applications/:applicationId/edit/assigned/:kind')
export class MarkedAssignmentsController {
  constructor(
    private readonly assignable: AssignableRoles,
    private readonly lists: AssignmentLists,
    private readonly assignments: RoleAssignments,
    private readonly questions: ApplicationQuestions,
  ) {}

  @Get('csv')
  @AllowAssigning()
  async csv(
    @Res() response: PageResponse,
    @Req() request: ApiRequest,
    @Param('kind') kind: string,
  ): Promise<void> {
    const { visit } = response.locals;
    const { id } = applicationOf(request);
    const roles = await this.assignable.of(id, ownedOf(request));
    const { request: list, counted } = assignmentListOf(visit, roles);
    const groups = this.lists.export(visit.actor, kindOf(kind), id, counted, list.text);
    return sendCsv(response, `roles-of-${kind}`, ['id', 'name', 'roles'], rowsOf(groups, roles));
  }

  @Post()
  @AllowAssigning()
  async change(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
    @Param('kind') asked: string,
  ): Promise<void> {
    const kind = kindOf(asked);
    const path = assignmentPathOf(request, kind);
    const application = applicationOf(request);
    const wish = wishOf(visit.form, kind, await this.assignable.of(application.id, ownedOf(request)));
    const marked = await this.lists.named(kind, markedRows(visit.form));
    if (wish === undefined || marked.length === 0) return visit.go(path, 'problem.choose');
    const given = await this.lists.rolesOf(
      kind,
      application.id,
      [wish.role],
      marked.map(({ id }) => id),
    );
    const changing = marked.filter(({ id }) => (given.get(id)?.has(wish.key) === true) === wish.takes);
    if (changing.length === 0) return visit.go(path, 'flash.unchanged');
    if (!this.questions.aboutAssignments(visit, request, kind, wish, changing)) return;
    await savingAssignments(visit, path, async () => {
      const verb = wish.takes ? 'take' : 'give';
      for (const { id } of changing)
        await this.assignments[verb](visit.actor, application, wish.role, wish.assignee(id));
    });
  }
}

function kindOf(text: string): AssigneeKind {
  if (text !== 'users' && text !== 'organizations') throw new PageError(404, 'error.notFound');
  return text;
}

/** What is to be done with which role; undefined when the form does not say it, or asks for what may not be assigned. */
function wishOf(form: Form, kind: AssigneeKind, roles: readonly RoleRow[]) {
  const action = form.text('action');
  const key = form.text('role');
  const [roleId, side] = key.split(' ');
  const role = roles.find(({ id }) => id === roleId);
  if (role === undefined || (action !== 'give' && action !== 'take')) return undefined;
  const takes = action === 'take';
  if (kind === 'users')
    return side === undefined
      ? { takes, role, key, side, assignee: (userId: string) => ({ userId }) }
      : undefined;
  if (side !== 'owner' && side !== 'member') return undefined;
  const assignee = (organizationId: string): Assignee => ({ organizationId, roleOrganization: side });
  return { takes, role, key: `${role.id} ${side}`, side, assignee };
}

async function* rowsOf(
  groups: AsyncIterable<readonly Assigned[]>,
  roles: readonly RoleRow[],
): AsyncGenerator<readonly CsvRow[]> {
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  const nameOf = (key: string) => {
    const [id = '', side] = key.split(' ');
    return `${names.get(id) ?? id}${side === undefined ? '' : ` (${side})`}`;
  };
  for await (const group of groups)
    yield group.map((one) => [one.id, one.name, [...one.roles].map(nameOf).sort().join('; ')]);
}
