import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { ApplicationRow } from '../../database/entities/application.row';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';
import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

/** An application in the list of all of them. */
export type ListedApplication = Pick<
  ApplicationRow,
  'id' | 'name' | 'url' | 'image' | 'grantType' | 'createdAt'
>;

/** An organization in the list of all of them. */
export type ListedOrganization = Pick<
  OrganizationRow,
  'id' | 'name' | 'description' | 'image' | 'createdAt'
> & {
  readonly members: number;
};

/** What both can be ordered by. */
export type ListingSort = 'name' | 'created';

const application = names(ApplicationRow, 'a');
const organization = names(OrganizationRow, 'o');
const member = names(MembershipRow, 'm');

const amount = { amount: expression('COUNT(*)', Number) };

const kinds = {
  applications: {
    table: application.table,
    id: application.id,
    name: application.name,
    createdAt: application.createdAt,
    only: `${application.id} <> '${INTERNAL_APPLICATION_ID}'`,
    listed: {
      id: application.id,
      name: application.name,
      url: application.url,
      image: application.image,
      grantType: application.grantType,
      createdAt: application.createdAt,
    },
  },
  organizations: {
    table: organization.table,
    id: organization.id,
    name: organization.name,
    createdAt: organization.createdAt,
    only: undefined,
    listed: {
      id: organization.id,
      name: organization.name,
      description: organization.description,
      image: organization.image,
      createdAt: organization.createdAt,
      members: expression(
        `(SELECT COUNT(*) FROM ${member.table} WHERE ${member.organizationId} = ${organization.id})`,
        Number,
      ),
    },
  },
} as const;

/** What is listed, by its kind. */
export interface Listed {
  readonly applications: ListedApplication;
  readonly organizations: ListedOrganization;
}

export type ListingKind = keyof Listed;

/** All applications and all organizations, for administrators. */
@Injectable()
export class ListingsRepository {
  constructor(private readonly sql: Sql) {}

  async count(kind: ListingKind, text: string): Promise<number> {
    const { where, values } = this.conditionsOf(kind, text);
    return (
      (await this.sql.first(query(amount, `FROM ${kinds[kind].table} ${where}`), ...values))?.amount ?? 0
    );
  }

  page<Kind extends ListingKind>(
    kind: Kind,
    text: string,
    part: ListPart<ListingSort>,
  ): Promise<Listed[Kind][]> {
    const { where, values } = this.conditionsOf(kind, text);
    const { table, listed, id, name, createdAt } = kinds[kind];
    const orders = { name: this.sql.folded(name), created: createdAt };
    const found = query(listed, `FROM ${table} ${where} ${orderOf(part, orders, id)}`);
    return this.sql.all(found, ...values, part.limit, part.offset) as unknown as Promise<Listed[Kind][]>;
  }

  /** The next ones by id. @param last  id of the last one that was read; empty at first */
  after<Kind extends ListingKind>(
    kind: Kind,
    text: string,
    last: string,
    limit: number,
  ): Promise<Listed[Kind][]> {
    const { table, listed, id } = kinds[kind];
    const { where, values } = this.conditionsOf(kind, text).add(`${id} > ?`, last);
    const next = query(listed, `FROM ${table} ${where} ORDER BY ${id} LIMIT ?`);
    return this.sql.all(next, ...values, limit) as unknown as Promise<Listed[Kind][]>;
  }

  private conditionsOf(kind: ListingKind, text: string): Conditions {
    const { only, name } = kinds[kind];
    const conditions = new Conditions();
    if (only !== undefined) conditions.add(only);
    if (text !== '') conditions.add(`${this.sql.folded(name)} LIKE ? ESCAPE '!'`, foldedPart(text));
    return conditions;
  }
}
