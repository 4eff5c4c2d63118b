import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { OPTIONS, type Options } from '../../cli/options';
import type { Step } from '../../database/dialect';
import { isDuplicate } from '../../database/database-errors';
import { Sql } from '../../database/sql';
import { conflict, notFound } from '../../http/api-errors';
import { Caches } from '../../service/timed-cache';
import { MembershipRow, type OrganizationRole } from '../../database/entities/organization.row';
import type { UserRow } from '../../database/entities/user.row';

const lastOwner = () => conflict('The last owner of an organization cannot be removed');

/**
 * Fails the group when the organization would be left without owner. The lock taken by touching the organization
 * makes two owners who leave at once go one after the other.
 */
const keepOneOwner = (organizationId: string): readonly Step[] => [
  {
    sql:
      'UPDATE organizations SET name = name WHERE id = ? AND EXISTS ' +
      "(SELECT 1 FROM memberships m WHERE m.organization_id = ? AND m.role = 'owner')",
    values: [organizationId, organizationId],
    expect: 1,
  },
];

const lock = (organizationId: string): Step => ({
  sql: 'UPDATE organizations SET name = name WHERE id = ?',
  values: [organizationId],
});

/** Who belongs to an organization, and as what; one role at a time. */
@Injectable()
export class OrganizationMembers {
  constructor(
    @InjectRepository(MembershipRow) private readonly rows: Repository<MembershipRow>,
    private readonly sql: Sql,
    private readonly caches: Caches,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  list(organizationId: string): Promise<MembershipRow[]> {
    return this.rows.find({ where: { organizationId }, order: { userId: 'ASC' } });
  }

  find(organizationId: string, userId: string): Promise<MembershipRow | null> {
    return this.rows.findOneBy({ organizationId, userId });
  }

  /** Whether the user may do what owners do; some administrators may everywhere. */
  async owns({ id, admin }: Pick<UserRow, 'id' | 'admin'>, organizationId: string): Promise<boolean> {
    if (admin && this.options.admin.managesEverything) return true;
    return this.rows.existsBy({ userId: id, organizationId, role: 'owner' });
  }

  /** Makes the user owner or member, whatever they were. @throws ApiError 409 for the last owner */
  async put(organizationId: string, userId: string, role: OrganizationRole): Promise<void> {
    for (;;) {
      const present = await this.find(organizationId, userId);
      if (present?.role === role) return;
      if (present) return this.change(present, role);
      try {
        await this.sql.run(
          'INSERT INTO memberships (user_id, organization_id, role) VALUES (?, ?, ?)',
          userId,
          organizationId,
          role,
        );
        this.caches.clear();
        return;
      } catch (error) {
        // Another request was faster: now it is a change.
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  /** @throws ApiError 404 when the user is not that in the organization, 409 for the last owner */
  async remove(organizationId: string, userId: string, role: OrganizationRole): Promise<void> {
    const present = await this.find(organizationId, userId);
    if (present?.role !== role) throw notFound('Assignments not found');
    await this.write(organizationId, role === 'owner', {
      sql: 'DELETE FROM memberships WHERE organization_id = ? AND user_id = ? AND role = ?',
      values: [organizationId, userId, role],
    });
  }

  private change(
    { organizationId, userId, role: before }: MembershipRow,
    role: OrganizationRole,
  ): Promise<void> {
    return this.write(organizationId, before === 'owner', {
      sql: 'UPDATE memberships SET role = ? WHERE organization_id = ? AND user_id = ?',
      values: [role, organizationId, userId],
    });
  }

  private async write(organizationId: string, losesOwner: boolean, step: Step): Promise<void> {
    const steps = losesOwner ? [lock(organizationId), step, ...keepOneOwner(organizationId)] : [step];
    const written = await this.sql.atomically(steps);
    if (!written) throw lastOwner();
    this.caches.clear();
  }
}
