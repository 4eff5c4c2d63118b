import { Inject, Injectable } from '@nestjs/common';
import type { TokenKind } from '../../database/entities/application.row';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { Caches } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';

/** A live access token as the application's managers see it: never the token itself, its digest names it. */
export interface TokenInUse {
  readonly hash: string;
  readonly kind: TokenKind;
  readonly grantType: string;
  readonly scope: string | null;
  /** Milliseconds; null: permanent. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  /** Name of the user or id of the agent; null for the application itself. */
  readonly owner: string | null;
}

interface Columns {
  readonly token_hash: string;
  readonly kind: TokenKind;
  readonly grant_type: string;
  readonly scope: string | null;
  readonly expires_at: number | string | null;
  readonly created_at: number | string;
  readonly username: string | null;
  readonly iot_agent_id: string | null;
}

const live = 't.application_id = ? AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)';

/** The access tokens of an application that work at the moment. */
@Injectable()
export class TokensInUse {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async count(applicationId: string): Promise<number> {
    const row = await this.sql.first<{ amount: number | string }>(
      `SELECT COUNT(*) AS amount FROM access_tokens t WHERE ${live}`,
      applicationId,
      this.clock.now(),
    );
    return Number(row?.amount ?? 0);
  }

  /** The latest first. */
  async list(applicationId: string, limit: number, offset: number): Promise<readonly TokenInUse[]> {
    const rows = await this.sql.all<Columns>(
      `SELECT t.token_hash, t.kind, t.grant_type, t.scope, t.expires_at, t.created_at, t.iot_agent_id, u.username
         FROM access_tokens t LEFT JOIN users u ON u.id = t.user_id
        WHERE ${live}
        ORDER BY t.created_at DESC, t.token_hash LIMIT ? OFFSET ?`,
      applicationId,
      this.clock.now(),
      limit,
      offset,
    );
    return rows.map((row) => ({
      hash: row.token_hash,
      kind: row.kind,
      grantType: row.grant_type,
      scope: row.scope,
      expiresAt: row.expires_at === null ? null : Number(row.expires_at),
      createdAt: Number(row.created_at),
      owner: row.username ?? row.iot_agent_id,
    }));
  }

  /** Ends the token and the refresh tokens of the same grant, which would bring it back. False when unknown. */
  async revoke(applicationId: string, hash: string): Promise<boolean> {
    const found = await this.sql.first<{ family_id: string | null }>(
      'SELECT family_id FROM access_tokens WHERE token_hash = ? AND application_id = ?',
      hash,
      applicationId,
    );
    if (!found) return false;
    const now = this.clock.now();
    await this.sql.atomically([
      {
        sql: 'UPDATE access_tokens SET revoked_at = ? WHERE token_hash = ? AND application_id = ? AND revoked_at IS NULL',
        values: [now, hash, applicationId],
      },
      {
        sql: 'UPDATE refresh_tokens SET revoked_at = ? WHERE family_id = ? AND application_id = ? AND revoked_at IS NULL',
        values: [now, found.family_id, applicationId],
      },
    ]);
    this.caches.clear();
    return true;
  }
}
