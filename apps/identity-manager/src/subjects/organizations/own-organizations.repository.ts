import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import {
  MembershipRow,
  OrganizationRow,
  type OrganizationRole,
} from '../../database/entities/organization.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

/** Which of the organizations of a user. */
export interface OwnOrganizationSearch {
  readonly userId: string;
  /** Part of the name, whatever case and accents; empty for all. */
  readonly text: string;
  /** What the user is in them; either when absent. */
  readonly role?: OrganizationRole | undefined;
}

const m = names(MembershipRow, 'm');
const o = names(OrganizationRow, 'o');

const listed = { id: o.id, name: o.name, description: o.description, image: o.image, role: m.role };
const from = `FROM ${m.table} JOIN ${o.table} ON ${o.id} = ${m.organizationId}`;

/** What the organizations of a user can be ordered by. */
export type OwnOrganizationSort = 'name' | 'created';

const amount = { amount: expression('COUNT(*)', Number) };

/** Reads the organizations in which a user is owner or member, page by page. */
@Injectable()
export class OwnOrganizationsRepository {
  constructor(private readonly sql: Sql) {}

  async count(search: OwnOrganizationSearch): Promise<number> {
    const { where, values } = this.conditionsOf(search);
    return (await this.sql.first(query(amount, `${from} ${where}`), ...values))?.amount ?? 0;
  }

  page(search: OwnOrganizationSearch, part: ListPart<OwnOrganizationSort>) {
    const { where, values } = this.conditionsOf(search);
    const orders = { name: this.sql.folded(o.name), created: o.createdAt };
    const page = query(listed, `${from} ${where} ${orderOf(part, orders, o.id)}`);
    return this.sql.all(page, ...values, part.limit, part.offset);
  }

  private conditionsOf({ userId, text, role }: OwnOrganizationSearch): Conditions {
    const conditions = new Conditions().add(`${m.userId} = ?`, userId);
    if (role !== undefined) conditions.add(`${m.role} = ?`, role);
    if (text !== '') conditions.add(`${this.sql.folded(o.name)} LIKE ? ESCAPE '!'`, foldedPart(text));
    return conditions;
  }
}
