import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, type Repository } from 'typeorm';
import { changesBetween, type Changes } from '../../doors/api/changes';
import { OPTIONS, type Options } from '../../cli/options';
import { conflict } from '../../http/api-errors';
import { Caches } from '../../service/timed-cache';
import type { ApplicationPatch } from '../../doors/api/applications/application-body';
import { ApplicationRow } from '../../database/entities/application.row';
import { ApplicationsService, type ApplicationSecrets, type NewApplication } from './applications.service';
import { renderApplication } from '../../doors/api/applications/render-application';

const defined = <T extends object>(columns: T): T =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as T;

/** Registers, changes and deletes applications. */
@Injectable()
export class ApplicationChanges {
  constructor(
    @InjectRepository(ApplicationRow) private readonly rows: Repository<ApplicationRow>,
    private readonly applications: ApplicationsService,
    private readonly caches: Caches,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** @throws ApiError 409 when URLs must be unique and this one is taken */
  async create(application: NewApplication): Promise<ApplicationSecrets & { readonly row: ApplicationRow }> {
    await this.refuseTakenUrl(application.url);
    const created = await this.applications.create(application);
    this.caches.clear();
    return created;
  }

  /**
   * Writes what the patch asks for.
   *
   * @returns what changed, by its names on the wire
   * @throws ApiError 409 when URLs must be unique and this one is taken
   */
  async apply(before: ApplicationRow, { columns, wantsJwtSecret }: ApplicationPatch): Promise<Changes> {
    await this.refuseTakenUrl(columns.url, before.id);
    const written = defined(columns);
    const after: ApplicationRow = { ...before, ...written };
    if (Object.keys(written).length > 0) await this.rows.update({ id: before.id }, written);
    const secrets = this.applications.secretsOf(before);
    const jwtSecret =
      wantsJwtSecret === undefined
        ? secrets.jwtSecret
        : await this.applications.setJwtSecret(before.id, wantsJwtSecret);
    this.caches.clear();
    return changesBetween(
      renderApplication(before, secrets),
      renderApplication(after, { ...secrets, jwtSecret }),
    );
  }

  async rotateSecret(row: ApplicationRow): Promise<string> {
    const secret = await this.applications.rotateSecret(row.id);
    this.caches.clear();
    return secret;
  }

  /** Everything that hangs on the application goes with it: roles, permissions, agents, codes, tokens. */
  async delete({ id }: ApplicationRow): Promise<void> {
    await this.rows.delete({ id });
    this.caches.clear();
  }

  private async refuseTakenUrl(url: string | null | undefined, ownId = ''): Promise<void> {
    if (!this.options.oauth.uniqueUrl || !url) return;
    if (await this.rows.existsBy({ url, id: Not(ownId) })) throw conflict('Url already used');
  }
}
