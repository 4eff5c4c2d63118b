import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, type Repository } from 'typeorm';
import { pageOf, type Paging } from '../../database/paging';
import { may } from '../roles/internal-permission';
import { OPTIONS, type Options } from '../../cli/options';
import { HeldRolesRepository } from '../roles/held-roles.repository';
import type { UserRow } from '../../database/entities/user.row';
import { ApplicationRow } from '../../database/entities/application.row';
import { ApplicationsService, internalApplicationId } from './applications.service';
import { renderListedApplication } from '../../doors/api/applications/render-application';

/** How many ids one statement takes. */
const portion = 500;

/** The applications that a user sees. */
@Injectable()
export class ApplicationList {
  constructor(
    @InjectRepository(ApplicationRow) private readonly rows: Repository<ApplicationRow>,
    private readonly applications: ApplicationsService,
    private readonly held: HeldRolesRepository,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** Rendered, ordered by creation; JWT secrets only for those who may manage the application. */
  async of(
    user: UserRow,
    paging: Paging,
  ): Promise<{ readonly applications: readonly object[]; readonly withSecret: number }> {
    const managed = await this.reachedBy(user);
    const shown = pageOf(await this.rowsOf([...managed.keys()]), paging).map((row) => ({
      row,
      jwtSecret: managed.get(row.id) ? this.applications.secretsOf(row).jwtSecret : null,
    }));
    return {
      applications: shown.map(({ row, jwtSecret }) => renderListedApplication(row, jwtSecret)),
      withSecret: shown.filter(({ jwtSecret }) => jwtSecret !== null).length,
    };
  }

  /** Ids of the applications that the user manages without a role: all, for some administrators. */
  async managedBy({ admin }: UserRow): Promise<readonly string[]> {
    if (!admin || !this.options.admin.managesEverything) return [];
    const all = await this.rows.find({ select: { id: true }, where: { id: Not(internalApplicationId) } });
    return all.map(({ id }) => id);
  }

  /** Application ids, each with whether the user may manage it. */
  private async reachedBy(user: UserRow): Promise<ReadonlyMap<string, boolean>> {
    const managed = await this.managedBy(user);
    if (managed.length > 0) return new Map(managed.map((id) => [id, true]));
    return this.held.applicationsOf(user.id, may.manageApplication);
  }

  /** The applications with these ids, ordered by creation. */
  async rowsOf(ids: readonly string[]): Promise<readonly ApplicationRow[]> {
    const rows: ApplicationRow[] = [];
    for (let start = 0; start < ids.length; start += portion)
      rows.push(...(await this.rows.findBy({ id: In(ids.slice(start, start + portion)) })));
    return rows.sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
  }
}
