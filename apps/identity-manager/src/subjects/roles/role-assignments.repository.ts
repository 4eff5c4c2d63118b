import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import type { SqlValue, Step } from '../../database/dialect';
import { ApplicationRow } from '../../database/entities/application.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { expression, names, type Names } from '../../database/names';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, lockWhere } from '../../database/statements';
import type { Assignee } from './assignee';

/** The internal role of those who own an application. */
const ownerRole = 'provider';

type Columns = Names<RoleAssignmentRow>;

const ofUser = (a: Columns) => `${a.applicationId} = ? AND ${a.roleId} = ? AND ${a.userId} = ?`;
const ofOrganization = (a: Columns) =>
  `${a.applicationId} = ? AND ${a.roleId} = ? AND ${a.organizationId} = ? AND ${a.roleOrganization} = ?`;

const insert = insertInto(RoleAssignmentRow, [
  'id',
  'applicationId',
  'roleId',
  'userId',
  'organizationId',
  'roleOrganization',
]);
const deleteOfUser = deleteWhere(RoleAssignmentRow, ofUser);
const deleteOfOrganization = deleteWhere(RoleAssignmentRow, ofOrganization);

/** Makes two removals at the same time go one after the other. */
const lock = lockWhere(ApplicationRow, 'name', (application) => `${application.id} = ?`);

const assigned = names(RoleAssignmentRow, 'a');
const lockOwned = lockWhere(
  ApplicationRow,
  'name',
  (application) =>
    `${application.id} = ? AND EXISTS (SELECT 1 FROM ${assigned.table} WHERE ${assigned.applicationId} = ? AND ${assigned.roleId} = ?)`,
);

/** Fails the group when nobody would own the application any more. */
const keepOneOwner = (applicationId: string): Step => ({
  ...lockOwned(applicationId, applicationId, ownerRole),
  expect: 1,
});

function removalOf(applicationId: string, roleId: string, assignee: Assignee): Step {
  const values: SqlValue[] = [applicationId, roleId];
  const removal =
    'userId' in assignee
      ? deleteOfUser(...values, assignee.userId)
      : deleteOfOrganization(...values, assignee.organizationId, assignee.roleOrganization);
  return { ...removal, expect: 1 };
}

const users = query(
  { amount: expression(`COUNT(DISTINCT ${assigned.userId})`, Number) },
  `FROM ${assigned.table} WHERE ${assigned.applicationId} = ?`,
);

/** Makes the assignment; for creating an application together with its owner. */
export const assignmentStep = (applicationId: string, roleId: string, assignee: Assignee): Step =>
  insert({
    id: randomUUID(),
    applicationId,
    roleId,
    userId: null,
    organizationId: null,
    roleOrganization: null,
    ...assignee,
  });

/** Makes somebody owner of an application that is just being made. */
export const ownerStep = (applicationId: string, assignee: Assignee): Step =>
  assignmentStep(applicationId, ownerRole, assignee);

/** Which users and organizations have which roles of an application. */
@Injectable()
export class RoleAssignmentsRepository {
  constructor(
    @InjectRepository(RoleAssignmentRow) private readonly rows: Repository<RoleAssignmentRow>,
    private readonly sql: Sql,
  ) {}

  /** Roles of users. */
  ofUsers(applicationId: string, userId?: string): Promise<RoleAssignmentRow[]> {
    return this.rows.find({
      where: { applicationId, userId: userId ?? Not(IsNull()) },
      order: { userId: 'ASC', roleId: 'ASC' },
    });
  }

  /** Roles of the owners or members of organizations. */
  ofOrganizations(applicationId: string, organizationId?: string): Promise<RoleAssignmentRow[]> {
    return this.rows.find({
      where: { applicationId, organizationId: organizationId ?? Not(IsNull()) },
      order: { organizationId: 'ASC', roleId: 'ASC', roleOrganization: 'ASC' },
    });
  }

  /** Users with a role of their own. */
  async countUsers(applicationId: string): Promise<number> {
    return (await this.sql.first(users, applicationId))?.amount ?? 0;
  }

  has(applicationId: string, roleId: string, assignee: Assignee): Promise<boolean> {
    return this.rows.existsBy({ applicationId, roleId, ...assignee });
  }

  /** Giving a role again changes nothing. */
  async give(applicationId: string, roleId: string, assignee: Assignee): Promise<void> {
    try {
      await this.sql.run(assignmentStep(applicationId, roleId, assignee));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /**
   * @param mayLeaveNoOwner  the application may be left to nobody
   * @returns false, with nothing written, when nobody has it, or the application would be left to nobody and must not
   */
  take(
    applicationId: string,
    roleId: string,
    assignee: Assignee,
    mayLeaveNoOwner: boolean,
  ): Promise<boolean> {
    const removal = removalOf(applicationId, roleId, assignee);
    return this.sql.atomically(
      roleId === ownerRole && !mayLeaveNoOwner
        ? [lock(applicationId), removal, keepOneOwner(applicationId)]
        : [removal],
    );
  }
}
