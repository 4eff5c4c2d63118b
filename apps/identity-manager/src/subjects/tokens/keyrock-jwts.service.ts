import { Inject, Injectable } from '@nestjs/common';
import { isDuplicate, isMissingReference } from '../../database/database-errors';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { JwtClaims } from './jwt';
import { tokenHash, tokenKey } from '../../service/random-token';

/** Of whom a token of Keyrock's is: both null for the application itself. */
interface Owner {
  readonly userId: string | null;
  readonly iotAgentId: string | null;
}

/**
 * JSON Web Tokens that Keyrock made. They are in none of its tables and have no `jti`, so one becomes a token of ours when
 * it is first shown; from then on it is found, listed and ended like all others.
 *
 * An application knows its secret and could sign anything. So one counts only when its application came from Keyrock,
 * it was made before the last import, its user once let that application in, and has not changed the password since.
 */
@Injectable()
export class KeyrockJwts {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores a token whose signature was checked.
   *
   * @returns whether it is one that counts
   */
  async adopt(token: string, claims: JwtClaims, applicationId: string): Promise<boolean> {
    const { iat, exp } = claims;
    if (typeof iat !== 'number' || (exp !== undefined && typeof exp !== 'number')) return false;
    const expiresAt = exp === undefined ? null : exp * 1000;
    const importedAt = await this.importedAt(applicationId);
    if (importedAt === undefined || iat * 1000 > importedAt) return false;
    if (expiresAt !== null && expiresAt <= this.clock.now()) return false;
    const owner = await this.ownerOf(claims, applicationId, importedAt);
    return owner !== undefined && this.store(token, applicationId, owner, iat * 1000, expiresAt);
  }

  private async store(
    token: string,
    applicationId: string,
    { userId, iotAgentId }: Owner,
    createdAt: number,
    expiresAt: number | null,
  ): Promise<boolean> {
    try {
      await this.sql.run(
        `INSERT INTO access_tokens (token_hash, application_id, user_id, iot_agent_id, kind, grant_type, scope, expires_at, created_at)
         VALUES (?, ?, ?, ?, 'jwt', 'imported', ?, ?, ?)`,
        tokenKey(token),
        applicationId,
        userId,
        iotAgentId,
        expiresAt === null ? 'jwt permanent' : 'jwt',
        expiresAt,
        createdAt,
      );
      return true;
    } catch (error) {
      if (isDuplicate(error)) return true;
      if (isMissingReference(error)) return false;
      throw error;
    }
  }

  /** Undefined for an owner who is not here, or whom the token no longer speaks for. */
  private async ownerOf(
    { type, id }: JwtClaims,
    applicationId: string,
    importedAt: number,
  ): Promise<Owner | undefined> {
    if (type === undefined && id === undefined) return { userId: null, iotAgentId: null };
    if (typeof id !== 'string') return undefined;
    if (type === 'iot') return { userId: null, iotAgentId: id };
    if (type !== 'user') return undefined;
    const userId = (await this.imported('user', id))?.id ?? id;
    const letIn = await this.sql.first(
      `SELECT u.id FROM users u JOIN consents c ON c.user_id = u.id
        WHERE u.id = ? AND c.application_id = ? AND u.date_password <= ?`,
      userId,
      applicationId,
      importedAt,
    );
    return letIn ? { userId, iotAgentId: null } : undefined;
  }

  private async importedAt(applicationId: string): Promise<number | undefined> {
    return (await this.imported('oauth_client', applicationId))?.seenAt;
  }

  /** What the row of this id there has become here, and when it was seen there last. */
  private async imported(
    source: string,
    id: string,
  ): Promise<{ readonly id: string | undefined; readonly seenAt: number } | undefined> {
    const row = await this.sql.first<{ target: string; seen_at: number | string }>(
      'SELECT target, seen_at FROM keyrock_rows WHERE source = ? AND source_key = ?',
      source,
      tokenHash(id),
    );
    if (!row) return undefined;
    const { key } = JSON.parse(row.target) as { readonly key: { readonly id?: string } };
    return { id: key.id, seenAt: Number(row.seen_at) };
  }
}
