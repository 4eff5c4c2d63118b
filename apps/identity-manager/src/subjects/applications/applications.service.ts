import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { isDuplicate } from '../../database/database-errors';
import { differing } from '../../database/differing';
import { ApplicationRow } from '../../database/entities/application.row';
import { refuseTakenId } from '../../database/refuse-taken-id';
import { Conflict } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { chosenBy } from '../audit/chosen-by';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import type { Assignee } from '../roles/assignee';
import { changedApplication, newApplication } from './application-content';
import type { ChangeApplication, CreateApplication, CreateMachineApplication } from './application-input';
import { ApplicationSecrets } from './application-secrets.service';
import { ApplicationsRepository } from './applications.repository';

/** Registers, changes and deletes applications. Doors ask before whether the actor may. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly secrets: ApplicationSecrets,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(id: string): Promise<ApplicationRow | null> {
    return this.applications.find(id);
  }

  /**
   * @param owner  gets the role `provider` in the same step: the actor unless it is given
   * @throws Invalid when members do not go together; Conflict when another application has the id or the audience, or URLs must be
   *   unique and this one is taken; Forbidden for an id that anybody but an administrator chose
   */
  async create(
    actor: Actor,
    input: CreateApplication | CreateMachineApplication,
    owner: Assignee = { userId: actor.user.id },
  ): Promise<ApplicationRow> {
    const { content, needsJwtSecret } = newApplication(input);
    await this.refuseTakenUrl(content.url, '');
    await this.refuseTakenAudience(content.audience, '');
    const application: ApplicationRow = {
      id: chosenBy(actor, input.id) ?? randomUUID(),
      ...content,
      secretEncrypted: this.secrets.newSecret(),
      jwtSecretEncrypted: needsJwtSecret ? this.secrets.newJwtSecret() : null,
      image: 'default',
      extra: null,
      createdAt: this.clock.now(),
    };
    await refuseTakenId(this.applications.add(application, owner));
    this.changes.tell('application', { applicationId: application.id });
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
    if (content.audience !== before.audience) await this.refuseTakenAudience(content.audience, before.id);
    const after: ApplicationRow = { ...before, ...content };
    if (jwtSecret !== 'present')
      after.jwtSecretEncrypted = jwtSecret === 'new' ? this.secrets.newJwtSecret() : null;
    const difference = differing(ApplicationRow, before, after);
    if (!difference) return before;
    await this.write(before.id, difference.columns);
    this.changes.tell('application', { applicationId: before.id });
    const members = difference.names.map((name) => name.replace(/_encrypted$/, ''));
    this.record(actor, 'application.update', before, { members });
    return after;
  }

  /** Everything that hangs on the application goes with it: roles, permissions, agents, codes, tokens. */
  async delete(actor: Actor, application: ApplicationRow): Promise<void> {
    await this.applications.delete(application.id);
    this.changes.tell('application deleted', { applicationId: application.id });
    this.record(actor, 'application.delete', application, { name: application.name });
  }

  private async refuseTakenUrl(url: string | null, ownId: string): Promise<void> {
    if (!this.options.oauth.uniqueUrl || !url) return;
    if (await this.applications.isUrlTaken(url, ownId)) throw new Conflict('url', 'taken');
  }

  /** Two applications of one audience would each have tokens that are good at the other. */
  private async refuseTakenAudience(audience: string | null, ownId: string): Promise<void> {
    if (audience && (await this.applications.isAudienceTaken(audience, ownId)))
      throw new Conflict('audience', 'taken');
  }

  private async write(id: string, columns: Partial<ApplicationRow>): Promise<void> {
    try {
      await this.applications.change(id, columns);
    } catch (error) {
      // Another request may have taken it since it was looked for.
      if (isDuplicate(error)) throw new Conflict('audience', 'taken');
      throw error;
    }
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
