import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { PermissionRow, RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';

/** How permissions that have no HTTP verb say what they permit. */
export const XACML = 'XACML';
export const ENTITIES = 'entities';

/** Which of the permissions that an application has of its own. */
export interface PermissionSearch {
  readonly applicationId: string;
  /** Part of name, description, resource, or of what the permission says of entities; whatever case and accents; empty for all. */
  readonly text: string;
  /** An HTTP verb, or one of the words above; any when absent. */
  readonly verb?: string | undefined;
}

/** What permissions can be ordered by; `roles` is how many have it. */
export type PermissionSort = 'name' | 'verb' | 'resource' | 'roles';

/** A role of the application that has a permission. */
interface RoleOfPermission {
  readonly id: string;
  readonly name: string;
}

const p = names(PermissionRow, 'p');
const r = names(RoleRow, 'r');
const rp = names(RolePermissionRow, 'rp');

const verb = expression(
  `CASE WHEN ${p.entities} IS NOT NULL THEN '${ENTITIES}' ELSE COALESCE(${p.action}, '${XACML}') END`,
  String,
);
const listed = {
  id: p.id,
  name: p.name,
  isInternal: p.isInternal,
  action: p.action,
  resource: p.resource,
  isRegex: p.isRegex,
  entities: p.entities,
  applicationId: p.applicationId,
  verb,
};
const from = `FROM ${p.table}`;
const amount = { amount: expression('COUNT(*)', Number) };
const rolesHaving = `FROM ${rp.table} JOIN ${r.table} ON ${r.id} = ${rp.roleId} AND ${r.isInternal} = FALSE WHERE ${rp.permissionId}`;

/** Reads the permissions of an application, page by page. */
@Injectable()
export class PermissionListsRepository {
  constructor(private readonly sql: Sql) {}

  async count(search: PermissionSearch): Promise<number> {
    const { where, values } = this.conditionsOf(search);
    return (await this.sql.first(query(amount, `${from} ${where}`), ...values))?.amount ?? 0;
  }

  async page(search: PermissionSearch, part: ListPart<PermissionSort>) {
    const { where, values } = this.conditionsOf(search);
    const orders = {
      name: this.sql.folded(p.name),
      verb,
      resource: this.sql.folded(`COALESCE(${p.resource}, ${String(p.entities)}, '')`),
      roles: `(SELECT COUNT(*) ${rolesHaving} = ${p.id})`,
    };
    const page = query(listed, `${from} ${where} ${orderOf(part, orders, p.id)}`);
    return this.withRoles(await this.sql.all(page, ...values, part.limit, part.offset));
  }

  /** The next ones by id. @param last  id of the last one that was read; empty at first */
  async after(search: PermissionSearch, last: string, limit: number) {
    const { where, values } = this.conditionsOf(search).add(`${p.id} > ?`, last);
    const next = query(listed, `${from} ${where} ORDER BY ${p.id} LIMIT ?`);
    return this.withRoles(await this.sql.all(next, ...values, limit));
  }

  /** Those of the ids that the application has of its own, by name. */
  async among(applicationId: string, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const { where, values } = this.conditionsOf({ applicationId, text: '' });
    const these = `${where} AND ${p.id} IN (${marks(ids)}) ORDER BY ${this.sql.folded(p.name)}, ${p.id}`;
    return this.sql.all(query(listed, `${from} ${these}`), ...values, ...ids);
  }

  /** The verbs of all permissions that the application has of its own. */
  async verbsOf(applicationId: string): Promise<readonly string[]> {
    const { where, values } = this.conditionsOf({ applicationId, text: '' });
    const used = await this.sql.all(query({ verb }, `${from} ${where} GROUP BY ${String(verb)}`), ...values);
    return used.map((row) => row.verb).sort();
  }

  private async withRoles<Row extends { readonly id: string }>(rows: readonly Row[]) {
    const having = new Map<string, RoleOfPermission[]>(rows.map(({ id }) => [id, []]));
    for (const { permissionId, ...role } of await this.rolesOf([...having.keys()]))
      having.get(permissionId)?.push(role);
    return rows.map((row) => ({ ...row, roles: having.get(row.id) ?? [] }));
  }

  /** By name. */
  private async rolesOf(ids: readonly string[]) {
    if (ids.length === 0) return [];
    const given = { permissionId: rp.permissionId, id: r.id, name: r.name };
    const order = `ORDER BY ${this.sql.folded(r.name)}, ${r.id}`;
    return this.sql.all(query(given, `${rolesHaving} IN (${marks(ids)}) ${order}`), ...ids);
  }

  private conditionsOf({ applicationId, text, verb: wanted }: PermissionSearch): Conditions {
    const conditions = new Conditions()
      .add(`${p.applicationId} = ?`, applicationId)
      .add(`${p.isInternal} = FALSE`);
    if (wanted) conditions.add(`${String(verb)} = ?`, wanted);
    if (text !== '') {
      const part = foldedPart(text);
      const searched = [p.name, p.description, p.resource, String(p.entities)];
      const matches = searched.map((column) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`);
      conditions.add(matches.join(' OR '), ...searched.map(() => part));
    }
    return conditions;
  }
}

/** A permission as lists show it, with the roles that have it. */
export type ListedPermission = Awaited<ReturnType<PermissionListsRepository['page']>>[number];
