import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { changedColumns, differing } from '../../database/changed-columns';
import { ApplicationRow } from '../../database/entities/application.row';
import { Conflict } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import type { Assignee } from '../roles/assignee';
import { changedApplication, newApplication } from './application-content';
import type { ChangeApplication, CreateApplication } from './application-input';
import { ApplicationSecrets } from './application-secrets.service';
import { ApplicationsRepository, type ApplicationColumns } from './applications.repository';

/** Registers, changes and deletes applications. Doors ask before whether the actor may. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly secrets: ApplicationSecrets,
    private readonly caches: Caches,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(id: string): Promise<ApplicationRow | null> {
    return this.applications.find(id);
  }

  /**
   * @param owner  gets the role `provider` in the same step: the actor unless it is given
   * @throws Invalid when members do not go together; Conflict when URLs must be unique and this one is taken
   */
  async create(
    actor: Actor,
    input: CreateApplication,
    owner: Assignee = { userId: actor.user.id },
  ): Promise<ApplicationRow> {
    const { content, needsJwtSecret } = newApplication(input);
    await this.refuseTakenUrl(content.url, '');
    const application: ApplicationRow = {
      id: randomUUID(),
      ...content,
      secretEncrypted: this.secrets.newSecret(),
      jwtSecretEncrypted: needsJwtSecret ? this.secrets.newJwtSecret() : null,
      image: 'default',
      extra: null,
      createdAt: this.clock.now(),
    };
    await this.applications.add(application, owner);
    this.caches.clear();
    this.record(actor, 'application.create', application);
    return application;
  }

  /**
   * @returns the application as it is now
   * @throws Invalid, Conflict as {@link create}
   */
  async change(actor: Actor, before: ApplicationRow, input: ChangeApplication): Promise<ApplicationRow> {
    const { content, jwtSecret } = changedApplication(input, before);
    if (content.url !== before.url) await this.refuseTakenUrl(content.url, before.id);
    const after: ApplicationRow = { ...before, ...content };
    if (jwtSecret !== 'present')
      after.jwtSecretEncrypted = jwtSecret === 'new' ? this.secrets.newJwtSecret() : null;
    const members = changedColumns(ApplicationRow, before, after).map((name) =>
      name.replace(/_encrypted$/, ''),
    );
    if (members.length === 0) return before;
    const wished: ApplicationColumns = { ...content, jwtSecretEncrypted: after.jwtSecretEncrypted };
    await this.applications.change(before.id, differing(before, wished));
    this.caches.clear();
    this.record(actor, 'application.update', before, { members });
    return after;
  }

  /** Everything that hangs on the application goes with it: roles, permissions, agents, codes, tokens. */
  async delete(actor: Actor, application: ApplicationRow): Promise<void> {
    await this.applications.delete(application.id);
    this.caches.clear();
    this.record(actor, 'application.delete', application, { name: application.name });
  }

  private async refuseTakenUrl(url: string | null, ownId: string): Promise<void> {
    if (!this.options.oauth.uniqueUrl || !url) return;
    if (await this.applications.isUrlTaken(url, ownId)) throw new Conflict('url', 'taken');
  }

  private record(
    actor: Actor,
    event: string,
    { id }: ApplicationRow,
    details?: Readonly<Record<string, unknown>>,
  ): void {
    this.audit.recordDone(actor, event, { applicationId: id, subject: id, details });
  }
}
