import { Conditions } from '../../database/conditions';
import type { SqlValue } from '../../database/dialect';
import { ApplicationRow } from '../../database/entities/application.row';
import { AuditLogRow } from '../../database/entities/audit-log.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/folded-part';
import { names, type Column } from '../../database/names';
import type { Sql } from '../../database/sql';
import type { AuditFilter } from './audit-filter';

const log = names(AuditLogRow, 'l');
const user = names(UserRow);
const organization = names(OrganizationRow);
const named = names(ApplicationRow);
const role = names(RoleRow);
const permission = names(PermissionRow);

/** Conditions of which one has to hold, each with the values of its `?`. */
type Alternatives = readonly (readonly [sql: string, ...values: SqlValue[]])[];

/** Text in lower case for LIKE with the escape `!`. */
const escaped = (text: string) => text.toLowerCase().replace(/[!%_]/g, '!$&');

const anyOf = (alternatives: Alternatives) => alternatives.map(([sql]) => sql).join(' OR ');
const valuesOf = (alternatives: Alternatives) => alternatives.flatMap(([, ...values]) => values);

const beginsWith = (event: string): Alternatives[number] => [
  `LOWER(${log.event}) LIKE ? ESCAPE '!'`,
  `${escaped(event)}%`,
];

/** Returns the conditions that the filter sets on a line, whose table goes by the name `l`. */
export function conditionsOf(filter: AuditFilter, sql: Sql): Conditions {
  const { events, withoutEvents, outcome, from, until, who, by, about, userId = '' } = filter;
  const conditions = new Conditions();
  const add = (alternatives: Alternatives) => conditions.add(anyOf(alternatives), ...valuesOf(alternatives));
  if (events.length > 0) add(events.map(beginsWith));
  for (const [begins, event] of withoutEvents.map(beginsWith)) conditions.add(`NOT ${begins}`, event!);
  if (outcome !== '') conditions.add(`${log.outcome} = ?`, outcome);
  if (from !== undefined) conditions.add(`${log.occurredAt} >= ?`, from);
  if (until !== undefined) conditions.add(`${log.occurredAt} < ?`, until);
  if (userId !== '') conditions.add(`${log.actorId} = ? OR ${log.subject} = ?`, userId, userId);
  if (by !== '') add(doneBy(by, sql));
  if (about !== '') add(doneTo(about, sql));
  if (who !== '') add([...doneBy(who, sql), ...doneTo(who, sql), partOf(log.address, who)]);
  return conditions;
}

/** An id or an address in the line itself. */
const partOf = (column: Column<string | null>, text: string): Alternatives[number] => [
  `LOWER(${column}) LIKE ? ESCAPE '!'`,
  `%${escaped(text)}%`,
];

/** Returns SELECTs of the ids of all with such a name. Names are compared once each, not once a line. */
function idsNamed(sql: Sql) {
  const folded = (column: Column<string>) => `${sql.folded(column)} LIKE ? ESCAPE '!'`;
  const by = ({ table, id, name }: { table: string; id: Column<string>; name: Column<string> }) =>
    `SELECT ${id} FROM ${table} WHERE ${folded(name)}`;
  return {
    users: `SELECT ${user.id} FROM ${user.table} WHERE ${folded(user.username)} OR ${folded(user.email)}`,
    organizations: by(organization),
    applications: by(named),
    roles: by(role),
    permissions: by(permission),
  };
}

function doneBy(text: string, sql: Sql): Alternatives {
  const part = foldedPart(text);
  return [[`${log.actorId} IN (${idsNamed(sql).users})`, part, part], partOf(log.actorId, text)];
}

/** The subject of a line, its application, and the role, user or permission that its details name. */
function doneTo(text: string, sql: Sql): Alternatives {
  const { users, organizations, applications, roles, permissions } = idsNamed(sql);
  const part = foldedPart(text);
  const detail = (name: 'user' | 'role' | 'permission', ids: string, ...parts: string[]) => {
    const member = sql.memberOf(log.details, name);
    return [`${member} = ? OR ${member} IN (${ids})`, text, ...parts] as const;
  };
  return [
    [`${log.subject} IN (${users})`, part, part],
    ...[organizations, applications, roles, permissions].map(
      (ids) => [`${log.subject} IN (${ids})`, part] as const,
    ),
    [`${log.applicationId} IN (${applications})`, part],
    partOf(log.subject, text),
    partOf(log.applicationId, text),
    detail('user', users, part, part),
    detail('role', roles, part),
    detail('permission', permissions, part),
  ];
}
