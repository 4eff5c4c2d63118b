import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, type Repository } from 'typeorm';
import { pageOf, type Paging } from '../../doors/api/paging';
import { may } from '../roles/internal-permission';
import { OPTIONS, type Options } from '../../cli/options';
import { Sql } from '../../database/sql';
import type { UserRow } from '../../database/entities/user.row';
import { ApplicationRow } from '../../database/entities/application.row';
import { ApplicationsService, internalApplicationId } from './applications.service';
import { renderListedApplication } from '../../doors/api/applications/render-application';

interface ReachedRow {
  readonly application_id: string;
  readonly manages: number | string | null;
}

/** Applications in which the user, or an organization of theirs, has a role; and whether one of these manages it. */
const reachedSql = `
SELECT application_id, MAX(manages) AS manages FROM (
  SELECT a.application_id, CASE WHEN rp.permission_id IS NULL THEN 0 ELSE 1 END AS manages
    FROM role_assignments a LEFT JOIN role_permissions rp ON rp.role_id = a.role_id AND rp.permission_id = '${may.manageApplication}'
   WHERE a.user_id = ?
  UNION ALL
  SELECT a.application_id, CASE WHEN rp.permission_id IS NOT NULL AND a.role_organization = m.role THEN 1 ELSE 0 END
    FROM memberships m
    JOIN role_assignments a ON a.organization_id = m.organization_id
    LEFT JOIN role_permissions rp ON rp.role_id = a.role_id AND rp.permission_id = '${may.manageApplication}'
   WHERE m.user_id = ?
) reached GROUP BY application_id ORDER BY application_id`;

/** How many ids one statement takes. */
const portion = 500;

/** The applications that a user sees. */
@Injectable()
export class ApplicationList {
  constructor(
    @InjectRepository(ApplicationRow) private readonly rows: Repository<ApplicationRow>,
    private readonly applications: ApplicationsService,
    private readonly sql: Sql,
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
  private async reachedBy(user: UserRow): Promise<Map<string, boolean>> {
    const managed = await this.managedBy(user);
    if (managed.length > 0) return new Map(managed.map((id) => [id, true]));
    const reached = await this.sql.all<ReachedRow>(reachedSql, user.id, user.id);
    return new Map(reached.map(({ application_id, manages }) => [application_id, Number(manages) > 0]));
  }

  /** The applications with these ids, ordered by creation. */
  async rowsOf(ids: readonly string[]): Promise<readonly ApplicationRow[]> {
    const rows: ApplicationRow[] = [];
    for (let start = 0; start < ids.length; start += portion)
      rows.push(...(await this.rows.findBy({ id: In(ids.slice(start, start + portion)) })));
    return rows.sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
  }
}
