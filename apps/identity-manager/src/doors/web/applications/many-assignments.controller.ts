import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import type { RoleRow } from '../../../database/entities/role.row';
import type { FormErrors } from '../../../pages/form';
import { problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import { AssignmentLists } from '../../../subjects/roles/assignment-lists.service';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import type { Named } from '../../../subjects/users/named-addressees';
import { NamedUsers } from '../../../subjects/users/named-users.service';
import { aboutPasted } from '../pasted-users';
import { applicationOf, frameOf, ownedOf } from './application-frame';
import { assignmentPathOf, savingAssignments } from './assignment-list';

/** Gives a role to the users of a pasted list. */
@RulePages('idm/applications/:applicationId/edit/give_role')
export class ManyAssignmentsController {
  constructor(
    private readonly users: NamedUsers,
    private readonly assignable: AssignableRoles,
    private readonly lists: AssignmentLists,
    private readonly assignments: RoleAssignments,
  ) {}

  @Get()
  @AllowAssigning()
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.show(visit, request, {}, { role: visit.query('role'), names: '' });
  }

  @Post()
  @AllowAssigning()
  async give(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const values = { role: visit.form.text('role'), names: visit.form.text('names') };
    const role = (await this.rolesFor(request)).find(({ id }) => id === values.role);
    if (!role) return this.show(visit, request, { role: 'problem.required' }, values);
    let named: Named;
    try {
      named = await this.users.find(values.names);
    } catch (error) {
      return this.show(visit, request, problemsOfError(error, { names: 'names' }), values);
    }
    const application = applicationOf(request);
    const path = assignmentPathOf(request, 'users');
    const given = await this.without(application.id, role, named);
    if (given.length === 0) return visit.go(path, 'flash.unchanged');
    if (!asks(visit, path, role, named, given)) return;
    await savingAssignments(visit, path, async () => {
      for (const { id: userId } of given)
        await this.assignments.give(visit.actor, application, role, { userId });
    });
  }

  private rolesFor(request: ApiRequest): Promise<readonly RoleRow[]> {
    return this.assignable.of(applicationOf(request).id, ownedOf(request));
  }

  /** Users who do not have the role yet. */
  private async without(applicationId: string, role: RoleRow, { found }: Named): Promise<Named['found']> {
    const ids = found.map(({ id }) => id);
    const having = await this.lists.rolesOf('users', applicationId, [role], ids);
    return found.filter(({ id }) => having.get(id)?.has(role.id) !== true);
  }

  private async show(
    visit: Visit,
    request: ApiRequest,
    errors: FormErrors,
    values: { readonly role: string; readonly names: string },
  ): Promise<void> {
    const roles = (await this.rolesFor(request)).toSorted(
      (left, right) =>
        Number(left.isInternal) - Number(right.isInternal) || left.name.localeCompare(right.name),
    );
    const status = Object.keys(errors).length > 0 ? 422 : 200;
    visit.show('applications/give-role', { ...frameOf(request, 'users'), roles, errors, values }, status);
  }
}

/** Asks before the users get the role. False when the question was sent. */
function asks(visit: Visit, path: string, role: RoleRow, named: Named, given: Named['found']): boolean {
  const { t } = visit;
  const name = role.isInternal ? t(`internalRole.${role.id}`) : role.name;
  return visit.confirms({
    ...aboutPasted(t, named, given),
    question: t('question.giveRole', { name }),
    button: t('assign.give'),
    cancel: path,
  });
}
