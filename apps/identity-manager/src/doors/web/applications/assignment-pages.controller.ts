import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import { AssignmentLists } from '../../../subjects/roles/assignment-lists.service';
import type { RoleRow } from '../../../database/entities/role.row';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { Directory } from '../../../subjects/directory/directory.service';
import { findPage } from '../../../pages/find-page';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { applicationOf, frameOf, ownedOf } from './application-frame';
import { ApplicationQuestions } from './application-questions';
import { assignmentListOf, assignmentPathOf, savingAssignments } from './assignment-list';

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
    await this.show(visit, request, 'users');
  }

  @Post('users/:userId')
  @AllowAssigning()
  async saveUser(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const application = applicationOf(request);
    const { user } = request.objects ?? {};
    if (!user) throw new Error('the route names no user');
    const roles = await this.assignableRoles(request);
    const present = await this.rolesOf('users', application.id, roles, user.id);
    const wanted = new Set(visit.form.list('role'));
    if (endsOwning(present, wanted, '') && !this.questions.aboutOwner(visit, request, 'users', user.username))
      return;
    await savingAssignments(visit, assignmentPathOf(request, 'users'), async () => {
      for (const role of internalFirst(roles)) {
        const has = present.has(role.id);
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
    await this.show(visit, request, 'organizations');
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
    const present = await this.rolesOf('organizations', application.id, roles, organization.id);
    const wanted = new Set(visit.form.list('role'));
    const ends = endsOwning(present, wanted, ' owner') || endsOwning(present, wanted, ' member');
    if (ends && !this.questions.aboutOwner(visit, request, 'organizations', organization.name)) return;
    await savingAssignments(visit, assignmentPathOf(request, 'organizations'), async () => {
      for (const role of internalFirst(roles))
        for (const side of ['owner', 'member'] as const satisfies readonly OrganizationRole[]) {
          const key = `${role.id} ${side}`;
          const has = present.has(key);
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

  private async rolesOf(kind: Kind, applicationId: string, roles: readonly RoleRow[], id: string) {
    const given = await this.lists.rolesOf(kind, applicationId, roles, [id]);
    return given.get(id) ?? new Set<string>();
  }

  /** Those with a role, and, where a name is searched for, others who may get one. */
  private async show(visit: Visit, request: ApiRequest, kind: Kind): Promise<void> {
    const { id } = applicationOf(request);
    const roles = await this.assignableRoles(request);
    const { request: list, counted } = assignmentListOf(visit, roles);
    const { rows: assigned, ...place } = await findPage(list, {
      count: () => this.lists.count(kind, id, counted, list.text),
      page: (part) => this.lists.page(kind, id, counted, { ...part, text: list.text }),
    });
    const { found, isCut } = await this.directory[kind](list.text);
    const known = await this.lists.rolesOf(
      kind,
      id,
      roles,
      found.map((one) => one.id),
    );
    const given = await this.lists.rolesOf(
      kind,
      id,
      roles,
      assigned.map((one) => one.id),
    );
    visit.show('applications/assignments', {
      ...frameOf(request, kind),
      kind,
      roles: roles.toSorted(
        (left, right) =>
          Number(left.isInternal) - Number(right.isInternal) || left.name.localeCompare(right.name),
      ),
      request: list,
      ...place,
      // Where one role is asked for, the others of who has it are shown, too.
      assigned: assigned.map((one) => ({ ...one, roles: given.get(one.id) ?? one.roles })),
      ...{ isCut, foundCount: found.length },
      found: found.filter((one) => !known.has(one.id)).map((one) => ({ ...one, roles: new Set<string>() })),
    });
  }
}

type Kind = 'users' | 'organizations';

/** Whether the owner's role, of the side of an organization, is among those that go. */
const endsOwning = (present: ReadonlySet<string>, wanted: ReadonlySet<string>, side: string): boolean =>
  present.has(`provider${side}`) && !wanted.has(`provider${side}`);

/** What can be refused comes before anything is written. */
const internalFirst = (roles: readonly RoleRow[]): readonly RoleRow[] =>
  roles.toSorted((left, right) => Number(right.isInternal) - Number(left.isInternal));
