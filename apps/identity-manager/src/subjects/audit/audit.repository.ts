import { Injectable } from '@nestjs/common';
import { Conditions } from '../../database/conditions';
import { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/fold-text';
import { expression, names, optional, type Column } from '../../database/names';
import { marks, query } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';
import type { AuditFilter } from './audit-filter';

const log = names(AuditLogRow, 'l');
const actor = names(UserRow, 'u');
const application = names(ApplicationRow, 'a');

const line = {
  id: log.id,
  occurredAt: log.occurredAt,
  event: log.event,
  actor: optional(actor.username),
  actorId: log.actorId,
  application: optional(application.name),
  subject: log.subject,
  address: log.address,
  outcome: log.outcome,
  details: log.details,
};

const withNames = `FROM ${log.table} LEFT JOIN ${actor.table} ON ${actor.id} = ${log.actorId} LEFT JOIN ${application.table} ON ${application.id} = ${log.applicationId}`;

const latest = `ORDER BY ${log.occurredAt} DESC LIMIT ?`;
const doneBy = query(line, `${withNames} WHERE ${log.actorId} = ? ${latest}`);
const doneTo = query(line, `${withNames} WHERE ${log.subject} = ? ${latest}`);
const latestLogin = query(
  { occurredAt: log.occurredAt, address: log.address },
  `FROM ${log.table} WHERE ${log.actorId} = ? AND ${log.event} = 'login' AND ${log.outcome} = 'success' ORDER BY ${log.occurredAt} DESC LIMIT 1`,
);

const amount = { amount: expression('COUNT(*)', Number) };

/** In days since 1970. */
const day = `FLOOR(${log.occurredAt} / 86400000)`;
const byDay = query(
  { day: expression(day, Number), ...amount },
  `FROM ${log.table} WHERE ${log.occurredAt} >= ? AND ${log.applicationId} = ? AND ${log.event} = ? AND ${log.outcome} = 'success' GROUP BY ${day}`,
);

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

/** Columns that hold ids, addresses or names as text. */
const texts = [log.subject, log.address, log.actorId, log.applicationId];

const insert = insertInto(AuditLogRow, [
  'id',
  'occurredAt',
  'event',
  'actorId',
  'applicationId',
  'subject',
  'address',
  'outcome',
  'details',
]);

/** Text in lower case for LIKE with the escape `!`. */
const escaped = (text: string) => text.toLowerCase().replace(/[!%_]/g, '!$&');

/** Where entries of the audit log are kept. */
@Injectable()
export class AuditRepository {
  constructor(private readonly sql: Sql) {}

  /** All of them or none. */
  async add(rows: readonly AuditLogRow[]): Promise<void> {
    await this.sql.atomically(rows.map(insert));
  }

  async count(filter: AuditFilter): Promise<number> {
    const { where, values } = this.conditionsOf(filter);
    const row = await this.sql.first(query(amount, `FROM ${log.table} ${where}`), ...values);
    return row?.amount ?? 0;
  }

  /** Entries with the names of who and what they are about, the latest first unless the oldest are wanted first. */
  find(filter: AuditFilter, limit: number, offset: number, oldestFirst = false) {
    const { where, values } = this.conditionsOf(filter);
    const direction = oldestFirst ? 'ASC' : 'DESC';
    const order = `ORDER BY ${log.occurredAt} ${direction}, ${log.id} ${direction} LIMIT ? OFFSET ?`;
    return this.sql.all(query(line, `${withNames} ${where} ${order}`), ...values, limit, offset);
  }

  /** The next older ones. @param before  time and id of the last one that was read; undefined at first */
  findBefore(
    filter: AuditFilter,
    before: { readonly at: number; readonly id: string } | undefined,
    limit: number,
  ) {
    const conditions = this.conditionsOf(filter);
    if (before) {
      const { at, id } = before;
      conditions.add(`${log.occurredAt} < ? OR (${log.occurredAt} = ? AND ${log.id} < ?)`, at, at, id);
    }
    const order = `ORDER BY ${log.occurredAt} DESC, ${log.id} DESC LIMIT ?`;
    return this.sql.all(
      query(line, `${withNames} ${conditions.where} ${order}`),
      ...conditions.values,
      limit,
    );
  }

  /** The latest entries of what a user did and of what was done to them, by an index each: people may have done very much. */
  async latestOf(userId: string, limit: number) {
    const [done, suffered] = await Promise.all([
      this.sql.all(doneBy, userId, limit),
      this.sql.all(doneTo, userId, limit),
    ]);
    const byId = new Map([...done, ...suffered].map((each) => [each.id, each]));
    return [...byId.values()]
      .sort((left, right) => right.occurredAt - left.occurredAt || (left.id < right.id ? 1 : -1))
      .slice(0, limit);
  }

  /** The latest successful login of a user. */
  latestLogin(userId: string) {
    return this.sql.first(latestLogin, userId);
  }

  /** How often something was done in an application, day by day (in days since 1970); days without it are left out. */
  countByDay(event: string, applicationId: string, since: number) {
    return this.sql.all(byDay, since, applicationId, event);
  }

  /** Names by id, of users, organizations, applications, roles and permissions; of what is gone there is none. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await Promise.all(namesBy(ids).map((statement) => this.sql.all(statement, ...ids)));
    return new Map(found.flat().map(({ id, name }) => [id, name]));
  }

  private conditionsOf({ event, outcome, from, until, who, person = '' }: AuditFilter): Conditions {
    const conditions = new Conditions();
    if (event !== '') conditions.add(`LOWER(${log.event}) LIKE ? ESCAPE '!'`, `${escaped(event)}%`);
    if (outcome !== '') conditions.add(`${log.outcome} = ?`, outcome);
    if (from !== undefined) conditions.add(`${log.occurredAt} >= ?`, from);
    if (until !== undefined) conditions.add(`${log.occurredAt} < ?`, until);
    if (person !== '') conditions.add(`${log.actorId} = ? OR ${log.subject} = ?`, person, person);
    if (who !== '') this.addAbout(conditions, who);
    return conditions;
  }

  /** Names are compared once each, not once a line. */
  private addAbout(conditions: Conditions, who: string): void {
    const user = names(UserRow);
    const named = names(ApplicationRow);
    const folded = (column: Parameters<Sql['folded']>[0]) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`;
    const part = foldedPart(who);
    const alternatives = [
      `${log.actorId} IN (SELECT ${user.id} FROM ${user.table} WHERE ${folded(user.username)} OR ${folded(user.email)})`,
      `${log.applicationId} IN (SELECT ${named.id} FROM ${named.table} WHERE ${folded(named.name)})`,
      ...texts.map((column) => `LOWER(${column}) LIKE ? ESCAPE '!'`),
    ];
    conditions.add(alternatives.join(' OR '), part, part, part, ...texts.map(() => `%${escaped(who)}%`));
  }
}
