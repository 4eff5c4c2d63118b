import { Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Acting, FromPath } from '../../../access/api-request';
import { AllowOrganizationOwner } from '../../../access/rule';
import {
  OrganizationRow,
  type MembershipRow,
  type OrganizationRole,
} from '../../../database/entities/organization.row';
import { UserRow } from '../../../database/entities/user.row';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import { listed, wrapped } from '../../../openapi/content';
import { OneOf, Text } from '../../../openapi/described';
import { ApiController } from '../api-controller';
import { ApiRoute, OldApiRoute } from '../described-route';

const lastOwner = 'The organization would have no owner';
const assignment = ':userId/organization_roles/:organizationRole';

class Membership {
  @Text() user_id!: string;
  @Text() organization_id!: string;
  @OneOf(['owner', 'member']) role!: OrganizationRole;
}

const making = 'Make a user owner or member';
const made = wrapped('user_organization_assignments', Membership);

const renderMembership = ({ userId, organizationId, role }: MembershipRow): Membership => ({
  user_id: userId,
  organization_id: organizationId,
  role,
});

/** Owners and members of an organization. */
@ApiController('organizations/:organizationId/users', 'Organizations')
export class MembersController {
  constructor(private readonly members: OrganizationMembers) {}

  @Get()
  @AllowOrganizationOwner()
  @ApiRoute('List owners and members', { answers: listed('organization_users', Membership) })
  async list(@FromPath('organization') organization: OrganizationRow) {
    const found = await this.members.list(organization);
    if (found.length === 0) throw new NotFound('memberships');
    return { organization_users: found.map(renderMembership) };
  }

  @Get(':userId/organization_roles')
  @AllowOrganizationOwner()
  @ApiRoute('Show what a user is in an organization', { answers: wrapped('organization_user', Membership) })
  async read(@FromPath('organization') organization: OrganizationRow, @FromPath('user') user: UserRow) {
    const found = await this.members.find(organization, user);
    if (!found) throw new NotFound('membership');
    return { organization_user: renderMembership(found) };
  }

  @Put(assignment)
  @HttpCode(201)
  @AllowOrganizationOwner()
  @ApiRoute(making, { answers: made, conflict: lastOwner })
  async assign(
    @Acting() actor: Actor,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('user') user: UserRow,
    @FromPath('organizationRole') role: OrganizationRole,
  ) {
    await this.members.put(actor, organization, user, role);
    return { user_organization_assignments: { role, organization_id: organization.id, user_id: user.id } };
  }

  /** The deprecated form of `assign`. */
  @Post(assignment)
  @AllowOrganizationOwner()
  @OldApiRoute(making, made, { conflict: lastOwner })
  assignByPost(
    @Acting() actor: Actor,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('user') user: UserRow,
    @FromPath('organizationRole') role: OrganizationRole,
  ) {
    return this.assign(actor, organization, user, role);
  }

  @Delete(assignment)
  @HttpCode(204)
  @AllowOrganizationOwner()
  @ApiRoute('Take a user out; the last owner stays', { conflict: lastOwner })
  remove(
    @Acting() actor: Actor,
    @FromPath('organization') organization: OrganizationRow,
    @FromPath('user') user: UserRow,
    @FromPath('organizationRole') role: OrganizationRole,
  ): Promise<void> {
    return this.members.remove(actor, organization, user, role);
  }
}
