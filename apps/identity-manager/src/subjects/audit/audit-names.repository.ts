import { Injectable } from '@nestjs/common';
import { ApplicationRow } from '../../database/entities/application.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { names, type Column } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';

/** Kinds of what entries name by an id. */
export type NamedKind = 'user' | 'organization' | 'application' | 'role' | 'permission';

/** The name of what an id stands for. */
export interface Named {
  readonly kind: NamedKind;
  readonly name: string;
}

/** Selects the names of each kind by their ids. */
const namesBy = (ids: readonly string[]) => {
  const [organization, role, permission] = [names(OrganizationRow), names(RoleRow), names(PermissionRow)];
  const [user, named] = [names(UserRow), names(ApplicationRow)];
  const among = ({ table, id }: { readonly table: string; readonly id: Column<string> }) =>
    `FROM ${table} WHERE ${id} IN (${marks(ids)})`;
  return [
    ['user', query({ id: user.id, name: user.username }, among(user))],
    ['organization', query({ id: organization.id, name: organization.name }, among(organization))],
    ['application', query({ id: named.id, name: named.name }, among(named))],
    ['role', query({ id: role.id, name: role.name }, among(role))],
    ['permission', query({ id: permission.id, name: permission.name }, among(permission))],
  ] as const;
};

/** What the ids in entries of the audit log are called. */
@Injectable()
export class AuditNamesRepository {
  constructor(private readonly sql: Sql) {}

  /** Names by id, of users, organizations, applications, roles and permissions; of what is gone there is none. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
    if (ids.length === 0) return new Map();
    const found = await Promise.all(
      namesBy(ids).map(async ([kind, statement]) => {
        const rows = await this.sql.all(statement, ...ids);
        return rows.map(({ id, name }) => [id, { kind, name }] as const);
      }),
    );
    return new Map(found.flat());
  }
}
