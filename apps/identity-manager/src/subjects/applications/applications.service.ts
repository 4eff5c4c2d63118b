import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { changedColumns } from '../../database/changed-columns';
import { ApplicationRow } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import { Conflict } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import type { Assignee } from '../roles/assignee';
import { changedApplication, newApplication } from './application-content';
import type { ChangeApplication, CreateApplication } from './application-input';
import { ApplicationsRepository } from './applications.repository';

/** An application's secrets, decrypted. */
export interface ApplicationSecrets {
  readonly secret: string;
  readonly jwtSecret: string | null;
}

/** 256 bits as RFC 7518 section 3.2 asks for HS256. */
const newJwtSecret = () => randomBytes(32).toString('hex');

/** Registers, changes and deletes applications and their secrets. Doors ask before whether the actor may. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly cipher: SecretCipher,
    private readonly caches: Caches,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(id: string): Promise<ApplicationRow | null> {
    return this.applications.find(id);
  }

  secretsOf({ secretEncrypted, jwtSecretEncrypted }: ApplicationRow): ApplicationSecrets {
    return {
      secret: secretEncrypted === '' ? '' : this.cipher.decrypt(secretEncrypted),
      jwtSecret: jwtSecretEncrypted === null ? null : this.cipher.decrypt(jwtSecretEncrypted),
    };
  }

  /** {@link secretsOf} for somebody who looks at them: the audit log says so. */
  readSecrets(actor: Actor, application: ApplicationRow): ApplicationSecrets {
    this.record(actor, 'application.secret.read', application);
    return this.secretsOf(application);
  }

  /** The JWT secrets of a list, by application id: one line in the audit log for all of them. */
  readJwtSecrets(actor: Actor, applications: readonly ApplicationRow[]): ReadonlyMap<string, string> {
    const secrets = new Map<string, string>();
    for (const application of applications) {
      const { jwtSecret } = this.secretsOf(application);
      if (jwtSecret !== null) secrets.set(application.id, jwtSecret);
    }
    if (secrets.size > 0)
      this.audit.recordDone(actor, 'application.secret.read', {
        subject: 'list',
        details: { applications: secrets.size },
      });
    return secrets;
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
      secretEncrypted: this.cipher.encrypt(randomUUID()),
      jwtSecretEncrypted: needsJwtSecret ? this.cipher.encrypt(newJwtSecret()) : null,
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
      after.jwtSecretEncrypted = jwtSecret === 'new' ? this.cipher.encrypt(newJwtSecret()) : null;
    const members = changedColumns(ApplicationRow, before, after).map((name) =>
      name.replace(/_encrypted$/, ''),
    );
    if (members.length === 0) return before;
    await this.applications.change(before.id, {
      ...content,
      jwtSecretEncrypted: after.jwtSecretEncrypted,
    });
    this.caches.clear();
    this.record(actor, 'application.update', before, { members });
    return after;
  }

  /** Makes a new client secret; the old one stops working at once. */
  async rotateSecret(actor: Actor, application: ApplicationRow): Promise<string> {
    const secret = randomUUID();
    await this.applications.change(application.id, { secretEncrypted: this.cipher.encrypt(secret) });
    this.caches.clear();
    this.record(actor, 'application.secret.rotate', application);
    return secret;
  }

  /** Makes a new JWT secret; JWTs signed with the old one are refused from now on. */
  async resetJwtSecret(actor: Actor, application: ApplicationRow): Promise<string> {
    const secret = newJwtSecret();
    await this.applications.change(application.id, { jwtSecretEncrypted: this.cipher.encrypt(secret) });
    this.caches.clear();
    this.record(actor, 'application.jwt-secret.reset', application);
    return secret;
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
