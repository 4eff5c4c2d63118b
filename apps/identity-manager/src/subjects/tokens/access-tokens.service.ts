import { Inject, Injectable } from '@nestjs/common';
import type { TokenKind } from '../../database/entities/application.row';
import type { Client } from '../applications/client';
import { ClientsService } from '../applications/clients.service';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import { looksLikeJwt, unverifiedClaims, verifiedClaims, type JwtClaims } from './jwt';
import { KeyrockJwts } from './keyrock-jwts.service';
import { tokenKey } from '../../service/random-token';

/** A stored access token, live or not. */
export interface StoredAccessToken {
  readonly hash: string;
  readonly familyId: string | null;
  readonly applicationId: string;
  readonly userId: string | null;
  readonly iotAgentId: string | null;
  readonly kind: TokenKind;
  readonly grantType: string;
  readonly scope: string | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly createdAt: number;
}

interface Columns {
  readonly family_id: string | null;
  readonly application_id: string;
  readonly user_id: string | null;
  readonly iot_agent_id: string | null;
  readonly kind: TokenKind;
  readonly grant_type: string;
  readonly scope: string | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly created_at: number;
}

export type TokenState = 'live' | 'revoked' | 'expired';

const findSql = `
SELECT family_id, application_id, user_id, iot_agent_id, kind, grant_type, scope, expires_at, revoked_at, created_at
  FROM access_tokens WHERE token_hash = ?`;

/** Looks up and ends access tokens. */
@Injectable()
export class AccessTokensService {
  private readonly remembered: TimedCache<{ readonly token: StoredAccessToken | null }>;

  constructor(
    private readonly sql: Sql,
    private readonly clients: ClientsService,
    private readonly keyrockJwts: KeyrockJwts,
    @Inject(CLOCK) private readonly clock: Clock,
    caches: Caches,
  ) {
    this.remembered = caches.create();
  }

  /**
   * The stored token behind an opaque token or a JWT. A JWT counts only with a good signature of its application and
   * when its `jti` was issued here, or when it is one of Keyrock's: an application knows its own secret and could sign
   * anything.
   */
  async find(token: string): Promise<StoredAccessToken | undefined> {
    if (!looksLikeJwt(token)) return this.findOpaque(token);
    const clientId = unverifiedClaims(token)?.['app_id'];
    const client = typeof clientId === 'string' ? await this.clients.find(clientId) : undefined;
    return client && this.findJwt(token, client);
  }

  stateOf({ revokedAt, expiresAt }: StoredAccessToken): TokenState {
    if (revokedAt !== null) return 'revoked';
    return expiresAt !== null && expiresAt <= this.clock.now() ? 'expired' : 'live';
  }

  /** Ends one access token. Other processes see it within the age of their caches. */
  async revoke(token: StoredAccessToken): Promise<void> {
    await this.sql.run(
      'UPDATE access_tokens SET revoked_at = ? WHERE token_hash = ? AND revoked_at IS NULL',
      this.clock.now(),
      token.hash,
    );
    this.remembered.forget(token.hash);
  }

  /** Ends every access and refresh token that came from one grant. */
  async revokeFamily(familyId: string): Promise<void> {
    const now = this.clock.now();
    await this.sql.atomically([
      {
        sql: 'UPDATE refresh_tokens SET revoked_at = ? WHERE family_id = ? AND revoked_at IS NULL',
        values: [now, familyId],
      },
      {
        sql: 'UPDATE access_tokens SET revoked_at = ? WHERE family_id = ? AND revoked_at IS NULL',
        values: [now, familyId],
      },
    ]);
    this.remembered.clear();
  }

  /** The `jti` of a JWT is in its payload, which everybody can read: it opens nothing by itself. */
  private async findOpaque(token: string): Promise<StoredAccessToken | undefined> {
    const found = await this.findByHash(tokenKey(token));
    return found?.kind === 'jwt' ? undefined : found;
  }

  private async findJwt(token: string, client: Client): Promise<StoredAccessToken | undefined> {
    const claims = client.jwtKey && verifiedClaims(token, client.jwtKey);
    if (!claims) return undefined;
    const { jti } = claims;
    const found =
      typeof jti === 'string'
        ? await this.findByHash(tokenKey(jti))
        : await this.findOfKeyrock(token, claims, client.id);
    return found?.applicationId === client.id && found.kind === 'jwt' ? found : undefined;
  }

  private async findOfKeyrock(
    token: string,
    claims: JwtClaims,
    applicationId: string,
  ): Promise<StoredAccessToken | undefined> {
    const hash = tokenKey(token);
    const found = await this.findByHash(hash);
    if (found || !(await this.keyrockJwts.adopt(token, claims, applicationId))) return found;
    this.remembered.forget(hash);
    return this.findByHash(hash);
  }

  private async findByHash(hash: string): Promise<StoredAccessToken | undefined> {
    const found =
      this.remembered.peek(hash) ??
      (await this.remembered.get(hash, async () => ({ token: await this.load(hash) })));
    return found.token ?? undefined;
  }

  private async load(hash: string): Promise<StoredAccessToken | null> {
    const row = await this.sql.first<Columns>(findSql, hash);
    return (
      (row && {
        hash,
        familyId: row.family_id,
        applicationId: row.application_id,
        userId: row.user_id,
        iotAgentId: row.iot_agent_id,
        kind: row.kind,
        grantType: row.grant_type,
        scope: row.scope,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
        createdAt: row.created_at,
      }) ??
      null
    );
  }
}
