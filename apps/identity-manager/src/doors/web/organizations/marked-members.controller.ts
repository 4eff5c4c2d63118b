import { Get, Post, Req, Res } from '@nestjs/common';
import type { CsvRow } from '@smart-city/lists';
import type { ApiRequest } from '../../../access/api-request';
import { AllowOrganizationOwner } from '../../../access/rule';
import { sendCsv } from '../../../pages/csv';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import type { ListedMember } from '../../../subjects/organizations/member-lists.repository';
import { MemberLists } from '../../../subjects/organizations/member-lists.service';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import { HeldRolesRepository } from '../../../subjects/roles/held-roles.repository';
import { keepingOwners } from './keeping-owners';
import { memberListOf, organizationPathOf } from './member-list';
import { aboutMembers, type MemberAction } from './member-questions';
import { organizationOf } from './organization-of';

const actions: readonly MemberAction[] = ['owner', 'member', 'remove'];

/** Several members of an organization at once: as a file, made owners or members, or removed. */
@RulePages('idm/organizations/:organizationId/marked_members')
export class MarkedMembersController {
  constructor(
    private readonly lists: MemberLists,
    private readonly members: OrganizationMembers,
    private readonly held: HeldRolesRepository,
  ) {}

  @Get('csv')
  @AllowOrganizationOwner()
  csv(@Res() response: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { visit } = response.locals;
    const { search } = memberListOf(visit, organizationOf(request));
    return sendCsv(
      response,
      'members',
      ['id', 'name', 'role'],
      rowsOf(this.lists.export(visit.actor, search)),
    );
  }

  @Post()
  @AllowOrganizationOwner()
  async change(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const here = organizationPathOf(organization);
    const action = actions.find((each) => each === visit.form.text('action'));
    const marked = await this.lists.among(organization.id, markedRows(visit.form));
    if (action === undefined || marked.length === 0) return visit.go(here, 'problem.choose');
    const changing = marked.filter(({ role }) => role !== action);
    if (changing.length === 0) return visit.go(here, 'flash.unchanged');
    const losing = changing.map(async (one) => ({
      ...one,
      roles: (await this.held.through(organization.id, one.id)).length,
    }));
    if (!aboutMembers(visit, organization, action, await Promise.all(losing))) return;
    await keepingOwners(visit, organization, async () => {
      for (const user of changing)
        if (action === 'remove') await this.members.remove(visit.actor, organization, user, user.role);
        else await this.members.put(visit.actor, organization, user, action);
    });
  }
}

async function* rowsOf(groups: AsyncIterable<readonly ListedMember[]>): AsyncGenerator<readonly CsvRow[]> {
  for await (const group of groups) yield group.map(({ id, name, role }) => [id, name, role]);
}
