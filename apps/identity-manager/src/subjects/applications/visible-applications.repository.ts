import { Injectable } from '@nestjs/common';
import { ApplicationRow } from '../../database/entities/application.row';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';
import { MembershipRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { names } from '../../database/names';
import { limitsOf, type Paging } from '../../database/paging';
import { selectRows } from '../../database/query';
import { Sql } from '../../database/sql';

const a = names(RoleAssignmentRow, 'a');
const m = names(MembershipRow, 'm');
const { applicationId: heldId } = names(RoleAssignmentRow, 'held');

/** A role of either side of an organization shows the application to both. */
const held = [
  `SELECT ${a.applicationId} FROM ${a.table} WHERE ${a.userId} = ?`,
  `SELECT ${a.applicationId} FROM ${m.table} JOIN ${a.table} ON ${a.organizationId} = ${m.organizationId} WHERE ${m.userId} = ?`,
].join(' UNION ');

const eldestFirst = ({ createdAt, id }: { createdAt: unknown; id: unknown }) =>
  `ORDER BY ${String(createdAt)}, ${String(id)} LIMIT ? OFFSET ?`;

/** The rows stand in a table of their own: MariaDB would otherwise run a UNION again for each application. */
const ofUser = selectRows(
  ApplicationRow,
  (application) =>
    `WHERE ${application.id} IN (SELECT ${heldId} FROM (${held}) held) ${eldestFirst(application)}`,
);

const every = selectRows(
  ApplicationRow,
  (application) => `WHERE ${application.id} <> '${INTERNAL_APPLICATION_ID}' ${eldestFirst(application)}`,
);

/** Reads the applications that the API shows to a user, ordered by creation. */
@Injectable()
export class VisibleApplicationsRepository {
  constructor(private readonly sql: Sql) {}

  /** Those in which the user, or an organization of theirs, has a role. */
  ofUser(userId: string, paging: Paging): Promise<readonly ApplicationRow[]> {
    return this.sql.all(ofUser, userId, userId, ...limitsOf(paging));
  }

  /** All but the internal one. */
  every(paging: Paging): Promise<readonly ApplicationRow[]> {
    return this.sql.all(every, ...limitsOf(paging));
  }
}
