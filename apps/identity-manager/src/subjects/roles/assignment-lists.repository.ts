import { Injectable } from '@nestjs/common';
import type { SqlValue } from '../../database/dialect';
import { OrganizationRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/fold-text';
import { expression, names } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';

/** A user or an organization with the roles given to it. */
export interface Assigned {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** Role ids; for an organization `<role id> owner` or `<role id> member`. */
  readonly roles: ReadonlySet<string>;
}

/** Which of those with a role, and how many. */
export interface AssignedPart {
  /** Part of the name, whatever case and accents; empty for all. */
  readonly text?: string;
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A user or an organization by its name. */
export type Assignable = Pick<Assigned, 'id' | 'name' | 'image'>;

/** A role, by its id. */
export interface RoleId {
  readonly id: string;
}

const a = names(RoleAssignmentRow, 'a');
const u = names(UserRow, 'u');
const o = names(OrganizationRow, 'o');

const amount = { amount: expression('COUNT(*)', Number) };

/** Users and organizations in one way: the table, its columns, and what an assignment names them by. */
const kinds = {
  users: { table: u.table, named: { id: u.id, name: u.username, image: u.image }, assignee: a.userId },
  organizations: {
    table: o.table,
    named: { id: o.id, name: o.name, image: o.image },
    assignee: a.organizationId,
  },
} as const;

/** Whom a role is given to. */
export type AssigneeKind = keyof typeof kinds;

/** Reads who has roles in an application, page by page. */
@Injectable()
export class AssignmentListsRepository {
  constructor(private readonly sql: Sql) {}

  /** How many there are that {@link page} reads from. */
  async count(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    text = '',
  ): Promise<number> {
    if (roles.length === 0) return 0;
    const { where, values } = this.withRole(kind, applicationId, roles, text);
    return (
      (await this.sql.first(query(amount, `FROM ${kinds[kind].table} ${where}`), ...values))?.amount ?? 0
    );
  }

  /** By name, with those of the roles that they have. */
  async page(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    { text = '', descending = false, limit, offset }: AssignedPart,
  ): Promise<readonly Assigned[]> {
    if (roles.length === 0) return [];
    const { table, named } = kinds[kind];
    const { where, values } = this.withRole(kind, applicationId, roles, text);
    const direction = descending ? 'DESC' : 'ASC';
    const order = `ORDER BY LOWER(${named.name}) ${direction}, ${named.id} ${direction} LIMIT ? OFFSET ?`;
    const found = await this.sql.all(
      query(named, `FROM ${table} ${where} ${order}`),
      ...values,
      limit,
      offset,
    );
    const given = await this.rolesOf(
      kind,
      applicationId,
      roles,
      found.map(({ id }) => id),
    );
    return found.map((one) => ({ ...one, roles: given.get(one.id) ?? new Set() }));
  }

  /** The next ones by id, with those of the roles that they have. @param last  id of the last one that was read; empty at first */
  async after(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    { text, last, limit }: { readonly text: string; readonly last: string; readonly limit: number },
  ): Promise<readonly Assigned[]> {
    if (roles.length === 0) return [];
    const { table, named } = kinds[kind];
    const { where, values } = this.withRole(kind, applicationId, roles, text);
    const next = query(named, `FROM ${table} ${where} AND ${named.id} > ? ORDER BY ${named.id} LIMIT ?`);
    const found = await this.sql.all(next, ...values, last, limit);
    const given = await this.rolesOf(
      kind,
      applicationId,
      roles,
      found.map(({ id }) => id),
    );
    return found.map((one) => ({ ...one, roles: given.get(one.id) ?? new Set() }));
  }

  /** Those of the ids that there are, by name. */
  async named(kind: AssigneeKind, ids: readonly string[]): Promise<readonly Assignable[]> {
    if (ids.length === 0) return [];
    const { table, named } = kinds[kind];
    const order = `ORDER BY LOWER(${named.name}), ${named.id}`;
    return this.sql.all(query(named, `FROM ${table} WHERE ${named.id} IN (${marks(ids)}) ${order}`), ...ids);
  }

  private withRole(kind: AssigneeKind, applicationId: string, roles: readonly RoleId[], text: string) {
    const { named, assignee } = kinds[kind];
    const values: SqlValue[] = [applicationId, ...roles.map(({ id }) => id)];
    const assigned = `SELECT ${assignee} FROM ${a.table} WHERE ${a.applicationId} = ? AND ${a.roleId} IN (${marks(roles.map(({ id }) => id))}) AND ${assignee} IS NOT NULL`;
    const where = `WHERE ${named.id} IN (${assigned})`;
    if (text === '') return { where, values };
    return {
      where: `${where} AND ${this.sql.folded(named.name)} LIKE ? ESCAPE '!'`,
      values: [...values, foldedPart(text)],
    };
  }

  /** Roles by who has them, of these users or organizations; who has none is left out. */
  async rolesOf(
    kind: AssigneeKind,
    applicationId: string,
    roles: readonly RoleId[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const byId = new Map<string, Set<string>>();
    if (ids.length === 0) return byId;
    const { assignee } = kinds[kind];
    const lines = await this.sql.all(
      query(
        { id: assignee, roleId: a.roleId, side: a.roleOrganization },
        `FROM ${a.table} WHERE ${a.applicationId} = ? AND ${assignee} IN (${marks(ids)})`,
      ),
      applicationId,
      ...ids,
    );
    const shown = new Set(roles.map(({ id }) => id));
    for (const { id, roleId, side } of lines) {
      if (id === null || !shown.has(roleId)) continue;
      const given = byId.get(id) ?? new Set<string>();
      byId.set(id, given.add(side === null ? roleId : `${roleId} ${side}`));
    }
    return byId;
  }
}
