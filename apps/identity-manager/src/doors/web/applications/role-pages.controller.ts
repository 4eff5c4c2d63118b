import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { OPTIONS, type Options } from '../../../cli/options';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { FormOnce } from '../../../pages/form-once';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { ApplicationQuestions } from './application-questions';
import { applicationOf, rolesPathOf } from './application-frame';
import { permissionFieldNames, permissionMembers, readPermissionFields } from './permission-form';
import { gridPlaceOf, RolesPage } from './roles-page.service';
import { CreateRole, RenameRole } from '../../../subjects/roles/role-input';
import { CreatePermission } from '../../../subjects/roles/permission-input';
import { PermissionsService } from '../../../subjects/roles/permissions.service';
import { RoleOverviews } from '../../../subjects/roles/role-overview.service';
import { RolePermissions } from '../../../subjects/roles/role-permissions.service';
import { RolesService } from '../../../subjects/roles/roles.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';

/** Roles, permissions and who may do what.  */
@RulePages('idm/applications/:applicationId/edit/roles')
export class RolePagesController {
  constructor(
    private readonly overviews: RoleOverviews,
    private readonly rolesPage: RolesPage,
    private readonly roles: RolesService,
    private readonly permissions: PermissionsService,
    private readonly rolePermissions: RolePermissions,
    private readonly once: FormOnce,
    private readonly questions: ApplicationQuestions,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.rolesPage.show(visit, request);
  }

  @Post('new')
  @AllowPermission(may.manageRoles)
  async createRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const name = visit.form.text('role_name');
    const { input, faults } = readShape(CreateRole, { name }, FORM);
    if (faults.length > 0)
      return this.rolesPage.show(visit, request, problemsOf(faults, { name: 'role_name' }), {
        role_name: name,
      });
    if (!(await this.once.claim(visit))) return visit.go(rolesPathOf(request), 'flash.twice');
    await this.roles.create(visit.actor, applicationOf(request), input);
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  @Post('grid')
  @AllowPermission(may.manageRoles)
  async saveGrid(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const overview = await this.overviews.of(applicationOf(request).id);
    const ticked = new Set(visit.form.list('grid'));
    const shown = new Set(visit.form.list('shown'));
    // Permissions that were shown: others are in other parts, or have been made since.
    const among = new Set(visit.form.list('among'));
    for (const role of overview.roles.filter(({ id }) => shown.has(id)))
      for (const permission of overview.permissions) {
        if (among.size > 0 && !among.has(permission.id)) continue;
        const pair = `${role.id} ${permission.id}`;
        if (ticked.has(pair) === overview.pairs.has(pair)) continue;
        if (ticked.has(pair)) await this.rolePermissions.give(visit.actor, role, permission);
        else await this.rolePermissions.take(visit.actor, role, permission);
      }
    const { role, page } = gridPlaceOf(visit);
    const part = role !== '' ? `?${new URLSearchParams({ role, page: String(page) }).toString()}` : '';
    visit.go(`${rolesPathOf(request)}${part}`, 'flash.saved');
  }

  @Post('permissions/new')
  @AllowPermission(may.manageRoles)
  async createPermission(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
  ): Promise<void> {
    const { level } = this.options.pdp;
    const fields = readPermissionFields(visit.form);
    const { input, faults } = readShape(CreatePermission, permissionMembers(fields, level), FORM);
    if (faults.length > 0)
      return this.rolesPage.show(visit, request, problemsOf(faults, permissionFieldNames), fields);
    if (!(await this.once.claim(visit))) return visit.go(rolesPathOf(request), 'flash.twice');
    try {
      await this.permissions.create(visit.actor, applicationOf(request), input);
    } catch (error) {
      return this.rolesPage.show(visit, request, problemsOfError(error, permissionFieldNames), fields);
    }
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  @Post(':roleId')
  @AllowPermission(may.manageRoles)
  async renameRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const name = visit.form.text('name');
    const { input, faults } = readShape(RenameRole, { name }, FORM);
    // Every role has such a form: this one is marked.
    if (faults.length > 0)
      return this.rolesPage.show(visit, request, problemsOf(faults, { name: `role-${roleOf(request).id}` }), {
        name,
      });
    await this.roles.rename(visit.actor, roleOf(request), input);
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  @Post(':roleId/delete')
  @AllowPermission(may.manageRoles)
  async deleteRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!(await this.questions.aboutRole(visit, request, roleOf(request)))) return;
    await this.roles.delete(visit.actor, roleOf(request));
    visit.go(rolesPathOf(request), 'flash.deleted');
  }
}

function roleOf({ objects }: ApiRequest) {
  if (!objects?.role) throw new Error('the route names no role');
  return objects.role;
}
