import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAssigning } from '../../../access/rule';
import { ApiError, badRequest } from '../../../http/api-errors';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import { RoleOrganizationsController } from '../../api/roles/role-organizations.controller';
import type { RoleRow } from '../../../database/entities/role.row';
import { RoleUsersController } from '../../api/roles/role-users.controller';
import { Directory } from '../portal/directory.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { applicationOf, frameOf, ownedOf } from './application-frame';
import { AssignmentLists, type Assigned } from './assignment-lists.service';

/** Who has which role in an application; what one may not assign is not shown. */
@RulePages('idm/applications/:applicationId/edit')
export class AssignmentPagesController {
  constructor(
    private readonly assignable: AssignableRoles,
    private readonly lists: AssignmentLists,
    private readonly directory: Directory,
    private readonly userRoles: RoleUsersController,
    private readonly organizationRoles: RoleOrganizationsController,
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
    if (!user) throw badRequest('no user');
    const roles = await this.assignableRoles(request);
    const [present] = await this.lists.users(application.id, roles, user.id);
    const wanted = new Set(visit.form.list('role'));
    await saving(visit, pathOf(request, 'users'), async () => {
      for (const role of internalFirst(roles)) {
        const has = present?.roles.has(role.id) ?? false;
        if (wanted.has(role.id) === has) continue;
        if (has) await this.userRoles.remove(request, application, user, role, ownedOf(request));
        else await this.userRoles.assign(request, application, user, role, ownedOf(request));
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
    if (!organization) throw badRequest('no organization');
    const roles = await this.assignableRoles(request);
    const [present] = await this.lists.organizations(application.id, roles, organization.id);
    const wanted = new Set(visit.form.list('role'));
    await saving(visit, pathOf(request, 'organizations'), async () => {
      for (const role of internalFirst(roles))
        for (const side of ['owner', 'member'] as const satisfies readonly OrganizationRole[]) {
          const key = `${role.id} ${side}`;
          const has = present?.roles.has(key) ?? false;
          if (wanted.has(key) === has) continue;
          const [owned, api] = [ownedOf(request), this.organizationRoles] as const;
          if (has) await api.remove(request, application, organization, role, side, owned);
          else await api.assign(request, application, organization, role, side, owned);
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

/** What can be refused comes before anything is written. */
const internalFirst = (roles: readonly RoleRow[]): readonly RoleRow[] =>
  roles.toSorted((left, right) => Number(right.isInternal) - Number(left.isInternal));

/** Does it and goes back to the list, which says so, or that the last owner stays. */
async function saving(visit: Visit, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    return visit.go(path, 'problem.lastOwnerOfApplication');
  }
  visit.go(path, 'flash.saved');
}

const pathOf = (request: ApiRequest, kind: string) =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/${kind}`;
