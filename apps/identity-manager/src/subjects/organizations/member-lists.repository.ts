import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { MembershipRow, type OrganizationRole } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';

/** Which of the members of an organization. */
export interface MemberSearch {
  readonly organizationId: string;
  /** Part of the user name, whatever case and accents; empty for all. */
  readonly text: string;
  readonly role?: OrganizationRole | undefined;
}

const m = names(MembershipRow, 'm');
const u = names(UserRow, 'u');

const listed = { id: u.id, name: u.username, image: u.image, role: m.role };
const from = `FROM ${m.table} JOIN ${u.table} ON ${u.id} = ${m.userId}`;

/** What the members of an organization can be ordered by. */
export type MemberSort = 'name' | 'role';

const amount = { amount: expression('COUNT(*)', Number) };

/** Reads who belongs to an organization, page by page. */
@Injectable()
export class MemberListsRepository {
  constructor(private readonly sql: Sql) {}

  async count(search: MemberSearch): Promise<number> {
    const { where, values } = this.conditionsOf(search);
    return (await this.sql.first(query(amount, `${from} ${where}`), ...values))?.amount ?? 0;
  }

  page(search: MemberSearch, part: ListPart<MemberSort>) {
    const { where, values } = this.conditionsOf(search);
    const orders = { name: this.sql.folded(u.username), role: m.role };
    const page = query(listed, `${from} ${where} ${orderOf(part, orders, u.id)}`);
    return this.sql.all(page, ...values, part.limit, part.offset);
  }

  /** The next ones by id. @param last  id of the last one that was read; empty at first */
  after(search: MemberSearch, last: string, limit: number) {
    const { where, values } = this.conditionsOf(search).add(`${u.id} > ?`, last);
    return this.sql.all(query(listed, `${from} ${where} ORDER BY ${u.id} LIMIT ?`), ...values, limit);
  }

  /** Those of the users who belong to the organization, by name. */
  async among(organizationId: string, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const which = `WHERE ${m.organizationId} = ? AND ${u.id} IN (${marks(ids)}) ORDER BY ${this.sql.folded(u.username)}, ${u.id}`;
    return this.sql.all(query(listed, `${from} ${which}`), organizationId, ...ids);
  }

  private conditionsOf({ organizationId, text, role }: MemberSearch): Conditions {
    const conditions = new Conditions().add(`${m.organizationId} = ?`, organizationId);
    if (role !== undefined) conditions.add(`${m.role} = ?`, role);
    if (text !== '') conditions.add(`${this.sql.folded(u.username)} LIKE ? ESCAPE '!'`, foldedPart(text));
    return conditions;
  }
}

/** Somebody who belongs to an organization, as lists show them. */
export type ListedMember = Awaited<ReturnType<MemberListsRepository['page']>>[number];
