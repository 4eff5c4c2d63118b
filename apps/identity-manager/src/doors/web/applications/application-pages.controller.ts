import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import { AllowAnyUser, AllowCreating, AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import type { ApiRequest } from '../../../access/api-request';
import {
  ChangeApplication,
  CreateApplication,
  CreateMachineApplication,
} from '../../../subjects/applications/application-input';
import { ApplicationSecrets } from '../../../subjects/applications/application-secrets.service';
import { OwnedPermissionsService } from '../../../subjects/roles/owned-permissions.service';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { mayCreate } from '../../../access/may-create';
import { FormOnce } from '../../../pages/form-once';
import type { FormErrors } from '../../../pages/form';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import {
  fieldNames,
  fieldsOf,
  grantChoices,
  membersOf,
  readFields,
  type ApplicationFields,
} from './application-form';
import { applicationOf, frameOf } from './application-frame';
import {
  fieldsOfKind,
  isApplicationKind,
  sendsPeople,
  withKind,
  type ApplicationKind,
} from './application-kinds';
import { StartPage } from './start-page.service';
import {
  isStanding,
  MyApplications,
  standings,
  standsAs,
} from '../../../subjects/applications/my-applications.service';

const perPage = 12;

/** Listing, registering, editing and deleting applications. */
@RulePages('idm/applications')
export class ApplicationPagesController {
  constructor(
    private readonly mine: MyApplications,
    private readonly applications: ApplicationsService,
    private readonly organizations: OrganizationsService,
    private readonly secrets: ApplicationSecrets,
    private readonly owned: OwnedPermissionsService,
    private readonly start: StartPage,
    private readonly once: FormOnce,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** By standing and, where asked, only through one organization. */
  @Get()
  @AllowAnyUser()
  async list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { user } = visit;
    const own = await this.organizations.ofUser(user.id);
    const organization = own.find((each) => each.organization.id === visit.query('organization'));
    const all = organization
      ? await this.mine.through(organization.organization.id, user)
      : await this.mine.of(user);
    const wanted = visit.query('q').trim().toLowerCase();
    const named = all.filter(({ name }) => name.toLowerCase().includes(wanted));
    const asked = visit.query('role');
    const standing = isStanding(asked) ? asked : 'all';
    const found = named.filter((one) => standsAs(one, standing));
    const pageCount = Math.max(1, Math.ceil(found.length / perPage));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    visit.show('applications/list', {
      applications: found.slice((page - 1) * perPage, page * perPage),
      standing,
      counts: standings.map((each) => ({
        standing: each,
        count: named.filter((one) => standsAs(one, each)).length,
      })),
      organizations: own.map((each) => each.organization),
      organizationId: organization?.organization.id ?? '',
      mayRegister: mayCreate(user, this.options),
      query: visit.query('q'),
      page,
      pageCount,
    });
  }

  @Get('new')
  @AllowCreating()
  async newPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const kind = visit.query('kind');
    if (!isApplicationKind(kind)) return visit.show('applications/new-kind');
    visit.show('applications/new', await this.newView(visit, kind, fieldsOfKind(kind)));
  }

  @Post('new')
  @AllowCreating()
  async create(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { user, form } = visit;
    const asked = form.text('kind');
    const kind = isApplicationKind(asked) ? asked : 'custom';
    const fields = withKind(readFields(form), kind);
    const again = async (problems: FormErrors) =>
      visit.showAgain('applications/new', problems, await this.newView(visit, kind, fields));
    const { redirect_uri: _callback, ...forMachines } = membersOf(fields);
    const { input, faults } = sendsPeople(kind)
      ? readShape(CreateApplication, membersOf(fields), FORM)
      : readShape(CreateMachineApplication, forMachines, FORM);
    if (faults.length > 0) return again(problemsOf(faults, fieldNames));
    if (!(await this.once.claim(visit))) return visit.go('/idm/applications', 'flash.twice');
    const provider = form.text('provider');
    const organization = (await this.ownedOrganizations(user.id)).find(({ id }) => id === provider);
    const owner = organization && { organizationId: organization.id, roleOrganization: 'owner' as const };
    try {
      const application = await this.applications.create(visit.actor, input, owner);
      // The one time that the secret is shown unasked; this answer is the page that a redirect would lead to.
      request.objects = { application };
      request.owned = await this.owned.of(user, application.id);
      await this.start.show(visit, request, this.secrets.read(visit.actor, application));
    } catch (error) {
      await again(problemsOfError(error, fieldNames));
    }
  }

  @Get(':applicationId/edit')
  @AllowPermission(may.manageApplication)
  editPage(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    visit.show('applications/edit', editView(request, fieldsOf(applicationOf(request))));
  }

  @Post(':applicationId/edit')
  @AllowPermission(may.manageApplication)
  async edit(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    const fields = readFields(visit.form);
    const again = (problems: FormErrors) =>
      visit.showAgain('applications/edit', problems, editView(request, fields));
    const { input, faults } = readShape(ChangeApplication, membersOf(fields, application), FORM);
    if (faults.length > 0) return again(problemsOf(faults, fieldNames));
    try {
      await this.applications.change(visit.actor, application, input);
      visit.go(`/idm/applications/${encodeURIComponent(application.id)}`, 'flash.saved');
    } catch (error) {
      again(problemsOfError(error, fieldNames));
    }
  }

  @Post(':applicationId/delete')
  @AllowPermission(may.manageApplication)
  async delete(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    if (visit.form.text('confirm_name') !== application.name)
      return visit.showAgain(
        'applications/edit',
        { confirm_name: 'application.confirmName' },
        editView(request, fieldsOf(application)),
      );
    await this.applications.delete(visit.actor, application);
    visit.go('/idm/applications', 'flash.deleted');
  }

  private async ownedOrganizations(userId: string) {
    const own = await this.organizations.ofUser(userId);
    return own.filter(({ role }) => role === 'owner').map(({ organization }) => organization);
  }

  private async newView({ user, form }: Visit, kind: ApplicationKind, fields: ApplicationFields) {
    return {
      kind,
      sendsPeople: sendsPeople(kind),
      values: { ...fields, provider: form.text('provider') },
      fields,
      grantChoices,
      owned: await this.ownedOrganizations(user.id),
    };
  }
}

const editView = (request: ApiRequest, fields: ApplicationFields) => ({
  ...frameOf(request, 'edit'),
  values: fields,
  fields,
  grantChoices,
});
