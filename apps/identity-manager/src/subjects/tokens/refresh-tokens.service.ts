import { Inject, Injectable } from '@nestjs/common';
import type { TokenKind } from '../../database/entities/application.row';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { tokenKey } from '../../service/random-token';

export interface StoredRefreshToken {
  readonly hash: string;
  readonly familyId: string;
  readonly applicationId: string;
  readonly userId: string | null;
  readonly iotAgentId: string | null;
  /** The kind of access token it goes on giving. */
  readonly kind: TokenKind;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly authTime: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly revokedAt: number | null;
}

interface Columns {
  readonly family_id: string;
  readonly application_id: string;
  readonly user_id: string | null;
  readonly iot_agent_id: string | null;
  readonly kind: TokenKind;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly auth_time: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  readonly revoked_at: number | null;
}

const findSql = `
SELECT family_id, application_id, user_id, iot_agent_id, kind, scope, nonce, auth_time, expires_at, used_at, revoked_at
  FROM refresh_tokens WHERE token_hash = ?`;

/** Looks up refresh tokens; never from memory. */
@Injectable()
export class RefreshTokensService {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(token: string): Promise<StoredRefreshToken | undefined> {
    const hash = tokenKey(token);
    const row = await this.sql.first<Columns>(findSql, hash);
    return (
      row && {
        hash,
        familyId: row.family_id,
        applicationId: row.application_id,
        userId: row.user_id,
        iotAgentId: row.iot_agent_id,
        kind: row.kind,
        scope: row.scope,
        nonce: row.nonce,
        authTime: row.auth_time,
        expiresAt: row.expires_at,
        usedAt: row.used_at,
        revokedAt: row.revoked_at,
      }
    );
  }

  hasExpired({ expiresAt }: StoredRefreshToken): boolean {
    return expiresAt <= this.clock.now();
  }
}
