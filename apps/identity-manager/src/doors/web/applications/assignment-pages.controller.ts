import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { Conflict } from '../../../faults/faults';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import { AssignmentLists, type Assigned } from '../../../subjects/roles/assignment-lists.service';
import type { RoleRow } from '../../../database/entities/role.row';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { Directory } from '../../../subjects/directory/directory.service';
import { problemOf } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { ApplicationQuestions } from './application-questions';
import { applicationOf, frameOf, ownedOf } from './application-frame';

/** Who has which role in an application; what one may not assign is not shown. */
@RulePages('idm/applications/:applicationId/edit')
export class AssignmentPagesController {
  constructor(
    private readonly assignable: AssignableRoles,
    private readonly lists: AssignmentLists,
    private readonly directory: Directory,
    private readonly assignments: RoleAssignments,
    private readonly questions: ApplicationQuestions,
  ) {}

  @Get('users')
  @AllowAssigning()
  async users(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const roles = await this.assignableRoles(request);
    const assigned = await this.lists.users(applicationOf(request).id, roles);
    await this.show(visit, request, 'users', roles, assigned, (text) => this.directory.users(text));
  }

  @Post('users/:userId')
  @AllowAssigning()
  async saveUser(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    const { user } = request.objects ?? {};
    if (!user) throw new Error('the route names no user');
    const roles = await this.assignableRoles(request);
    const [present] = await this.lists.users(application.id, roles, user.id);
    const wanted = new Set(visit.form.list('role'));
    if (endsOwning(present, wanted, '') && !this.questions.aboutOwner(visit, request, 'users', user.username))
      return;
    await saving(visit, pathOf(request, 'users'), async () => {
      for (const role of internalFirst(roles)) {
        const has = present?.roles.has(role.id) ?? false;
        if (wanted.has(role.id) === has) continue;
        const assignee = { userId: user.id };
        if (has) await this.assignments.take(visit.actor, application, role, assignee);
        else await this.assignments.give(visit.actor, application, role, assignee);
      }
    });
  }

  @Get('organizations')
  @AllowAssigning()
  async organizations(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const roles = await this.assignableRoles(request);
    const assigned = await this.lists.organizations(applicationOf(request).id, roles);
    await this.show(visit, request, 'organizations', roles, assigned, (text) =>
      this.directory.organizations(text),
    );
  }

  @Post('organizations/:organizationId')
  @AllowAssigning()
  async saveOrganization(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
  ): Promise<void> {
    const application = applicationOf(request);
    const { organization } = request.objects ?? {};
    if (!organization) throw new Error('the route names no organization');
    const roles = await this.assignableRoles(request);
    const [present] = await this.lists.organizations(application.id, roles, organization.id);
    const wanted = new Set(visit.form.list('role'));
    const ends = endsOwning(present, wanted, ' owner') || endsOwning(present, wanted, ' member');
    if (ends && !this.questions.aboutOwner(visit, request, 'organizations', organization.name)) return;
    await saving(visit, pathOf(request, 'organizations'), async () => {
      for (const role of internalFirst(roles))
        for (const side of ['owner', 'member'] as const satisfies readonly OrganizationRole[]) {
          const key = `${role.id} ${side}`;
          const has = present?.roles.has(key) ?? false;
          if (wanted.has(key) === has) continue;
          const assignee = { organizationId: organization.id, roleOrganization: side };
          if (has) await this.assignments.take(visit.actor, application, role, assignee);
          else await this.assignments.give(visit.actor, application, role, assignee);
        }
    });
  }

  private assignableRoles(request: ApiRequest): Promise<readonly RoleRow[]> {
    return this.assignable.of(applicationOf(request).id, ownedOf(request));
  }

  private async show(
    visit: Visit,
    request: ApiRequest,
    kind: 'users' | 'organizations',
    roles: readonly RoleRow[],
    assigned: readonly Assigned[],
    search: (
      text: string,
    ) => Promise<readonly { readonly id: string; readonly name: string; readonly image: string }[]>,
  ): Promise<void> {
    const text = visit.query('q').trim().slice(0, 255);
    const found = await search(text);
    const known = new Set(assigned.map(({ id }) => id));
    visit.show('applications/assignments', {
      ...frameOf(request, kind),
      kind,
      roles: roles.toSorted(
        (left, right) =>
          Number(left.isInternal) - Number(right.isInternal) || left.name.localeCompare(right.name),
      ),
      assigned,
      query: text,
      found: found.filter(({ id }) => !known.has(id)).map((one) => ({ ...one, roles: new Set<string>() })),
    });
  }
}

/** Whether the owner's role, of the side of an organization, is among those that go. */
const endsOwning = (present: Assigned | undefined, wanted: ReadonlySet<string>, side: string): boolean =>
  present?.roles.has(`provider${side}`) === true && !wanted.has(`provider${side}`);

/** What can be refused comes before anything is written. */
const internalFirst = (roles: readonly RoleRow[]): readonly RoleRow[] =>
  roles.toSorted((left, right) => Number(right.isInternal) - Number(left.isInternal));

/** Does it and goes back to the list, which says so, or that the last owner stays. */
async function saving(visit: Visit, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return visit.go(path, problemOf(error.rule));
  }
  visit.go(path, 'flash.saved');
}

const pathOf = (request: ApiRequest, kind: string) =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/${kind}`;
