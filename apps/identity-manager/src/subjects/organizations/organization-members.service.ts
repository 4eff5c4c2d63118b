import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type {
  MembershipRow,
  OrganizationRole,
  OrganizationRow,
} from '../../database/entities/organization.row';
import type { UserRow } from '../../database/entities/user.row';
import { Conflict, NotFound } from '../../faults/faults';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { MembershipsRepository } from './memberships.repository';

type Organization = Pick<OrganizationRow, 'id'>;
type User = Pick<UserRow, 'id'>;

/** Who belongs to an organization, and as what; one role at a time. Doors ask before whether the actor owns it. */
@Injectable()
export class OrganizationMembers {
  constructor(
    private readonly memberships: MembershipsRepository,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  list({ id }: Organization): Promise<readonly MembershipRow[]> {
    return this.memberships.ofOrganization(id);
  }

  find({ id }: Organization, user: User): Promise<MembershipRow | null> {
    return this.memberships.find(id, user.id);
  }

  /** Whether the user may do what owners do; some administrators may everywhere. */
  async owns({ id, admin }: Pick<UserRow, 'id' | 'admin'>, organizationId: string): Promise<boolean> {
    if (admin && this.options.admin.managesEverything) return true;
    return this.memberships.owns(id, organizationId);
  }

  /** Makes the user owner or member, whatever they were. @throws Conflict for the last owner */
  async put(actor: Actor, organization: Organization, user: User, role: OrganizationRole): Promise<void> {
    // Another request may be faster: then it is a change of what that one made, or no change.
    while (!(await this.tryToPut(organization.id, user.id, role)));
    this.changes.tell('memberships', { userId: user.id });
    this.record(actor, 'assign', organization, user, role);
  }

  /** @throws NotFound when the user is not that in the organization; Conflict for the last owner */
  async remove(actor: Actor, organization: Organization, user: User, role: OrganizationRole): Promise<void> {
    while (!(await this.tryToRemove(organization.id, user.id, role)));
    this.changes.tell('memberships', { userId: user.id });
    this.record(actor, 'remove', organization, user, role);
  }

  private async tryToPut(organizationId: string, userId: string, role: OrganizationRole): Promise<boolean> {
    const present = await this.memberships.find(organizationId, userId);
    if (!present) return this.memberships.add({ userId, organizationId, role });
    if (present.role === role) return true;
    return (await this.memberships.changeRole(present, role)) || this.refuseIfStill(present);
  }

  private async tryToRemove(
    organizationId: string,
    userId: string,
    role: OrganizationRole,
  ): Promise<boolean> {
    const present = await this.memberships.find(organizationId, userId);
    if (present?.role !== role) throw new NotFound('memberships');
    return (await this.memberships.remove(present)) || this.refuseIfStill(present);
  }

  /** False when the membership is another by now. @throws Conflict when it is the same: it was the last owner's */
  private async refuseIfStill({ organizationId, userId, role }: MembershipRow): Promise<false> {
    const now = await this.memberships.find(organizationId, userId);
    if (now?.role === role) throw new Conflict('', 'lastOwnerOfOrganization');
    return false;
  }

  private record(actor: Actor, what: string, { id }: Organization, user: User, role: OrganizationRole): void {
    const details = { user: user.id, role };
    this.audit.recordDone(actor, `organization.member.${what}`, { subject: id, details });
  }
}
