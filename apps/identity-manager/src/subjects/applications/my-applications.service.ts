import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { ApplicationList } from './application-list.service';
import { ApplicationsRepository } from './applications.repository';
import type { ApplicationRow } from '../../database/entities/application.row';
import { HeldRolesRepository, type HeldRole as Held } from '../roles/held-roles.repository';
import { may } from '../roles/internal-permission';
import { RolesInEachRepository } from '../roles/roles-in-each.repository';
import type { UserRow } from '../../database/entities/user.row';
import {
  MyApplicationListsRepository,
  type MyApplicationSearch,
  type MyApplicationSort,
} from './my-application-lists.repository';

/** Which of one's applications are wanted. */
export type WantedApplications = Omit<MyApplicationSearch, 'userId' | 'seesAll'>;

/** A role that somebody holds in an application. */
export interface HeldRole {
  readonly id: string;
  readonly name: string;
}

/** An application as pages list it. */
export interface MyApplication extends Pick<ApplicationRow, 'id' | 'name' | 'description' | 'url' | 'image'> {
  /** Whether the user may do anything here but use the application. */
  readonly develops: boolean;
  readonly roles: readonly HeldRole[];
}

/** The applications of a user as the pages list them: each with the roles that lead there. */
@Injectable()
export class MyApplications {
  constructor(
    private readonly visible: ApplicationList,
    private readonly applications: ApplicationsRepository,
    private readonly held: HeldRolesRepository,
    private readonly lists: MyApplicationListsRepository,
    private readonly inEach: RolesInEachRepository,
  ) {}

  count(user: UserRow, wanted: WantedApplications): Promise<number> {
    return this.lists.count(this.searchOf(user, wanted));
  }

  /** One page, each with the roles that lead there: of the organization alone where one is wanted. */
  async page(
    user: UserRow,
    wanted: WantedApplications,
    part: ListPart<MyApplicationSort>,
  ): Promise<readonly MyApplication[]> {
    const search = this.searchOf(user, wanted);
    const { organizationId, seesAll } = search;
    const rows = await this.lists.page(search, part);
    const ids = rows.map(({ id }) => id);
    const held = byApplication(
      organizationId === undefined
        ? await this.inEach.held(ids, user.id)
        : await this.inEach.heldThrough(organizationId, ids, user.id),
    );
    const developed = await this.inEach.carrying(ids, user.id, Object.values(may));
    return rows.map((row) => ({
      ...row,
      roles: rolesOf(held.get(row.id) ?? []),
      develops: seesAll || developed.has(row.id),
    }));
  }

  /** All in which the user has a role, oldest first. */
  async withRoles(user: UserRow): Promise<readonly MyApplication[]> {
    const held = byApplication(await this.held.everywhere(user.id));
    const developed = await this.held.applicationsCarrying(user.id, Object.values(may));
    const develops = (id: string) => developed.has(id) || this.visible.isManagingAll(user);
    const rows = await this.applications.withIds([...held.keys()]);
    return rows.map((row) => ({
      ...row,
      roles: rolesOf(held.get(row.id) ?? []),
      develops: develops(row.id),
    }));
  }

  /** The roles of the user in one application. */
  async rolesIn(applicationId: string, { id }: UserRow): Promise<readonly HeldRole[]> {
    return rolesOf(await this.held.in(applicationId, id));
  }

  /** Nobody sees all through one organization. */
  private searchOf(user: UserRow, wanted: WantedApplications): MyApplicationSearch {
    const seesAll = wanted.organizationId === undefined && this.visible.isManagingAll(user);
    return { ...wanted, userId: user.id, seesAll };
  }
}

function byApplication(held: readonly Held[]): ReadonlyMap<string, readonly Held[]> {
  const groups = new Map<string, Held[]>();
  for (const row of held) groups.set(row.applicationId, [...(groups.get(row.applicationId) ?? []), row]);
  return groups;
}

const rolesOf = (held: readonly Held[]): readonly HeldRole[] =>
  held
    .map(({ roleId: id, name }) => ({ id, name }))
    .sort((left, right) => left.name.localeCompare(right.name));
