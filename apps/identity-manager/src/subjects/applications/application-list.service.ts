import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { ApplicationRow } from '../../database/entities/application.row';
import type { UserRow } from '../../database/entities/user.row';
import type { Paging } from '../../database/paging';
import { HeldRolesRepository } from '../roles/held-roles.repository';
import { may } from '../roles/internal-permission';
import { RolesInEachRepository } from '../roles/roles-in-each.repository';
import { VisibleApplicationsRepository } from './visible-applications.repository';

/** Ids that one statement takes. */
const MOST_NAMED = 500;

/** An application in a user's list. */
export interface ListedApplication {
  readonly application: ApplicationRow;
  /** Whether the user may see its JWT secret. */
  readonly isManaged: boolean;
}

/** The applications that a user sees. */
@Injectable()
export class ApplicationList {
  constructor(
    private readonly applications: VisibleApplicationsRepository,
    private readonly held: HeldRolesRepository,
    private readonly inEach: RolesInEachRepository,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** Those in which the user, or an organization of theirs, has a role; ordered by creation. */
  async of(user: UserRow, paging: Paging): Promise<readonly ListedApplication[]> {
    if (this.isManagingAll(user)) {
      const rows = await this.applications.every(paging);
      return rows.map((application) => ({ application, isManaged: true }));
    }
    const rows = await this.applications.ofUser(user.id, paging);
    const managed = await this.managedAmong(rows, user.id, paging);
    return rows.map((application) => ({ application, isManaged: managed.has(application.id) }));
  }

  /** Whether the user manages all applications without a role: so some administrators do. */
  isManagingAll({ admin }: UserRow): boolean {
    return admin && this.options.admin.managesEverything;
  }

  /** Ids of those that the user may manage. Of a page they are asked by name; where all are wanted, that would be too many names. */
  private managedAmong(rows: readonly ApplicationRow[], userId: string, { limit = Infinity }: Paging) {
    if (limit > MOST_NAMED) return this.held.applicationsCarrying(userId, [may.manageApplication]);
    const ids = rows.map(({ id }) => id);
    return this.inEach.carrying(ids, userId, [may.manageApplication]);
  }
}
