import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAnyUser, AllowOrganizationOwner } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { notPermitted } from '../../../http/api-errors';
import { OrganizationsController } from '../../api/organizations/organizations.controller';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { present, type Problems } from '../../../subjects/users/accounts.service';
import { mayCreate } from '../../api/users/may-create';
import type { Form } from '../../../pages/form';
import { FormOnce } from '../../../pages/form-once';
import { TakesPicture } from '../../../pages/picture-form';
import { PictureUpload } from '../../../pages/picture-upload';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { websiteProblem } from '../../../pages/web-address';
import { organizationOf } from './organization-of';

const readFields = (form: Form) => ({
  name: form.text('name'),
  description: form.text('description'),
  website: form.text('website'),
});

const problemsOf = ({ name, description, website }: ReturnType<typeof readFields>): Problems =>
  present({
    name: name === '' ? 'problem.required' : name.length > 255 ? 'problem.long' : undefined,
    description: description.length > 10_000 ? 'problem.long' : undefined,
    website: websiteProblem(website),
  });

/** Organizations: list, create, edit, delete. */
@RulePages('idm/organizations')
export class OrganizationPagesController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly api: OrganizationsController,
    private readonly once: FormOnce,
    private readonly upload: PictureUpload,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowAnyUser()
  async list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const own = await this.organizations.ofUser(visit.user.id);
    visit.show('organizations/list', {
      organizations: own.map(({ role, organization }) => ({ ...organization, role })),
      mayCreate: mayCreate(visit.user, this.options),
    });
  }

  @Get('new')
  @AllowAnyUser()
  newPage(@Res() { locals: { visit } }: PageResponse): void {
    if (!mayCreate(visit.user, this.options)) throw notPermitted();
    visit.show('organizations/new');
  }

  @Post('new')
  @AllowAnyUser()
  async create(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    if (!mayCreate(visit.user, this.options)) throw notPermitted();
    const fields = readFields(visit.form);
    const problems = problemsOf(fields);
    if (Object.keys(problems).length > 0)
      return visit.showAgain('organizations/new', problems, { values: fields });
    if (!(await this.once.claim(visit))) return visit.go('/idm/organizations', 'flash.twice');
    const { organization } = await this.api.create(request, visit.user, { organization: fields });
    visit.go(`/idm/organizations/${organization.id}`, 'flash.created');
  }

  @Get(':organizationId/edit')
  @AllowOrganizationOwner()
  editPage(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    const organization = organizationOf(request);
    visit.show('organizations/edit', { organization, values: organization });
  }

  @Post(':organizationId/edit')
  @AllowOrganizationOwner()
  async edit(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const fields = readFields(visit.form);
    const problems = problemsOf(fields);
    if (Object.keys(problems).length > 0)
      return visit.showAgain('organizations/edit', problems, { organization, values: fields });
    await this.api.update(request, organization, { organization: fields });
    visit.go(`/idm/organizations/${encodeURIComponent(organization.id)}`, 'flash.saved');
  }

  @Post(':organizationId/image')
  @TakesPicture()
  @AllowOrganizationOwner()
  async image(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { id } = organizationOf(request);
    const outcome = await this.upload.take(visit, 'organizations', id);
    visit.go(`/idm/organizations/${encodeURIComponent(id)}/edit`, outcome);
  }

  @Post(':organizationId/delete')
  @AllowOrganizationOwner()
  async delete(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    if (visit.form.text('confirm_name') !== organization.name) {
      const here = `/idm/organizations/${encodeURIComponent(organization.id)}/edit`;
      const view = { organization, values: organization, here };
      return visit.showAgain('organizations/edit', { confirm_name: 'application.confirmName' }, view);
    }
    await this.api.delete(request, organization);
    visit.go('/idm/organizations', 'flash.deleted');
  }
}
