import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { Acting, Caller, FromPath } from '../../../access/api-request';
import { AllowAnyUser, AllowCreating, AllowOrganizationOwner } from '../../../access/rule';
import { OrganizationRow } from '../../../database/entities/organization.row';
import { UserRow } from '../../../database/entities/user.row';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { ChangeOrganization, CreateOrganization } from '../../../subjects/organizations/organization-input';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { ApiController } from '../api-controller';
import { eitherOf, listed, wrapped } from '../../../openapi/content';
import { Described, OneOf, Text, TextOrNull } from '../../../openapi/described';
import { Changed, changesBetween, renderChanges, Unchanged } from '../changes';
import { ApiRoute } from '../described-route';
import { parsePaging } from '../paging';

/** An organization by itself. */
class ShownOrganization {
  @Text() id!: string;
  @Text() name!: string;
  @TextOrNull() description!: string | null;
  @TextOrNull() website!: string | null;
  @Text({ description: 'File name of the picture.' }) image!: string;
}

/** An organization just created: members without value are left out, as in Keyrock. */
class CreatedOrganization {
  @Text() id!: string;
  @Text() image!: string;
  @Text() name!: string;
  @Text({ required: false }) description?: string;
  @Text({ required: false }) website?: string;
}

/** An organization of one's own, and what one is in it. */
class OwnOrganization {
  @OneOf(['owner', 'member']) role!: string;
  @Described({ type: ShownOrganization }) Organization!: ShownOrganization;
}

const newOrganization = { name: 'Parks', description: 'Who looks after the parks' };

const renderOrganization = ({
  id,
  name,
  description,
  website,
  image,
}: OrganizationRow): ShownOrganization => ({
  id,
  name,
  description,
  website,
  image,
});

const renderCreatedOrganization = ({
  id,
  image,
  name,
  description,
  website,
}: OrganizationRow): CreatedOrganization => ({
  id,
  image,
  name,
  ...(description !== null && { description }),
  ...(website !== null && { website }),
});

/** Organizations. */
@ApiController('organizations', 'Organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Get()
  @AllowAnyUser()
  @ApiRoute('List own organizations', { answers: listed('organizations', OwnOrganization), paged: true })
  async list(@Caller() caller: UserRow, @Query() query: Record<string, unknown>) {
    const found = await this.organizations.ofUser(caller.id, parsePaging(query));
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
  @ApiRoute('Create an organization; its creator becomes owner', {
    takes: wrapped('organization', CreateOrganization, newOrganization),
    answers: wrapped('organization', CreatedOrganization),
    conflict: 'Another organization has the id',
  })
  async create(@Acting() actor: Actor, @Body('organization') input: CreateOrganization) {
    return { organization: renderCreatedOrganization(await this.organizations.create(actor, input)) };
  }

  @Get(':organizationId')
  @AllowOrganizationOwner()
  @ApiRoute('Show an organization', { answers: wrapped('organization', ShownOrganization) })
  read(@FromPath('organization') organization: OrganizationRow) {
    return { organization: renderOrganization(organization) };
  }

  @Patch(':organizationId')
  @AllowOrganizationOwner()
  @ApiRoute('Change an organization', {
    takes: wrapped('organization', ChangeOrganization, { description: null }),
    answers: eitherOf(Changed, Unchanged),
  })
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
  @ApiRoute('Delete an organization')
  delete(@Acting() actor: Actor, @FromPath('organization') organization: OrganizationRow): Promise<void> {
    return this.organizations.delete(actor, organization);
  }
}
