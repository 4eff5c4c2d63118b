import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import type { RoleRow } from '../../../database/entities/role.row';
import { NotFound } from '../../../faults/faults';
import { FormOnce } from '../../../pages/form-once';
import type { FormErrors } from '../../../pages/form';
import { problemsOf } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import type { AssigneeKind } from '../../../subjects/roles/assigned';
import { AssignmentLists } from '../../../subjects/roles/assignment-lists.service';
import { may } from '../../../subjects/roles/internal-permission';
import { CreateRole } from '../../../subjects/roles/role-input';
import { RoleOverviews } from '../../../subjects/roles/role-overview.service';
import { RolesService } from '../../../subjects/roles/roles.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { applicationOf, frameOf, ownedOf, rolesPathOf } from './application-frame';
import { PermissionWords } from './permission-words';

/** Users and organizations of a role that its page names; the list of all is a link away. */
const MOST_NAMED = 25;

/** One role of an application: what it permits, and who has it. */
@RulePages('idm/applications/:applicationId/edit/roles/:roleId')
export class RolePageController {
  constructor(
    private readonly overviews: RoleOverviews,
    private readonly assignable: AssignableRoles,
    private readonly lists: AssignmentLists,
    private readonly roles: RolesService,
    private readonly once: FormOnce,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.show(visit, request, {}, {});
  }

  /** Makes another role with the same permissions. */
  @Post('copy')
  @AllowPermission(may.manageRoles)
  async copy(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const name = visit.form.text('copy_name');
    const { input, faults } = readShape(CreateRole, { name }, FORM);
    if (faults.length > 0)
      return this.show(visit, request, problemsOf(faults, { name: 'copy_name' }), { copy_name: name });
    if (!(await this.once.claim(visit))) return visit.go(rolesPathOf(request), 'flash.twice');
    const copy = await this.roles.copy(visit.actor, ownRoleOf(request), input);
    visit.go(`${rolesPathOf(request)}/${encodeURIComponent(copy.id)}`, 'flash.saved');
  }

  private async show(visit: Visit, request: ApiRequest, errors: FormErrors, values: object): Promise<void> {
    const role = ownRoleOf(request);
    const { permissions, internalPermissions, pairs } = await this.overviews.of(applicationOf(request).id);
    const has = ({ id }: { readonly id: string }) => pairs.has(`${role.id} ${id}`);
    const view = {
      ...frameOf(request, 'roles'),
      ...{ role, errors, values },
      permissions: permissions.filter(has),
      internalPermissions: internalPermissions.filter(has),
      words: new PermissionWords(visit),
      having: await this.having(request, role),
    };
    visit.show('applications/role', view, Object.keys(errors).length > 0 ? 422 : 200);
  }

  /** Users who have the role, for those who may give it; nobody else is told. */
  private async having(request: ApiRequest, role: RoleRow) {
    const { id } = applicationOf(request);
    const may = await this.assignable.of(id, ownedOf(request));
    if (!may.some((each) => each.id === role.id)) return [];
    const kinds: readonly AssigneeKind[] = ['users', 'organizations'];
    return Promise.all(
      kinds.map(async (kind) => ({
        kind,
        count: await this.lists.count(kind, id, [role]),
        named: await this.lists.page(kind, id, [role], { limit: MOST_NAMED, offset: 0 }),
      })),
    );
  }
}

/** Internal roles have no page: every application has them, and nobody changes them. */
function ownRoleOf({ objects }: ApiRequest): RoleRow {
  if (!objects?.role || objects.role.isInternal) throw new NotFound('role');
  return objects.role;
}
