import { Injectable } from '@nestjs/common';
import { ApplicationRow } from '../../database/entities/application.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { names, type Column } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';

/** What entries name by an id, whatever it is. */
const namesBy = (ids: readonly string[]) => {
  const [organization, role, permission] = [names(OrganizationRow), names(RoleRow), names(PermissionRow)];
  const [user, named] = [names(UserRow), names(ApplicationRow)];
  const among = ({ table, id }: { readonly table: string; readonly id: Column<string> }) =>
    `FROM ${table} WHERE ${id} IN (${marks(ids)})`;
  return [
    query({ id: user.id, name: user.username }, among(user)),
    query({ id: organization.id, name: organization.name }, among(organization)),
    query({ id: named.id, name: named.name }, among(named)),
    query({ id: role.id, name: role.name }, among(role)),
    query({ id: permission.id, name: permission.name }, among(permission)),
  ];
};

/** What the ids in entries of the audit log are called. */
@Injectable()
export class AuditNamesRepository {
  constructor(private readonly sql: Sql) {}

  /** Names by id, of users, organizations, applications, roles and permissions; of what is gone there is none. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await Promise.all(namesBy(ids).map((statement) => this.sql.all(statement, ...ids)));
    return new Map(found.flat().map(({ id, name }) => [id, name]));
  }
}
