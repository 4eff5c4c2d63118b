import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { ApplicationRow } from '../../database/entities/application.row';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';
import { MembershipRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

/** How a user stands to an application: by one of the service's own roles, or by any other. */
export const standings = ['provider', 'purchaser', 'other'] as const;

export type Standing = (typeof standings)[number];

/** Which of the applications that a user sees. */
export interface MyApplicationSearch {
  readonly userId: string;
  /** Whether the user sees every application, with a role there or without. */
  readonly seesAll: boolean;
  /** Only those that this organization leads the user to. */
  readonly organizationId?: string | undefined;
  /** However the user stands to them when absent. Without any role it is `other`. */
  readonly standing?: Standing | undefined;
  /** Part of the name or the description, whatever case and accents; empty for all. */
  readonly text: string;
}

/** What applications can be ordered by. */
export type MyApplicationSort = 'name' | 'created';

const ap = names(ApplicationRow);
const a = names(RoleAssignmentRow, 'a');
const m = names(MembershipRow, 'm');
const { applicationId: heldId } = names(RoleAssignmentRow, 'held');

const listed = { id: ap.id, name: ap.name, description: ap.description, url: ap.url, image: ap.image };
const from = `FROM ${ap.table}`;
const amount = { amount: expression('COUNT(*)', Number) };

const own = `SELECT ${a.applicationId} FROM ${a.table} WHERE ${a.userId} = ?`;
const throughOrganizations = `SELECT ${a.applicationId} FROM ${m.table} JOIN ${a.table} ON ${a.organizationId} = ${m.organizationId} AND ${a.roleOrganization} = ${m.role} WHERE ${m.userId} = ?`;

/** Which roles make the user stand so. */
const rolesOf: Readonly<Record<Standing | 'any', string>> = {
  any: '',
  provider: ` AND ${a.roleId} = 'provider'`,
  purchaser: ` AND ${a.roleId} = 'purchaser'`,
  other: ` AND ${a.roleId} NOT IN ('provider', 'purchaser')`,
};

/** The rows stand in a table of their own: MariaDB would otherwise run a UNION again for each application. */
const idIn = (...selects: readonly string[]) =>
  `${ap.id} IN (SELECT ${heldId} FROM (${selects.join(' UNION ')}) held)`;

/** Reads the applications that a user sees, page by page. */
@Injectable()
export class MyApplicationListsRepository {
  constructor(private readonly sql: Sql) {}

  async count(search: MyApplicationSearch): Promise<number> {
    const { where, values } = this.conditionsOf(search);
    return (await this.sql.first(query(amount, `${from} ${where}`), ...values))?.amount ?? 0;
  }

  page(search: MyApplicationSearch, part: ListPart<MyApplicationSort>) {
    const { where, values } = this.conditionsOf(search);
    const orders = { name: this.sql.folded(ap.name), created: ap.createdAt };
    const page = query(listed, `${from} ${where} ${orderOf(part, orders, ap.id)}`);
    return this.sql.all(page, ...values, part.limit, part.offset);
  }

  private conditionsOf(search: MyApplicationSearch): Conditions {
    const conditions = new Conditions();
    addSeen(conditions, search);
    const { text } = search;
    if (text !== '') {
      const part = foldedPart(text);
      const matches = [ap.name, ap.description].map(
        (column) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`,
      );
      conditions.add(matches.join(' OR '), part, part);
    }
    return conditions;
  }
}

function addSeen(
  conditions: Conditions,
  { userId, seesAll, organizationId, standing }: MyApplicationSearch,
): void {
  const roles = rolesOf[standing ?? 'any'];
  const held = idIn(own + roles, throughOrganizations + roles);
  if (organizationId !== undefined) {
    const given = `${throughOrganizations} AND ${m.organizationId} = ?${roles}`;
    conditions.add(idIn(given), userId, organizationId);
  } else if (!seesAll || standing === 'provider' || standing === 'purchaser') {
    conditions.add(held, userId, userId);
  } else {
    conditions.add(`${ap.id} <> '${INTERNAL_APPLICATION_ID}'`);
    if (standing === 'other')
      conditions.add(`${held} OR NOT ${idIn(own, throughOrganizations)}`, userId, userId, userId, userId);
  }
}
