import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../api/api-request';
import { AllowPermission, may } from '../../api/rule';
import { OPTIONS, type Options } from '../../cli/options';
import { ApiError, badRequest, notAllowed } from '../../http/api-errors';
import type { Form } from '../form';
import { RulePages } from '../rule.guard';
import type { FormErrors, PageResponse, Visit } from '../visit';
import { applicationOf, frameOf } from './application-frame';
import { RoleHandlers } from './role-handlers';
import { RoleOverviews, type RoleOverview } from './role-overview.service';
import { TryOut, type Trial } from './try-out.service';

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** More boxes would not fit into one form; then one role is shown at a time. */
const mostBoxes = 600;

const rolesPath = (request: ApiRequest) => `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/roles`;

/** Roles, permissions and who may do what (spec section 7). Changes go through the handlers of the management API. */
@RulePages('idm/applications/:applicationId/edit/roles')
export class RolePagesController {
  constructor(
    private readonly overviews: RoleOverviews,
    private readonly tryOut: TryOut,
    private readonly api: RoleHandlers,
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
    const body = { role: { name: visit.form.text('role_name') } };
    await this.trying(visit, request, { field: 'role_name' }, () =>
      this.api.roles.create(request, applicationOf(request), body),
    );
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
        if (ticked.has(pair)) await this.api.rolePermissions.assign(request, application, role, permission);
        else await this.api.rolePermissions.remove(request, application, role, permission);
      }
    visit.go(rolesPath(request), 'flash.saved');
  }

  @Post('permissions/new')
  @AllowPermission(may.manageRoles)
  async createPermission(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const body = { permission: permissionBody(visit.form, this.options.pdp.level) };
    await this.trying(visit, request, { permission: true }, () =>
      this.api.permissions.create(request, applicationOf(request), body),
    );
  }

  @Get('permissions/:permissionId')
  @AllowPermission(may.manageRoles)
  permissionPage(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    this.showPermission(visit, request);
  }

  @Post('permissions/:permissionId')
  @AllowPermission(may.manageRoles)
  async editPermission(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const body = { permission: permissionBody(visit.form, this.options.pdp.level) };
    try {
      await this.api.permissions.update(request, permissionOf(request), body);
      visit.go(rolesPath(request), 'flash.saved');
    } catch (error) {
      this.showPermission(visit, request, { form: messageOf(error) });
    }
  }

  @Post('permissions/:permissionId/delete')
  @AllowPermission(may.manageRoles)
  async deletePermission(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.api.permissions.delete(request, permissionOf(request));
    visit.go(rolesPath(request), 'flash.deleted');
  }

  @Post(':roleId')
  @AllowPermission(may.manageRoles)
  async renameRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const body = { role: { name: visit.form.text('name') } };
    await this.trying(visit, request, { field: 'form' }, () => this.api.roles.update(request, roleOf(request), body));
  }

  @Post(':roleId/delete')
  @AllowPermission(may.manageRoles)
  async deleteRole(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    await this.api.roles.delete(request, roleOf(request));
    visit.go(rolesPath(request), 'flash.deleted');
  }

  /** Does it and comes back, or shows the page again with what is wrong. */
  private async trying(
    visit: Visit,
    request: ApiRequest,
    { field = 'form', permission = false }: { readonly field?: string; readonly permission?: boolean },
    work: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const errors = { [field]: messageOf(error) };
      return this.show(visit, request, errors, permission ? permissionValues(visit.form) : {});
    }
    visit.go(rolesPath(request), 'flash.saved');
  }

  private async show(
    visit: Visit,
    request: ApiRequest,
    errors: FormErrors = {},
    values: Readonly<Record<string, unknown>> = {},
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

  private showPermission(visit: Visit, request: ApiRequest, errors: FormErrors = {}): void {
    const permission = permissionOf(request);
    if (permission.isInternal) throw notAllowed();
    const values = visit.request.method === 'POST' ? permissionValues(visit.form) : {
      permission_name: permission.name,
      description: permission.description,
      action: permission.action,
      resource: permission.resource,
      is_regex: permission.isRegex,
      use_header: permission.useAuthorizationServiceHeader,
      service_header: permission.authorizationServiceHeader,
      regex_entity_ids: permission.regexEntityIds,
      regex_attributes: permission.regexAttributes,
      regex_types: permission.regexTypes,
      xml: permission.xml,
    };
    const view = { ...frameOf(request, 'roles'), permission, values, verbs, level: this.options.pdp.level, errors };
    visit.show('applications/permission', view, Object.keys(errors).length > 0 ? 422 : 200);
  }
}

function shownRoles({ roles, permissions }: RoleOverview, wanted: string) {
  const fits = roles.length * permissions.length <= mostBoxes;
  return { fits, shown: fits ? roles : [roles.find(({ id }) => id === wanted) ?? roles[0]].filter((role) => role !== undefined) };
}

const trialOf = (visit: Visit): Trial => ({
  action: visit.query('action') || 'GET',
  resource: visit.query('resource').trim().slice(0, 2000),
  serviceHeader: visit.query('service').trim().slice(0, 255),
  person: visit.query('person').trim().slice(0, 255),
});

const permissionFields = ['permission_name', 'description', 'action', 'resource', 'service_header', 'regex_entity_ids', 'regex_attributes', 'regex_types', 'xml'] as const;

const permissionValues = (form: Form) => ({
  ...Object.fromEntries(permissionFields.map((name) => [name, form.text(name)])),
  is_regex: form.has('is_regex'),
  use_header: form.has('use_header'),
});

/** The form as the management API takes it; members of other decision levels are not sent. */
function permissionBody(form: Form, level: Options['pdp']['level']): object {
  const xml = form.text('xml');
  const usesHeader = form.has('use_header');
  if (level === 'advanced' && xml !== '') return { name: form.text('permission_name'), description: form.text('description'), xml };
  return {
    name: form.text('permission_name'),
    description: form.text('description'),
    action: form.text('action'),
    resource: form.text('resource'),
    is_regex: form.has('is_regex'),
    use_authorization_service_header: usesHeader,
    authorization_service_header: usesHeader ? form.text('service_header') : null,
    ...(level === 'payload' && {
      regex_entity_ids: form.text('regex_entity_ids'),
      regex_attributes: form.text('regex_attributes'),
      regex_types: form.text('regex_types'),
    }),
  };
}

/** What the management API says against a form; anything else is no matter of the form. */
function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return error.message;
  throw error;
}

function roleOf({ objects }: ApiRequest) {
  if (!objects?.role) throw badRequest('no role');
  return objects.role;
}

function permissionOf({ objects }: ApiRequest) {
  if (!objects?.permission) throw badRequest('no permission');
  return objects.permission;
}
