import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAnyUser, AllowOrganizationOwner } from '../../../access/rule';
import { NotFound } from '../../../faults/faults';
import { MemberLists } from '../../../subjects/organizations/member-lists.service';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import type { OrganizationRole, OrganizationRow } from '../../../database/entities/organization.row';
import { Directory } from '../../../subjects/directory/directory.service';
import { findPage } from '../../../pages/find-page';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { HeldRolesRepository } from '../../../subjects/roles/held-roles.repository';
import { keepingOwners } from './keeping-owners';
import { memberListOf, organizationPathOf } from './member-list';
import { aboutLeaving } from './member-questions';
import { organizationOf } from './organization-of';

/** An organization's page and its members: owners change them, members see it and may leave. */
@RulePages('idm/organizations/:organizationId')
export class MemberPagesController {
  constructor(
    private readonly members: OrganizationMembers,
    private readonly lists: MemberLists,
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
    const { request: list, search } = memberListOf(visit, organization);
    const { rows: members, ...place } = await findPage(list, {
      count: () => this.lists.count(search),
      page: (part) => this.lists.page(search, part),
    });
    visit.show('organizations/show', {
      organization,
      owns,
      isMember: own !== null,
      request: list,
      ...place,
      members,
      ...(owns && (await this.others(organization, search.text))),
    });
  }

  /** Adds somebody. */
  @Post('members/:userId')
  @AllowOrganizationOwner()
  async add(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const role: OrganizationRole = visit.form.text('role') === 'owner' ? 'owner' : 'member';
    const [organization, user] = [organizationOf(request), userOf(request)];
    if (await this.members.find(organization, user))
      return visit.go(organizationPathOf(organization), 'flash.exists');
    await keepingOwners(visit, organization, () => this.members.put(visit.actor, organization, user, role));
  }

  @Post('leave')
  @AllowAnyUser()
  async leave(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const own = await this.members.find(organization, visit.user);
    if (!own) throw new NotFound('memberships');
    const roles = await this.held.through(organization.id, visit.user.id);
    if (!aboutLeaving(visit, organization, roles.length)) return;
    const work = () => this.members.remove(visit.actor, organization, visit.user, own.role);
    await keepingOwners(visit, organization, work, '/idm/organizations');
  }

  /** Those of the name who may be added. */
  private async others(organization: OrganizationRow, text: string) {
    const { found, isCut } = await this.directory.users(text);
    const ids = found.map(({ id }) => id);
    const known = new Set((await this.lists.among(organization.id, ids)).map(({ id }) => id));
    return { found: found.filter(({ id }) => !known.has(id)), isCut, foundCount: found.length };
  }
}

function userOf({ objects }: ApiRequest) {
  if (!objects?.user) throw new NotFound('user');
  return objects.user;
}
