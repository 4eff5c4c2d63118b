import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowCreating, AllowOrganizationOwner } from '../../../access/rule';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import type { Form } from '../../../pages/form';
import { FormOnce } from '../../../pages/form-once';
import { TakesPicture } from '../../../pages/picture-form';
import { PictureUpload } from '../../../pages/picture-upload';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { problemsOf } from '../../../pages/form-problems';
import { ChangeOrganization, CreateOrganization } from '../../../subjects/organizations/organization-input';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { organizationOf } from './organization-of';

const readFields = (form: Form) => ({
  name: form.text('name'),
  description: form.text('description'),
  website: form.text('website'),
});

/** Null clears; an empty text would say nothing. */
const membersOf = ({ name, description, website }: ReturnType<typeof readFields>) => ({
  name,
  description: description || null,
  website: website || null,
});

const fieldNames = { name: 'name', description: 'description', website: 'website' };

/** Organizations: create, edit, delete. */
@RulePages('idm/organizations')
export class OrganizationPagesController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly once: FormOnce,
    private readonly upload: PictureUpload,
  ) {}

  @Get('new')
  @AllowCreating()
  newPage(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('organizations/new');
  }

  @Post('new')
  @AllowCreating()
  async create(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const fields = readFields(visit.form);
    const { input, faults } = readShape(CreateOrganization, membersOf(fields), FORM);
    if (faults.length > 0)
      return visit.showAgain('organizations/new', problemsOf(faults, fieldNames), { values: fields });
    if (!(await this.once.claim(visit))) return visit.go('/idm/organizations', 'flash.twice');
    const { id } = await this.organizations.create(visit.actor, input);
    visit.go(`/idm/organizations/${id}`, 'flash.created');
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
    const { input, faults } = readShape(ChangeOrganization, membersOf(fields), FORM);
    if (faults.length > 0) {
      const view = { organization, values: fields };
      return visit.showAgain('organizations/edit', problemsOf(faults, fieldNames), view);
    }
    await this.organizations.change(visit.actor, organization, input);
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
    await this.organizations.delete(visit.actor, organization);
    visit.go('/idm/organizations', 'flash.deleted');
  }
}
