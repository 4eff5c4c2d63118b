import { Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiController } from '../api-controller';
import { FromPath, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowOrganizationOwner } from '../../../access/rule';
import { notFound } from '../../../http/api-errors';
import { UserRow } from '../../../database/entities/user.row';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import {
  OrganizationRow,
  type MembershipRow,
  type OrganizationRole,
} from '../../../database/entities/organization.row';

const assignment = ':userId/organization_roles/:organizationRole';

const renderMembership = ({ userId, organizationId, role }: MembershipRow) => ({
  user_id: userId,
  organization_id: organizationId,
  role,
});

/** Owners and members of an organization. */
@ApiController('organizations/:organizationId/users')
export class MembersController {
  constructor(
    private readonly members: OrganizationMembers,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowOrganizationOwner()
  async list(@FromPath('organization') { id }: OrganizationRow) {
    const found = await this.members.list(id);
    if (found.length === 0) throw notFound('Assignments not found');
    return { organization_users: found.map(renderMembership) };
  }

  @Get(':userId/organization_roles')
  @AllowOrganizationOwner()
  async read(@FromPath('organization') { id }: OrganizationRow, @FromPath('user') user: UserRow) {
    const found = await this.members.find(id, user.id);
    if (!found) throw notFound('Assignment not found');
    return { organization_user: renderMembership(found) };
  }

  @Put(assignment)
  @HttpCode(201)
  @AllowOrganizationOwner()
  async assign(
    @Req() request: ApiRequest,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('user') user: UserRow,
    @FromPath('organizationRole') role: OrganizationRole,
  ) {
    await this.members.put(organization.id, user.id, role);
    this.trail.record(request, 'organization.member.assign', organization.id, { user: user.id, role });
    return { user_organization_assignments: { role, organization_id: organization.id, user_id: user.id } };
  }

  /** The deprecated form of `assign`. */
  @Post(assignment)
  @AllowOrganizationOwner()
  assignByPost(
    @Req() request: ApiRequest,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('user') user: UserRow,
    @FromPath('organizationRole') role: OrganizationRole,
  ) {
    return this.assign(request, organization, user, role);
  }

  @Delete(assignment)
  @HttpCode(204)
  @AllowOrganizationOwner()
  async remove(
    @Req() request: ApiRequest,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('user') user: UserRow,
    @FromPath('organizationRole') role: OrganizationRole,
  ): Promise<void> {
    await this.members.remove(organization.id, user.id, role);
    this.trail.record(request, 'organization.member.remove', organization.id, { user: user.id, role });
  }
}
