import { Injectable } from '@nestjs/common';
import { ApplicationRow } from '../../database/entities/application.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names, type Column } from '../../database/names';
import { query, type Query } from '../../database/query';
import { Sql } from '../../database/sql';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';

/** Something to be chosen by its name. */
export interface Found {
  readonly id: string;
  readonly name: string;
  readonly image: string;
}

const user = names(UserRow);
const organization = names(OrganizationRow);
const application = names(ApplicationRow);

const amount = { amount: expression('COUNT(*)', Number) };

const sizes = {
  users: query(amount, `FROM ${user.table}`),
  organizations: query(amount, `FROM ${organization.table}`),
  applications: query(
    amount,
    `FROM ${application.table} WHERE ${application.id} <> '${INTERNAL_APPLICATION_ID}'`,
  ),
  sessions: query(amount, `FROM ${names(WebSessionRow).table}`),
} as const;

/** Reads across users, organizations and applications, by their names. */
@Injectable()
export class DirectoryRepository {
  private readonly users: Query<Found>;
  private readonly organizations: Query<Found>;
  private readonly applications: Query<Found>;

  constructor(private readonly sql: Sql) {
    const like = (column: Column<string>) => `${sql.folded(column)} LIKE ? ESCAPE '!'`;
    const firstBy = (column: Column<string>, id: Column<string>) => `ORDER BY ${column}, ${id} LIMIT ?`;
    this.users = query(
      { id: user.id, name: user.username, image: user.image },
      `FROM ${user.table} WHERE ${user.enabled} = TRUE AND (${like(user.username)} OR ${user.emailLower} = ?) ${firstBy(user.username, user.id)}`,
    );
    this.organizations = query(
      { id: organization.id, name: organization.name, image: organization.image },
      `FROM ${organization.table} WHERE ${like(organization.name)} ${firstBy(organization.name, organization.id)}`,
    );
    this.applications = query(
      { id: application.id, name: application.name, image: application.image },
      `FROM ${application.table} WHERE ${application.id} <> '${INTERNAL_APPLICATION_ID}' AND ${like(application.name)} ${firstBy(application.name, application.id)}`,
    );
  }

  /** Enabled users by part of the name, or by the whole address in lower case. */
  findUsers(part: string, email: string, limit: number): Promise<Found[]> {
    return this.sql.all(this.users, foldedPart(part), email, limit);
  }

  findOrganizations(part: string, limit: number): Promise<Found[]> {
    return this.sql.all(this.organizations, foldedPart(part), limit);
  }

  findApplications(part: string, limit: number): Promise<Found[]> {
    return this.sql.all(this.applications, foldedPart(part), limit);
  }

  /** Asks the database for nothing. */
  async ping(): Promise<void> {
    await this.sql.all('SELECT 1');
  }

  /** How many there are of a kind. */
  async size(of: keyof typeof sizes): Promise<number> {
    return (await this.sql.first(sizes[of]))?.amount ?? 0;
  }
}
