import { Conditions } from '../../database/conditions';
import { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/folded-part';
import { names } from '../../database/names';
import type { Sql } from '../../database/sql';
import type { AuditFilter } from './audit-filter';

const log = names(AuditLogRow, 'l');

/** Columns that hold ids, addresses or names as text. */
const texts = [log.subject, log.address, log.actorId, log.applicationId];

/** Text in lower case for LIKE with the escape `!`. */
const escaped = (text: string) => text.toLowerCase().replace(/[!%_]/g, '!$&');

/** What the filter asks of a line, whose table goes by the name `l`. */
export function conditionsOf(
  { event, outcome, from, until, who, userId = '' }: AuditFilter,
  sql: Sql,
): Conditions {
  const conditions = new Conditions();
  if (event !== '') conditions.add(`LOWER(${log.event}) LIKE ? ESCAPE '!'`, `${escaped(event)}%`);
  if (outcome !== '') conditions.add(`${log.outcome} = ?`, outcome);
  if (from !== undefined) conditions.add(`${log.occurredAt} >= ?`, from);
  if (until !== undefined) conditions.add(`${log.occurredAt} < ?`, until);
  if (userId !== '') conditions.add(`${log.actorId} = ? OR ${log.subject} = ?`, userId, userId);
  if (who !== '') addAbout(conditions, who, sql);
  return conditions;
}

/** Names are compared once each, not once a line. */
function addAbout(conditions: Conditions, who: string, sql: Sql): void {
  const user = names(UserRow);
  const named = names(ApplicationRow);
  const folded = (column: Parameters<Sql['folded']>[0]) => `${sql.folded(column)} LIKE ? ESCAPE '!'`;
  const part = foldedPart(who);
  const alternatives = [
    `${log.actorId} IN (SELECT ${user.id} FROM ${user.table} WHERE ${folded(user.username)} OR ${folded(user.email)})`,
    `${log.applicationId} IN (SELECT ${named.id} FROM ${named.table} WHERE ${folded(named.name)})`,
    ...texts.map((column) => `LOWER(${column}) LIKE ? ESCAPE '!'`),
  ];
  conditions.add(alternatives.join(' OR '), part, part, part, ...texts.map(() => `%${escaped(who)}%`));
}
