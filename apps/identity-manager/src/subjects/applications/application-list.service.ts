import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { ApplicationRow } from '../../database/entities/application.row';
import type { UserRow } from '../../database/entities/user.row';
import { pageOf, type Paging } from '../../database/paging';
import { HeldRolesRepository } from '../roles/held-roles.repository';
import { may } from '../roles/internal-permission';
import { ApplicationsRepository } from './applications.repository';

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
    private readonly applications: ApplicationsRepository,
    private readonly held: HeldRolesRepository,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** Those in which the user, or an organization of theirs, has a role; ordered by creation. */
  async of(user: UserRow, paging: Paging): Promise<readonly ListedApplication[]> {
    const managed = await this.reachedBy(user);
    const shown = pageOf(await this.applications.withIds([...managed.keys()]), paging);
    return shown.map((application) => ({ application, isManaged: managed.get(application.id) === true }));
  }

  /** Whether the user manages all applications without a role: so some administrators do. */
  isManagingAll({ admin }: UserRow): boolean {
    return admin && this.options.admin.managesEverything;
  }

  /** Application ids, each with whether the user may manage it. */
  private async reachedBy(user: UserRow): Promise<ReadonlyMap<string, boolean>> {
    const managed = this.isManagingAll(user) ? await this.applications.allIds() : [];
    if (managed.length > 0) return new Map(managed.map((id) => [id, true]));
    return this.held.applicationsOf(user.id, may.manageApplication);
  }
}
