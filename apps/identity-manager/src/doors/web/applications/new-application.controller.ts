import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowCreating } from '../../../access/rule';
import type { FormErrors } from '../../../pages/form';
import { FormOnce } from '../../../pages/form-once';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import {
  CreateApplication,
  CreateMachineApplication,
} from '../../../subjects/applications/application-input';
import { ApplicationSecrets } from '../../../subjects/applications/application-secrets.service';
import { ApplicationsService } from '../../../subjects/applications/applications.service';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { OwnedPermissionsService } from '../../../subjects/roles/owned-permissions.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { fieldNames, grantChoices, membersOf, readFields, type ApplicationFields } from './application-form';
import {
  fieldsOfKind,
  isApplicationKind,
  sendsUsers,
  withKind,
  type ApplicationKind,
} from './application-kinds';
import { StartPage } from './start-page.service';

/** Registering an application: what kind it is, then what that kind needs to say of itself. */
@RulePages('idm/applications/new')
export class NewApplicationController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly organizations: OrganizationsService,
    private readonly secrets: ApplicationSecrets,
    private readonly owned: OwnedPermissionsService,
    private readonly start: StartPage,
    private readonly once: FormOnce,
  ) {}

  @Get()
  @AllowCreating()
  async page(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const kind = visit.query('kind');
    if (!isApplicationKind(kind)) return visit.show('applications/new-kind');
    visit.show('applications/new', await this.newView(visit, kind, fieldsOfKind(kind)));
  }

  @Post()
  @AllowCreating()
  async create(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { user, form } = visit;
    const asked = form.text('kind');
    const kind = isApplicationKind(asked) ? asked : 'custom';
    const fields = withKind(readFields(form), kind);
    const again = async (problems: FormErrors) =>
      visit.showAgain('applications/new', problems, await this.newView(visit, kind, fields));
    const { redirect_uri: _callback, ...forMachines } = membersOf(fields);
    const { input, faults } = sendsUsers(kind)
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

  private async ownedOrganizations(userId: string) {
    const own = await this.organizations.ofUser(userId);
    return own.filter(({ role }) => role === 'owner').map(({ organization }) => organization);
  }

  private async newView({ user, form }: Visit, kind: ApplicationKind, fields: ApplicationFields) {
    return {
      kind,
      sendsUsers: sendsUsers(kind),
      values: { ...fields, provider: form.text('provider') },
      fields,
      grantChoices,
      owned: await this.ownedOrganizations(user.id),
    };
  }
}
