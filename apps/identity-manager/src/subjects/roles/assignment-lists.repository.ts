import { Injectable } from '@nestjs/common';
import type { SqlValue } from '../../database/dialect';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';
import type { Assignable, Assigned, AssigneeKind, RoleId } from './assigned';
import { ASSIGNEE_KINDS as kinds } from './assignee-kinds.statements';
import { GivenRolesRepository } from './given-roles.repository';

/** Which of those with a role, and how many. */
export interface AssignedPart {
  /** Part of the name, whatever case and accents; empty for all. */
  readonly text?: string;
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset: number;
}

const a = names(RoleAssignmentRow, 'a');

const amount = { amount: expression('COUNT(*)', Number) };

/** Reads who has roles in an application, page by page. */
@Injectable()
export class AssignmentListsRepository {
  constructor(
    private readonly sql: Sql,
    private readonly given: GivenRolesRepository,
  ) {}

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
    const order = `ORDER BY ${this.sql.folded(named.name)} ${direction}, ${named.id} ${direction} LIMIT ? OFFSET ?`;
    const found = await this.sql.all(
      query(named, `FROM ${table} ${where} ${order}`),
      ...values,
      limit,
      offset,
    );
    return this.given.addTo(kind, applicationId, roles, found);
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
    return this.given.addTo(kind, applicationId, roles, found);
  }

  /** Those of the ids that there are, by name. */
  async named(kind: AssigneeKind, ids: readonly string[]): Promise<readonly Assignable[]> {
    if (ids.length === 0) return [];
    const { table, named } = kinds[kind];
    const order = `ORDER BY ${this.sql.folded(named.name)}, ${named.id}`;
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
}
