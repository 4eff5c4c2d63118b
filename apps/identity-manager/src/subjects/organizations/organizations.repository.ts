import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import { names } from '../../database/names';
import { limitsOf, type Paging } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, updateGiven } from '../../database/statements';

const insert = insertInto(OrganizationRow, ['id', 'name', 'description', 'website', 'image', 'createdAt']);
const update = updateGiven(OrganizationRow, (organization) => `${organization.id} = ?`);
const remove = deleteWhere(OrganizationRow, (organization) => `${organization.id} = ?`);
const insertMember = insertInto(MembershipRow, ['userId', 'organizationId', 'role']);

const m = names(MembershipRow, 'm');
const { table, ...o } = names(OrganizationRow, 'o');

const ofUser = query(
  { ...o, role: m.role },
  `FROM ${m.table} JOIN ${table} ON ${o.id} = ${m.organizationId} WHERE ${m.userId} = ? ORDER BY ${o.createdAt}, ${o.id} LIMIT ? OFFSET ?`,
);

/** Where organizations are kept. */
@Injectable()
export class OrganizationsRepository {
  constructor(
    @InjectRepository(OrganizationRow) private readonly rows: Repository<OrganizationRow>,
    private readonly sql: Sql,
  ) {}

  find(id: string): Promise<OrganizationRow | null> {
    return this.rows.findOneBy({ id });
  }

  /** Those in which the user is owner or member, with which of both; oldest first. */
  ofUser(userId: string, paging: Paging) {
    return this.sql.all(ofUser, userId, ...limitsOf(paging));
  }

  /** Together with its first owner. */
  async add(organization: OrganizationRow, ownerId: string): Promise<void> {
    await this.sql.atomically([
      insert(organization),
      insertMember({ userId: ownerId, organizationId: organization.id, role: 'owner' }),
    ]);
  }

  async change(id: string, columns: Partial<OrganizationRow>): Promise<void> {
    await this.sql.run(update(columns, id));
  }

  /** Its memberships and the roles given to it go with it. */
  async delete(id: string): Promise<void> {
    await this.sql.run(remove(id));
  }
}
