import { Injectable } from '@nestjs/common';
import type { SqlValue, Step } from '../../database/dialect';
import { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/fold-text';
import { expression, names, optional } from '../../database/names';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';
import type { AuditFilter } from './audit-filter';

const log = names(AuditLogRow, 'l');
const actor = names(UserRow, 'u');
const application = names(ApplicationRow, 'a');

const line = {
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

const amount = { amount: expression('COUNT(*)', Number) };

/** In days since 1970. */
const day = `FLOOR(${log.occurredAt} / 86400000)`;
const byDay = query(
  { day: expression(day, Number), ...amount },
  `FROM ${log.table} WHERE ${log.occurredAt} >= ? AND ${log.applicationId} = ? AND ${log.event} = ? AND ${log.outcome} = 'success' GROUP BY ${day}`,
);

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
    const { where, values } = this.conditions(filter);
    const row = await this.sql.first(query(amount, `FROM ${log.table} ${where}`), ...values);
    return row?.amount ?? 0;
  }

  /** Entries with the names of who and what they are about, the latest first. */
  find(filter: AuditFilter, limit: number, offset: number) {
    const { where, values } = this.conditions(filter);
    const joins = `LEFT JOIN ${actor.table} ON ${actor.id} = ${log.actorId} LEFT JOIN ${application.table} ON ${application.id} = ${log.applicationId}`;
    const order = `ORDER BY ${log.occurredAt} DESC, ${log.id} DESC LIMIT ? OFFSET ?`;
    return this.sql.all(
      query(line, `FROM ${log.table} ${joins} ${where} ${order}`),
      ...values,
      limit,
      offset,
    );
  }

  /** How often something was done in an application, day by day (in days since 1970); days without it are left out. */
  countByDay(event: string, applicationId: string, since: number) {
    return this.sql.all(byDay, since, applicationId, event);
  }

  private conditions(filter: AuditFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
    const steps: Step[] = [];
    const add = (sql: string, ...values: SqlValue[]) => steps.push({ sql, values });
    if (filter.event !== '') add(`LOWER(${log.event}) LIKE ? ESCAPE '!'`, `${escaped(filter.event)}%`);
    if (filter.outcome !== '') add(`${log.outcome} = ?`, filter.outcome);
    if (filter.from !== undefined) add(`${log.occurredAt} >= ?`, filter.from);
    if (filter.until !== undefined) add(`${log.occurredAt} < ?`, filter.until);
    if (filter.who !== '') steps.push(this.about(filter.who));
    return {
      where: steps.length > 0 ? `WHERE ${steps.map(({ sql }) => sql).join(' AND ')}` : '',
      values: steps.flatMap(({ values }) => values),
    };
  }

  /** Names are compared once each, not once a line. */
  private about(who: string): Step {
    const user = names(UserRow);
    const named = names(ApplicationRow);
    const folded = (column: Parameters<Sql['folded']>[0]) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`;
    const part = foldedPart(who);
    const alternatives = [
      `${log.actorId} IN (SELECT ${user.id} FROM ${user.table} WHERE ${folded(user.username)} OR ${folded(user.email)})`,
      `${log.applicationId} IN (SELECT ${named.id} FROM ${named.table} WHERE ${folded(named.name)})`,
      ...texts.map((column) => `LOWER(${column}) LIKE ? ESCAPE '!'`),
    ];
    return {
      sql: `(${alternatives.join(' OR ')})`,
      values: [part, part, part, ...texts.map(() => `%${escaped(who)}%`)],
    };
  }
}
