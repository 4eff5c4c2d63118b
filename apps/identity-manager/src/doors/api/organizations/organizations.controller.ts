import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { Acting, Caller, FromPath } from '../../../access/api-request';
import { AllowAnyUser, AllowCreating, AllowOrganizationOwner } from '../../../access/rule';
import { OrganizationRow } from '../../../database/entities/organization.row';
import { UserRow } from '../../../database/entities/user.row';
import { pageOf } from '../../../database/paging';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { ChangeOrganization, CreateOrganization } from '../../../subjects/organizations/organization-input';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { ApiController } from '../api-controller';
import { changesBetween, renderChanges } from '../changes';
import { parsePaging } from '../paging';

const renderOrganization = ({ id, name, description, website, image }: OrganizationRow) => ({
  id,
  name,
  description,
  website,
  image,
});

/** An organization just created: members without value are left out, as in Keyrock. */
const renderCreatedOrganization = ({ id, image, name, description, website }: OrganizationRow) => ({
  id,
  image,
  name,
  ...(description !== null && { description }),
  ...(website !== null && { website }),
});

/** Organizations. */
@ApiController('organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Get()
  @AllowAnyUser()
  async list(@Caller() caller: UserRow, @Query() query: Record<string, unknown>) {
    const found = pageOf(await this.organizations.ofUser(caller.id), parsePaging(query));
    if (found.length === 0) throw new NotFound('organizations');
    return {
      organizations: found.map(({ role, organization }) => ({
        role,
        Organization: renderOrganization(organization),
      })),
    };
  }

  @Post()
  @AllowCreating()
  async create(@Acting() actor: Actor, @Body('organization') input: CreateOrganization) {
    return { organization: renderCreatedOrganization(await this.organizations.create(actor, input)) };
  }

  @Get(':organizationId')
  @AllowOrganizationOwner()
  read(@FromPath('organization') organization: OrganizationRow) {
    return { organization: renderOrganization(organization) };
  }

  @Patch(':organizationId')
  @AllowOrganizationOwner()
  async update(
    @Acting() actor: Actor,
    @FromPath('organization') organization: OrganizationRow,
    @Body('organization') input: ChangeOrganization,
  ) {
    const changed = await this.organizations.change(actor, organization, input);
    return renderChanges(
      'organization',
      changesBetween(renderOrganization(organization), renderOrganization(changed)),
    );
  }

  @Delete(':organizationId')
  @HttpCode(204)
  @AllowOrganizationOwner()
  delete(@Acting() actor: Actor, @FromPath('organization') organization: OrganizationRow): Promise<void> {
    return this.organizations.delete(actor, organization);
  }
}
