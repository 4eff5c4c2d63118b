import { Injectable } from '@nestjs/common';
import { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { UserRow } from '../../database/entities/user.row';
import { expression, names, optional } from '../../database/names';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';
import type { AuditFilter } from './audit-filter';
import { conditionsOf } from './audit-filter.statements';

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
  applicationId: log.applicationId,
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

/** Where entries of the audit log are kept. */
@Injectable()
export class AuditRepository {
  constructor(private readonly sql: Sql) {}

  /** All of them or none. */
  async add(rows: readonly AuditLogRow[]): Promise<void> {
    await this.sql.atomically(rows.map(insert));
  }

  async count(filter: AuditFilter): Promise<number> {
    const { where, values } = conditionsOf(filter, this.sql);
    const row = await this.sql.first(query(amount, `FROM ${log.table} ${where}`), ...values);
    return row?.amount ?? 0;
  }

  /** Entries with the names of who and what they are about, the latest first unless the oldest are wanted first. */
  find(filter: AuditFilter, limit: number, offset: number, oldestFirst = false) {
    const { where, values } = conditionsOf(filter, this.sql);
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
    const conditions = conditionsOf(filter, this.sql);
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

  /** The latest entries of what a user did and of what was done to them, by an index each: users may have done very much. */
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
}
