import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { SecretCipher } from '../../database/secret-cipher';
import type { Step } from '../../database/dialect';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { ApplicationRow, type TokenKind } from '../../database/entities/application.row';

/** The application that owns the internal roles; no interface shows it. */
export const internalApplicationId = 'idm_admin_app';

/** An application as it is stored, its lists comma-joined, without the secrets that are made here. */
export interface NewApplication {
  readonly name: string;
  readonly description?: string | null;
  readonly url?: string | null;
  readonly redirectUri?: string | null;
  readonly redirectSignOutUri?: string | null;
  readonly grantType: string;
  readonly responseType: string;
  readonly tokenTypes: string;
  readonly defaultTokenKind?: TokenKind;
  readonly clientType?: string | null;
  readonly scope?: string | null;
  readonly extra?: Readonly<Record<string, unknown>> | null;
  /** A JWT secret is made when set. */
  readonly wantsJwtSecret: boolean;
  /** Gets the role `provider`. */
  readonly providerUserId?: string;
  /** Its owners get the role `provider`. */
  readonly providerOrganizationId?: string;
}

/** An application's secrets, decrypted. */
export interface ApplicationSecrets {
  readonly secret: string;
  readonly jwtSecret: string | null;
}

/** 256 bits as RFC 7518 section 3.2 asks for HS256. */
const newJwtSecret = () => randomBytes(32).toString('hex');

/** Applications and their secrets. */
@Injectable()
export class ApplicationsService {
  constructor(
    @InjectRepository(ApplicationRow) private readonly applications: Repository<ApplicationRow>,
    private readonly sql: Sql,
    private readonly cipher: SecretCipher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  findById(id: string): Promise<ApplicationRow | null> {
    return this.applications.findOneBy({ id });
  }

  secretsOf(row: ApplicationRow): ApplicationSecrets {
    return {
      secret: row.secretEncrypted === '' ? '' : this.cipher.decrypt(row.secretEncrypted),
      jwtSecret: row.jwtSecretEncrypted === null ? null : this.cipher.decrypt(row.jwtSecretEncrypted),
    };
  }

  /** Registers an application; its creator becomes provider in the same step. Returns the secrets with the row. */
  async create(application: NewApplication): Promise<ApplicationSecrets & { readonly row: ApplicationRow }> {
    const secret = randomUUID();
    const jwtSecret = application.wantsJwtSecret ? newJwtSecret() : null;
    const row = this.applications.create({
      id: randomUUID(),
      name: application.name,
      description: application.description ?? null,
      secretEncrypted: this.cipher.encrypt(secret),
      jwtSecretEncrypted: jwtSecret === null ? null : this.cipher.encrypt(jwtSecret),
      url: application.url ?? null,
      redirectUri: application.redirectUri ?? null,
      redirectSignOutUri: application.redirectSignOutUri ?? null,
      image: 'default',
      grantType: application.grantType,
      responseType: application.responseType,
      tokenTypes: application.tokenTypes,
      defaultTokenKind: application.defaultTokenKind ?? 'bearer',
      clientType: application.clientType ?? null,
      scope: application.scope ?? null,
      extra: application.extra ?? null,
      createdAt: this.clock.now(),
    });
    await this.sql.atomically([this.insertStep(row), ...this.providerSteps(row.id, application)]);
    return { row, secret, jwtSecret };
  }

  /** Makes a new client secret; the old one stops working at once. */
  async rotateSecret(id: string): Promise<string> {
    const secret = randomUUID();
    await this.applications.update({ id }, { secretEncrypted: this.cipher.encrypt(secret) });
    return secret;
  }

  /** Makes a new JWT secret, or removes it. JWTs signed with the old one are refused from now on. */
  async setJwtSecret(id: string, wanted: boolean): Promise<string | null> {
    const secret = wanted ? newJwtSecret() : null;
    await this.applications.update(
      { id },
      { jwtSecretEncrypted: secret === null ? null : this.cipher.encrypt(secret) },
    );
    return secret;
  }

  private insertStep(row: ApplicationRow): Step {
    return {
      sql:
        'INSERT INTO applications (id, name, description, secret_encrypted, jwt_secret_encrypted, url, redirect_uri, redirect_sign_out_uri, image, grant_type, response_type, token_types, default_token_kind, client_type, scope, extra, created_at) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      values: [
        row.id,
        row.name,
        row.description,
        row.secretEncrypted,
        row.jwtSecretEncrypted,
        row.url,
        row.redirectUri,
        row.redirectSignOutUri,
        row.image,
        row.grantType,
        row.responseType,
        row.tokenTypes,
        row.defaultTokenKind,
        row.clientType,
        row.scope,
        row.extra === null ? null : JSON.stringify(row.extra),
        row.createdAt,
      ],
    };
  }

  private providerSteps(
    applicationId: string,
    { providerUserId, providerOrganizationId }: NewApplication,
  ): Step[] {
    const sql =
      "INSERT INTO role_assignments (id, application_id, role_id, user_id, organization_id, role_organization) VALUES (?, ?, 'provider', ?, ?, ?)";
    const steps: Step[] = [];
    if (providerUserId !== undefined)
      steps.push({ sql, values: [randomUUID(), applicationId, providerUserId, null, null] });
    if (providerOrganizationId !== undefined)
      steps.push({ sql, values: [randomUUID(), applicationId, null, providerOrganizationId, 'owner'] });
    return steps;
  }
}
