import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import {
  MembershipRow,
  OrganizationRow,
  type OrganizationRole,
} from '../../database/entities/organization.row';
import { names, type Names } from '../../database/names';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, lockWhere, updateWhere } from '../../database/statements';

const insert = insertInto(MembershipRow, ['userId', 'organizationId', 'role']);
const asItWas = (m: Names<MembershipRow>) => `${m.organizationId} = ? AND ${m.userId} = ? AND ${m.role} = ?`;
const changeRole = updateWhere(MembershipRow, ['role'], asItWas);
const remove = deleteWhere(MembershipRow, asItWas);

const keyOf = ({ organizationId, userId, role }: MembershipRow) => [organizationId, userId, role] as const;

const m = names(MembershipRow, 'm');

/** Makes two owners who leave at once go one after the other. */
const lock = lockWhere(OrganizationRow, 'name', (organization) => `${organization.id} = ?`);
const lockOwned = lockWhere(
  OrganizationRow,
  'name',
  (organization) =>
    `${organization.id} = ? AND EXISTS (SELECT 1 FROM ${m.table} WHERE ${m.organizationId} = ? AND ${m.role} = 'owner')`,
);

/** Who belongs to organizations, and as what. */
@Injectable()
export class MembershipsRepository {
  constructor(
    @InjectRepository(MembershipRow) private readonly rows: Repository<MembershipRow>,
    private readonly sql: Sql,
  ) {}

  ofOrganization(organizationId: string): Promise<MembershipRow[]> {
    return this.rows.find({ where: { organizationId }, order: { userId: 'ASC' } });
  }

  find(organizationId: string, userId: string): Promise<MembershipRow | null> {
    return this.rows.findOneBy({ organizationId, userId });
  }

  owns(userId: string, organizationId: string): Promise<boolean> {
    return this.rows.existsBy({ userId, organizationId, role: 'owner' });
  }

  /** False when the user belongs to the organization already. */
  async add(membership: MembershipRow): Promise<boolean> {
    try {
      await this.sql.run(insert(membership));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** False, with nothing written, when the organization would be left without an owner, or the membership is another by now. */
  changeRole(before: MembershipRow, role: OrganizationRole): Promise<boolean> {
    return this.write(before, changeRole({ role }, ...keyOf(before)));
  }

  /** False, with nothing written, as {@link changeRole}. */
  remove(before: MembershipRow): Promise<boolean> {
    return this.write(before, remove(...keyOf(before)));
  }

  private write({ organizationId, role }: MembershipRow, change: Step): Promise<boolean> {
    const step = { ...change, expect: 1 };
    const keepOneOwner = { ...lockOwned(organizationId, organizationId), expect: 1 };
    return this.sql.atomically(role === 'owner' ? [lock(organizationId), step, keepOneOwner] : [step]);
  }
}
