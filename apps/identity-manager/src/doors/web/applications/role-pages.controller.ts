import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { OPTIONS, type Options } from '../../../cli/options';
import { badRequest } from '../../../http/api-errors';
import { problemsOfApi } from '../api-problems';
import { problemOf, problemsOf } from '../../../pages/form-problems';
import { FormOnce } from '../../../pages/form-once';
import { RulePages } from '../../../pages/rule.guard';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';
import { applicationOf, frameOf, ownedOf, rolesPathOf } from './application-frame';
import {
  permissionBody,
  permissionFieldNames,
  problemsOfPermission,
  readPermissionFields,
  verbs,
} from './permission-form';
import { CreateRole, RenameRole } from '../../../subjects/roles/role-input';
import { RolesService } from '../../../subjects/roles/roles.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { RoleHandlers } from './role-handlers';
import { RoleOverviews, type RoleOverview } from './role-overview.service';
import { TryOut, type Trial } from './try-out.service';

/** More boxes would not fit into one form; then one role is shown at a time. */
const mostBoxes = 600;

/** A form that something is tried with: its fields by member of the API's body, and what was typed. */
interface TriedForm {
  readonly fields?: Readonly<Record<string, string>>;
  readonly values?: object;
}

/** Roles, permissions and who may do what. Changes go through the handlers of the management API. */
@RulePages('idm/applications/:applicationId/edit/roles')
export class RolePagesController {
  constructor(
    private readonly overviews: RoleOverviews,
    private readonly tryOut: TryOut,
    private readonly roles: RolesService,
    private readonly api: RoleHandlers,
    private readonly once: FormOnce,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    return this.show(visit, request);
  }

  @Post('new')
  @AllowPermission(may.manageRoles)
  async createRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const name = visit.form.text('role_name');
    const { input, faults } = readShape(CreateRole, { name }, FORM);
    if (faults.length > 0)
      return this.show(visit, request, problemsOf(faults, { name: 'role_name' }), { role_name: name });
    if (!(await this.once.claim(visit))) return visit.go(rolesPathOf(request), 'flash.twice');
    await this.roles.create(visit.actor, applicationOf(request), input);
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  @Post('grid')
  @AllowPermission(may.manageRoles)
  async saveGrid(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    const overview = await this.overviews.of(application.id);
    const ticked = new Set(visit.form.list('grid'));
    const shown = new Set(visit.form.list('shown'));
    for (const role of overview.roles.filter(({ id }) => shown.has(id)))
      for (const permission of overview.permissions) {
        const pair = `${role.id} ${permission.id}`;
        if (ticked.has(pair) === overview.pairs.has(pair)) continue;
        if (ticked.has(pair))
          await this.api.rolePermissions.assign(request, application, role, permission, ownedOf(request));
        else await this.api.rolePermissions.remove(request, application, role, permission, ownedOf(request));
      }
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  @Post('permissions/new')
  @AllowPermission(may.manageRoles)
  async createPermission(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
  ): Promise<void> {
    const { level } = this.options.pdp;
    const fields = readPermissionFields(visit.form);
    const problems = problemsOfPermission(fields, level);
    if (Object.keys(problems).length > 0) return this.show(visit, request, problems, fields);
    if (!(await this.once.claim(visit))) return visit.go(rolesPathOf(request), 'flash.twice');
    const body = permissionBody(fields, level);
    await this.trying(
      visit,
      request,
      () => this.api.permissions.create(request, applicationOf(request), body),
      { fields: permissionFieldNames, values: fields },
    );
  }

  @Post(':roleId')
  @AllowPermission(may.manageRoles)
  async renameRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { input, faults } = readShape(RenameRole, { name: visit.form.text('name') }, FORM);
    const [fault] = faults;
    // Every role has such a form, so the page says it above them all.
    if (fault)
      return this.show(visit, request, {
        form: fault.rule === 'required' ? 'problem.name' : problemOf(fault.rule),
      });
    await this.roles.rename(visit.actor, roleOf(request), input);
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  @Post(':roleId/delete')
  @AllowPermission(may.manageRoles)
  async deleteRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.roles.delete(visit.actor, roleOf(request));
    visit.go(rolesPathOf(request), 'flash.deleted');
  }

  /** Does it and comes back, or shows the page again with what is wrong. */
  private async trying(
    visit: Visit,
    request: ApiRequest,
    work: () => Promise<unknown>,
    { fields = {}, values = {} }: TriedForm = {},
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      return this.show(visit, request, problemsOfApi(error, fields), values);
    }
    visit.go(rolesPathOf(request), 'flash.saved');
  }

  private async show(
    visit: Visit,
    request: ApiRequest,
    errors: FormErrors = {},
    values: object = {},
  ): Promise<void> {
    const { id } = applicationOf(request);
    const overview = await this.overviews.of(id);
    const trial = trialOf(visit);
    const view = {
      ...frameOf(request, 'roles'),
      ...overview,
      ...shownRoles(overview, visit.query('role')),
      verbs,
      level: this.options.pdp.level,
      trial,
      result: trial.resource === '' ? undefined : await this.tryOut.ask(id, overview.roles, trial),
      errors,
      values,
    };
    visit.show('applications/roles', view, Object.keys(errors).length > 0 ? 422 : 200);
  }
}

function shownRoles({ roles, permissions }: RoleOverview, wanted: string) {
  const fits = roles.length * permissions.length <= mostBoxes;
  const one = roles.find(({ id }) => id === wanted) ?? roles[0];
  return { fits, shown: fits || !one ? roles : [one] };
}

const trialOf = (visit: Visit): Trial => ({
  action: visit.query('action') || 'GET',
  resource: visit.query('resource').trim().slice(0, 2000),
  serviceHeader: visit.query('service').trim().slice(0, 255),
  person: visit.query('person').trim().slice(0, 255),
});

function roleOf({ objects }: ApiRequest) {
  if (!objects?.role) throw badRequest('no role');
  return objects.role;
}
