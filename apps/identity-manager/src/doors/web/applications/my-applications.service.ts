import { Injectable } from '@nestjs/common';
import { ApplicationList } from '../../../subjects/applications/application-list.service';
import type { ApplicationRow } from '../../../database/entities/application.row';
import { Sql } from '../../../database/sql';
import type { UserRow } from '../../../database/entities/user.row';

/** How a person stands to an application: by one of the service's own roles, or by any other. */
export const standings = ['all', 'provider', 'purchaser', 'other'] as const;

export type Standing = (typeof standings)[number];

export const isStanding = (text: string): text is Standing => standings.some((each) => each === text);

/** A role that somebody holds in an application. */
export interface HeldRole {
  readonly id: string;
  readonly name: string;
}

export interface MyApplication extends ApplicationRow {
  readonly roles: readonly HeldRole[];
}

interface ReachRow {
  readonly application_id: string;
  readonly role_id: string;
  readonly name: string;
}

const ownSql = `
SELECT a.application_id, a.role_id, r.name
  FROM role_assignments a JOIN roles r ON r.id = a.role_id
 WHERE a.user_id = ?`;

const organizationSql = `
SELECT a.application_id, a.role_id, r.name
  FROM memberships m
  JOIN role_assignments a ON a.organization_id = m.organization_id AND a.role_organization = m.role
  JOIN roles r ON r.id = a.role_id
 WHERE m.user_id = ?`;

/** Whether the application belongs under a standing. */
export const standsAs = ({ roles }: MyApplication, standing: Standing): boolean => {
  if (standing === 'all') return true;
  if (standing !== 'other') return roles.some(({ id }) => id === standing);
  return roles.length === 0 || roles.some(({ id }) => id !== 'provider' && id !== 'purchaser');
};

/** The applications of a person as the pages list them: each with the roles that lead there. */
@Injectable()
export class MyApplications {
  constructor(
    private readonly visible: ApplicationList,
    private readonly sql: Sql,
  ) {}

  /** By own roles and those of every organization of theirs; for administrators who manage everything, all. */
  async of(user: UserRow): Promise<readonly MyApplication[]> {
    const held = await this.sql.all<ReachRow>(`${ownSql} UNION ${organizationSql}`, user.id, user.id);
    return this.load(held, await this.visible.managedBy(user));
  }

  /** By the roles that one organization gives the person as its owner or member. */
  async through(organizationId: string, user: UserRow): Promise<readonly MyApplication[]> {
    return this.load(
      await this.sql.all<ReachRow>(`${organizationSql} AND m.organization_id = ?`, user.id, organizationId),
    );
  }

  /** The roles of the person in one application. */
  async rolesIn(applicationId: string, { id }: UserRow): Promise<readonly HeldRole[]> {
    const held = await this.sql.all<ReachRow>(
      `${ownSql} AND a.application_id = ? UNION ${organizationSql} AND a.application_id = ?`,
      id,
      applicationId,
      id,
      applicationId,
    );
    return rolesOf(held);
  }

  private async load(held: readonly ReachRow[], more: readonly string[] = []) {
    const byApplication = new Map<string, ReachRow[]>();
    for (const row of held)
      byApplication.set(row.application_id, [...(byApplication.get(row.application_id) ?? []), row]);
    const rows = await this.visible.rowsOf([...new Set([...byApplication.keys(), ...more])]);
    return rows.map((row) => ({ ...row, roles: rolesOf(byApplication.get(row.id) ?? []) }));
  }
}

const rolesOf = (held: readonly ReachRow[]): readonly HeldRole[] =>
  held
    .map(({ role_id: id, name }) => ({ id, name }))
    .sort((left, right) => left.name.localeCompare(right.name));
