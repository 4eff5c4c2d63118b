import { randomUUID } from 'node:crypto';
import { Body, Delete, Get, HttpCode, Inject, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import { Caller, FromPath, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import {
  addressMember,
  longTextMember,
  nonEmptyText,
  orPresent,
  patchedAddress,
  patchedLongText,
  refuseMembers,
  requiredText,
  wrappedBody,
} from '../body';
import { changesBetween, renderChanges } from '../changes';
import { pageOf, parsePaging } from '../paging';
import { AllowAnyUser, AllowOrganizationOwner } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { notFound, notPermitted } from '../../../http/api-errors';
import { mayCreate } from '../users/may-create';
import { UserRow } from '../../../database/entities/user.row';
import { OrganizationRow } from '../../../database/entities/organization.row';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';

const renderOrganization = ({ id, name, description, website, image }: OrganizationRow) => ({
  id,
  name,
  description,
  website,
  image,
});

/** Organizations. */
@ApiController('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly trail: AuditTrail,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  @AllowAnyUser()
  async list(@Caller() caller: UserRow, @Query() query: Record<string, unknown>) {
    const found = pageOf(await this.organizations.ofUser(caller.id), parsePaging(query));
    if (found.length === 0) throw notFound('Organizations not found');
    return {
      organizations: found.map(({ role, organization }) => ({
        role,
        Organization: renderOrganization(organization),
      })),
    };
  }

  @Post()
  @AllowAnyUser()
  async create(@Req() request: ApiRequest, @Caller() caller: UserRow, @Body() raw: unknown) {
    if (!mayCreate(caller, this.options)) throw notPermitted();
    const body = wrappedBody(raw, 'organization');
    const name = requiredText(body, 'name', 'Missing parameter name in body request or empty name');
    const row = {
      id: randomUUID(),
      name,
      description: longTextMember(body, 'description') ?? null,
      website: addressMember(body, 'website') ?? null,
      image: 'default',
    };
    await this.organizations.create(row, caller.id);
    this.trail.record(request, 'organization.create', row.id);
    return {
      organization: {
        id: row.id,
        image: row.image,
        name,
        ...(row.description !== null && { description: row.description }),
        ...(row.website !== null && { website: row.website }),
      },
    };
  }

  @Get(':organizationId')
  @AllowOrganizationOwner()
  read(@FromPath('organization') organization: OrganizationRow) {
    return { organization: renderOrganization(organization) };
  }

  @Patch(':organizationId')
  @AllowOrganizationOwner()
  async update(
    @Req() request: ApiRequest,
    @FromPath('organization') organization: OrganizationRow,
    @Body() raw: unknown,
  ) {
    const body = wrappedBody(raw, 'organization');
    refuseMembers(body, ['id'], 'Cannot set id');
    const details = {
      name: nonEmptyText(body, 'name') ?? organization.name,
      description: orPresent(patchedLongText(body, 'description'), organization.description),
      website: orPresent(patchedAddress(body, 'website'), organization.website),
    };
    const changes = changesBetween(
      renderOrganization(organization),
      renderOrganization({ ...organization, ...details }),
    );
    if (Object.keys(changes).length > 0) {
      await this.organizations.update(organization.id, details);
      this.trail.record(request, 'organization.update', organization.id, { members: Object.keys(changes) });
    }
    return renderChanges('organization', changes);
  }

  @Delete(':organizationId')
  @HttpCode(204)
  @AllowOrganizationOwner()
  async delete(@Req() request: ApiRequest, @FromPath('organization') { id }: OrganizationRow): Promise<void> {
    await this.organizations.delete(id);
    this.trail.record(request, 'organization.delete', id);
  }
}
