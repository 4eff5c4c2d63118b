import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAnyUser, AllowOrganizationOwner } from '../../../access/rule';
import { ApiError, notFound } from '../../../http/api-errors';
import { Sql } from '../../../database/sql';
import { MembersController } from '../../api/organizations/members.controller';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { Directory, type Found } from '../portal/directory.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { organizationOf } from './organization-of';

interface Member extends Found {
  readonly role: OrganizationRole;
}

/** An organization's page and its people: owners change them, members see it and may leave. */
@RulePages('idm/organizations/:organizationId')
export class MemberPagesController {
  constructor(
    private readonly members: OrganizationMembers,
    private readonly api: MembersController,
    private readonly directory: Directory,
    private readonly sql: Sql,
  ) {}

  @Get()
  @AllowAnyUser()
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const own = await this.members.find(organization.id, visit.user.id);
    const owns = await this.members.owns(visit.user, organization.id);
    // To everybody else there is no such organization.
    if (!own && !owns) throw notFound('Organization not found');
    const members = await this.sql.all<Member>(
      'SELECT u.id, u.username AS name, u.image, m.role FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = ? ORDER BY m.role DESC, u.username, u.id LIMIT 500',
      organization.id,
    );
    const query = owns ? visit.query('q').trim().slice(0, 255) : '';
    const known = new Set(members.map(({ id }) => id));
    const found = (await this.directory.users(query)).filter(({ id }) => !known.has(id));
    visit.show('organizations/show', { organization, members, owns, isMember: own !== null, query, found });
  }

  @Post('members/:userId')
  @AllowOrganizationOwner()
  async put(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const role: OrganizationRole = visit.form.text('role') === 'owner' ? 'owner' : 'member';
    await this.keepingOwners(visit, request, () =>
      this.api.assign(request, organizationOf(request), userOf(request), role),
    );
  }

  @Post('members/:userId/remove')
  @AllowOrganizationOwner()
  async remove(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const [organization, user] = [organizationOf(request), userOf(request)];
    const present = await this.members.find(organization.id, user.id);
    if (!present) throw notFound('Assignments not found');
    await this.keepingOwners(visit, request, () =>
      this.api.remove(request, organization, user, present.role),
    );
  }

  @Post('leave')
  @AllowAnyUser()
  async leave(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const own = await this.members.find(organization.id, visit.user.id);
    if (!own) throw notFound('Assignments not found');
    const left = await this.keepingOwners(
      visit,
      request,
      () => this.api.remove(request, organization, visit.user, own.role),
      '/idm/organizations',
    );
    return left;
  }

  /** Changes people; the service refuses to take away the last owner. */
  private async keepingOwners(
    visit: Visit,
    request: ApiRequest,
    work: () => Promise<unknown>,
    then?: string,
  ): Promise<void> {
    const here = `/idm/organizations/${encodeURIComponent(organizationOf(request).id)}`;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return visit.go(here, 'flash.lastOwner');
    }
    visit.go(then ?? here, 'flash.saved');
  }
}

function userOf({ objects }: ApiRequest) {
  if (!objects?.user) throw notFound('User not found');
  return objects.user;
}
