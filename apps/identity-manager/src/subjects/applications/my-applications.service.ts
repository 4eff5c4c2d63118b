import { Injectable } from '@nestjs/common';
import { ApplicationList } from './application-list.service';
import { ApplicationsRepository } from './applications.repository';
import type { ApplicationRow } from '../../database/entities/application.row';
import { HeldRolesRepository, type HeldRole as Held } from '../roles/held-roles.repository';
import { may } from '../roles/internal-permission';
import type { UserRow } from '../../database/entities/user.row';

/** How a user stands to an application: by one of the service's own roles, or by any other. */
export const standings = ['provider', 'purchaser', 'other'] as const;

export type Standing = (typeof standings)[number] | 'all';

export const isStanding = (text: string): text is (typeof standings)[number] =>
  standings.some((each) => each === text);

/** A role that somebody holds in an application. */
export interface HeldRole {
  readonly id: string;
  readonly name: string;
}

export interface MyApplication extends ApplicationRow {
  /** Whether the user may do anything here but use the application. */
  readonly develops: boolean;
  readonly roles: readonly HeldRole[];
}

/** Whether the application belongs under a standing. */
export const standsAs = ({ roles }: MyApplication, standing: Standing): boolean => {
  if (standing === 'all') return true;
  if (standing !== 'other') return roles.some(({ id }) => id === standing);
  return roles.length === 0 || roles.some(({ id }) => id !== 'provider' && id !== 'purchaser');
};

/** The applications of a user as the pages list them: each with the roles that lead there. */
@Injectable()
export class MyApplications {
  constructor(
    private readonly visible: ApplicationList,
    private readonly applications: ApplicationsRepository,
    private readonly held: HeldRolesRepository,
  ) {}

  /** By own roles and those of every organization of theirs; for administrators who manage everything, all. */
  async of(user: UserRow): Promise<readonly MyApplication[]> {
    return this.load(user, await this.held.everywhere(user.id), await this.visible.managedBy(user));
  }

  /** By the roles that one organization gives the user as its owner or member. */
  async through(organizationId: string, user: UserRow): Promise<readonly MyApplication[]> {
    return this.load(user, await this.held.through(organizationId, user.id));
  }

  /** The roles of the user in one application. */
  async rolesIn(applicationId: string, { id }: UserRow): Promise<readonly HeldRole[]> {
    return rolesOf(await this.held.in(applicationId, id));
  }

  private async load({ id }: UserRow, held: readonly Held[], more: readonly string[] = []) {
    const developed = await this.held.applicationsCarrying(id, Object.values(may));
    const byApplication = new Map<string, Held[]>();
    for (const row of held)
      byApplication.set(row.applicationId, [...(byApplication.get(row.applicationId) ?? []), row]);
    const rows = await this.applications.withIds([...new Set([...byApplication.keys(), ...more])]);
    return rows.map((row) => ({
      ...row,
      roles: rolesOf(byApplication.get(row.id) ?? []),
      develops: developed.has(row.id) || more.includes(row.id),
    }));
  }
}

const rolesOf = (held: readonly Held[]): readonly HeldRole[] =>
  held
    .map(({ roleId: id, name }) => ({ id, name }))
    .sort((left, right) => left.name.localeCompare(right.name));
