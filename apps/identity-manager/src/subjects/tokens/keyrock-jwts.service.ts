import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { JwtClaims } from './jwt';
import { KeyrockJwtsRepository } from './keyrock-jwts.repository';
import { tokenKey } from './tokens.repository';

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
 * it was made before the last import, and its user once let that application in and has not changed the password since, or its agent
 * is one of that application.
 */
@Injectable()
export class KeyrockJwts {
  constructor(
    private readonly rows: KeyrockJwtsRepository,
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
    const importedAt = (await this.rows.imported('oauth_client', applicationId))?.seenAt;
    if (importedAt === undefined || iat * 1000 > importedAt) return false;
    if (expiresAt !== null && expiresAt <= this.clock.now()) return false;
    const owner = await this.ownerOf(claims, applicationId, importedAt);
    if (!owner) return false;
    return this.rows.store({
      tokenHash: tokenKey(token),
      familyId: null,
      applicationId,
      ...owner,
      kind: 'jwt',
      grantType: 'imported',
      audience: null,
      scope: expiresAt === null ? 'jwt permanent' : 'jwt',
      expiresAt,
      createdAt: iat * 1000,
    });
  }

  /** Undefined for an owner who is not here, or whom the token no longer speaks for. */
  private async ownerOf(
    { type, id }: JwtClaims,
    applicationId: string,
    importedAt: number,
  ): Promise<Owner | undefined> {
    if (type === undefined && id === undefined) return { userId: null, iotAgentId: null };
    if (typeof id !== 'string') return undefined;
    if (type === 'iot')
      return (await this.rows.hasAgent(applicationId, id)) ? { userId: null, iotAgentId: id } : undefined;
    if (type !== 'user') return undefined;
    const userId = (await this.rows.imported('user', id))?.id ?? id;
    const letIn = await this.rows.hasLetIn(userId, applicationId, importedAt);
    return letIn ? { userId, iotAgentId: null } : undefined;
  }
}
