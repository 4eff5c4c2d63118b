import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAnyUser, AllowOrganizationOwner } from '../../../access/rule';
import { Conflict, NotFound } from '../../../faults/faults';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { Directory } from '../../../subjects/directory/directory.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { HeldRolesRepository } from '../../../subjects/roles/held-roles.repository';
import { aboutMember, aboutOwner } from './member-questions';
import { organizationOf } from './organization-of';

/** An organization's page and its people: owners change them, members see it and may leave. */
@RulePages('idm/organizations/:organizationId')
export class MemberPagesController {
  constructor(
    private readonly members: OrganizationMembers,
    private readonly directory: Directory,
    private readonly held: HeldRolesRepository,
  ) {}

  @Get()
  @AllowAnyUser()
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const own = await this.members.find(organization, visit.user);
    const owns = await this.members.owns(visit.user, organization.id);
    // Administrators look at it; to everybody else there is no such organization.
    if (!own && !owns && !visit.user.admin) throw new NotFound('organization');
    const members = await this.members.named(organization);
    const query = owns ? visit.query('q').trim().slice(0, 255) : '';
    const known = new Set(members.map(({ id }) => id));
    const found = (await this.directory.users(query)).filter(({ id }) => !known.has(id));
    visit.show('organizations/show', { organization, members, owns, isMember: own !== null, query, found });
  }

  @Post('members/:userId')
  @AllowOrganizationOwner()
  async put(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const role: OrganizationRole = visit.form.text('role') === 'owner' ? 'owner' : 'member';
    const [organization, user] = [organizationOf(request), userOf(request)];
    const present = await this.members.find(organization, user);
    if (present?.role === 'owner' && role === 'member' && !aboutOwner(visit, organization, user)) return;
    await this.keepingOwners(visit, request, () => this.members.put(visit.actor, organization, user, role));
  }

  @Post('members/:userId/remove')
  @AllowOrganizationOwner()
  async remove(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const [organization, user] = [organizationOf(request), userOf(request)];
    const present = await this.members.find(organization, user);
    if (!present) throw new NotFound('memberships');
    const roles = await this.held.through(organization.id, user.id);
    if (!aboutMember(visit, organization, user, roles.length)) return;
    await this.keepingOwners(visit, request, () =>
      this.members.remove(visit.actor, organization, user, present.role),
    );
  }

  @Post('leave')
  @AllowAnyUser()
  async leave(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const own = await this.members.find(organization, visit.user);
    if (!own) throw new NotFound('memberships');
    const roles = await this.held.through(organization.id, visit.user.id);
    if (!aboutMember(visit, organization, visit.user, roles.length)) return;
    await this.keepingOwners(
      visit,
      request,
      () => this.members.remove(visit.actor, organization, visit.user, own.role),
      '/idm/organizations',
    );
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
      if (!(error instanceof Conflict)) throw error;
      return visit.go(here, 'flash.lastOwner');
    }
    visit.go(then ?? here, 'flash.saved');
  }
}

function userOf({ objects }: ApiRequest) {
  if (!objects?.user) throw new NotFound('user');
  return objects.user;
}
