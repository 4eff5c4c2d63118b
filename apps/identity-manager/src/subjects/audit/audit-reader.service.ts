import { Injectable } from '@nestjs/common';
import { AuditLog } from './audit-log';
import { foldedPart } from '../../database/fold-text';
import { Sql } from '../../database/sql';
import type { SqlValue } from '../../database/dialect';

export interface AuditFilter {
  /** Beginning of the event's name, such as `token`. */
  readonly event: string;
  /** Part of a name, an id or an address. */
  readonly who: string;
  readonly outcome: '' | 'success' | 'failure';
  /** First milliseconds of the first day, and of the day after the last; undefined for no limit. */
  readonly from: number | undefined;
  readonly until: number | undefined;
}

export interface AuditLine {
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly event: string;
  /** Name of who did it, or the id when there is no such user any more. */
  readonly actor: string | null;
  readonly application: string | null;
  readonly subject: string | null;
  readonly address: string | null;
  readonly outcome: string;
  readonly details: readonly (readonly [name: string, value: string])[];
}

interface Columns extends Pick<
  AuditLine,
  'event' | 'actor' | 'application' | 'subject' | 'address' | 'outcome'
> {
  readonly occurred_at: number | string;
  readonly actor_id: string | null;
  readonly details: string | null;
}

/** The members of the stored object, as text. */
function readDetails(json: string | null): AuditLine['details'] {
  if (json === null) return [];
  const members = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>);
  return members.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

const escaped = (text: string) => text.toLowerCase().replace(/[!%_]/g, '!$&');

/** Reads the audit log for administrators. */
@Injectable()
export class AuditReader {
  constructor(
    private readonly sql: Sql,
    private readonly audit: AuditLog,
  ) {}

  /** How many entries there are; those that still wait in this process are written before. */
  async count(filter: AuditFilter): Promise<number> {
    await this.audit.flush();
    const { where, values } = this.conditions(filter);
    const row = await this.sql.first<{ amount: number | string }>(
      `SELECT COUNT(*) AS amount FROM audit_log l ${where}`,
      ...values,
    );
    return Number(row?.amount ?? 0);
  }

  /** The latest first. */
  async find(filter: AuditFilter, limit: number, offset: number): Promise<readonly AuditLine[]> {
    const { where, values } = this.conditions(filter);
    const rows = await this.sql.all<Columns>(
      `SELECT l.occurred_at, l.event, u.username AS actor, l.actor_id, a.name AS application, l.subject, l.address, l.outcome, l.details
         FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id LEFT JOIN applications a ON a.id = l.application_id
         ${where} ORDER BY l.occurred_at DESC, l.id LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    );
    return rows.map(({ occurred_at, actor_id, details, ...rest }) => ({
      ...rest,
      occurredAt: Number(occurred_at),
      actor: rest.actor ?? actor_id,
      details: readDetails(details),
    }));
  }

  private conditions(filter: AuditFilter): { readonly where: string; readonly values: readonly SqlValue[] } {
    const conditions: string[] = [];
    const values: SqlValue[] = [];
    const add = (condition: string, ...more: SqlValue[]) => {
      conditions.push(condition);
      values.push(...more);
    };
    if (filter.event !== '') add("LOWER(l.event) LIKE ? ESCAPE '!'", `${escaped(filter.event)}%`);
    if (filter.outcome !== '') add('l.outcome = ?', filter.outcome);
    if (filter.from !== undefined) add('l.occurred_at >= ?', filter.from);
    if (filter.until !== undefined) add('l.occurred_at < ?', filter.until);
    if (filter.who !== '') {
      const named = (column: string) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`;
      const part = foldedPart(filter.who);
      const columns = ['l.subject', 'l.address', 'l.actor_id', 'l.application_id'];
      const pattern = `%${escaped(filter.who)}%`;
      // Names are compared once each, not once a line.
      add(
        `(${[
          `l.actor_id IN (SELECT id FROM users WHERE ${named('username')} OR ${named('email')})`,
          `l.application_id IN (SELECT id FROM applications WHERE ${named('name')})`,
          ...columns.map((column) => `LOWER(${column}) LIKE ? ESCAPE '!'`),
        ].join(' OR ')})`,
        ...[part, part, part],
        ...columns.map(() => pattern),
      );
    }
    return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
  }
}
