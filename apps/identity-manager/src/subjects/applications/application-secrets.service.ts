import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ApplicationRow } from '../../database/entities/application.row';
import { SecretCipher } from '../../database/secret-cipher';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { ApplicationsRepository } from './applications.repository';

/** An application's secrets, decrypted. */
export interface Secrets {
  readonly secret: string;
  readonly jwtSecret: string | null;
}

type Encrypted = Pick<ApplicationRow, 'secretEncrypted' | 'jwtSecretEncrypted'>;

/** 256 bits as RFC 7518 section 3.2 asks for HS256. */
const newJwtSecret = () => randomBytes(32).toString('hex');

/** The client secrets and JWT secrets of applications. Doors ask before whether the actor manages the application. */
@Injectable()
export class ApplicationSecrets {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly cipher: SecretCipher,
    private readonly changes: StateChanges,
    private readonly audit: AuditLog,
  ) {}

  of({ secretEncrypted, jwtSecretEncrypted }: Encrypted): Secrets {
    return {
      secret: secretEncrypted === '' ? '' : this.cipher.decrypt(secretEncrypted),
      jwtSecret: jwtSecretEncrypted === null ? null : this.cipher.decrypt(jwtSecretEncrypted),
    };
  }

  /** A new client secret, as it is stored. */
  newSecret(): string {
    return this.cipher.encrypt(randomUUID());
  }

  /** A new JWT secret, as it is stored. */
  newJwtSecret(): string {
    return this.cipher.encrypt(newJwtSecret());
  }

  /** {@link of} for somebody who looks at them: the audit log says so. */
  read(actor: Actor, application: ApplicationRow): Secrets {
    this.record(actor, 'application.secret.read', application);
    return this.of(application);
  }

  /** The JWT secrets of a list, by application id: one line in the audit log for all of them. */
  readList(actor: Actor, applications: readonly ApplicationRow[]): ReadonlyMap<string, string> {
    const secrets = new Map<string, string>();
    for (const application of applications) {
      const { jwtSecret } = this.of(application);
      if (jwtSecret !== null) secrets.set(application.id, jwtSecret);
    }
    if (secrets.size > 0)
      this.audit.recordDone(actor, 'application.secret.read', {
        subject: 'list',
        details: { applications: secrets.size },
      });
    return secrets;
  }

  /** Makes a new client secret; the old one stops working at once. */
  async rotate(actor: Actor, application: ApplicationRow): Promise<string> {
    const secret = randomUUID();
    await this.applications.change(application.id, { secretEncrypted: this.cipher.encrypt(secret) });
    this.changes.tell('application', { applicationId: application.id });
    this.record(actor, 'application.secret.rotate', application);
    return secret;
  }

  /** Makes a new JWT secret; JWTs signed with the old one are refused from now on. */
  async resetJwt(actor: Actor, application: ApplicationRow): Promise<string> {
    const secret = newJwtSecret();
    await this.applications.change(application.id, { jwtSecretEncrypted: this.cipher.encrypt(secret) });
    this.changes.tell('application', { applicationId: application.id });
    this.record(actor, 'application.jwt-secret.reset', application);
    return secret;
  }

  private record(actor: Actor, event: string, { id }: ApplicationRow): void {
    this.audit.recordDone(actor, event, { applicationId: id, subject: id });
  }
}
