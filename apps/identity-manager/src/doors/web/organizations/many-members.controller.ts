import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowOrganizationOwner } from '../../../access/rule';
import type { OrganizationRole, OrganizationRow } from '../../../database/entities/organization.row';
import { problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { MemberLists } from '../../../subjects/organizations/member-lists.service';
import { OrganizationMembers } from '../../../subjects/organizations/organization-members.service';
import type { Named } from '../../../subjects/users/named-addressees';
import { NamedUsers } from '../../../subjects/users/named-users.service';
import { aboutPasted } from '../pasted-users';
import { keepingOwners } from './keeping-owners';
import { organizationPathOf } from './member-list';
import { organizationOf } from './organization-of';

/** Adds the users of a pasted list to an organization. */
@RulePages('idm/organizations/:organizationId/add_members')
export class ManyMembersController {
  constructor(
    private readonly users: NamedUsers,
    private readonly lists: MemberLists,
    private readonly members: OrganizationMembers,
  ) {}

  @Get()
  @AllowOrganizationOwner()
  page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    visit.show('organizations/add-members', { organization: organizationOf(request) });
  }

  @Post()
  @AllowOrganizationOwner()
  async add(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const organization = organizationOf(request);
    const role: OrganizationRole = visit.form.text('role') === 'owner' ? 'owner' : 'member';
    const values = { names: visit.form.text('names'), role };
    let named: Named;
    try {
      named = await this.users.find(values.names);
    } catch (error) {
      const problems = problemsOfError(error, { names: 'names' });
      return visit.showAgain('organizations/add-members', problems, { organization, values });
    }
    const added = await this.newTo(organization, named);
    if (added.length === 0) return visit.go(organizationPathOf(organization), 'flash.unchanged');
    if (!asks(visit, organization, role, named, added)) return;
    await keepingOwners(visit, organization, async () => {
      for (const user of added) await this.members.put(visit.actor, organization, user, role);
    });
  }

  /** Users who do not belong to it. The organization's page changes what members are. */
  private async newTo({ id }: OrganizationRow, { found }: Named): Promise<Named['found']> {
    const ids = found.map((user) => user.id);
    const present = new Set((await this.lists.among(id, ids)).map((member) => member.id));
    return found.filter((user) => !present.has(user.id));
  }
}

/** Asks before the users are added. False when the question was sent. */
function asks(
  visit: Visit,
  organization: OrganizationRow,
  role: OrganizationRole,
  named: Named,
  added: Named['found'],
): boolean {
  const { t } = visit;
  return visit.confirms({
    ...aboutPasted(t, named, added),
    question: t(`pasted.question.${role}`, { organization: organization.name }),
    button: t('members.add'),
    cancel: organizationPathOf(organization),
  });
}
