import { Injectable } from '@nestjs/common';
import { AccessTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import { expression, names, optional, type Names } from '../../database/names';
import { query, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { updateWhere } from '../../database/statements';

const token = names(AccessTokenRow, 't');
const user = names(UserRow, 'u');

const live = `${token.applicationId} = ? AND ${token.revokedAt} IS NULL AND (${token.expiresAt} IS NULL OR ${token.expiresAt} > ?)`;

const countLive = query({ amount: expression('COUNT(*)', Number) }, `FROM ${token.table} WHERE ${live}`);

const listLive = query(
  {
    tokenHash: token.tokenHash,
    kind: token.kind,
    grantType: token.grantType,
    scope: token.scope,
    expiresAt: token.expiresAt,
    createdAt: token.createdAt,
    iotAgentId: token.iotAgentId,
    username: optional(user.username),
  },
  `FROM ${token.table} LEFT JOIN ${user.table} ON ${user.id} = ${token.userId} WHERE ${live}
   ORDER BY ${token.createdAt} DESC, ${token.tokenHash} LIMIT ? OFFSET ?`,
);

const ofApplication = selectFrom(
  AccessTokenRow,
  ['familyId'],
  (t) => `WHERE ${t.tokenHash} = ? AND ${t.applicationId} = ?`,
);

const revokeAccess = updateWhere(
  AccessTokenRow,
  ['revokedAt'],
  (t) => `${t.tokenHash} = ? AND ${t.applicationId} = ? AND ${t.revokedAt} IS NULL`,
);
const revokeRefresh = updateWhere(
  RefreshTokenRow,
  ['revokedAt'],
  (t: Names<RefreshTokenRow>) => `${t.familyId} = ? AND ${t.applicationId} = ? AND ${t.revokedAt} IS NULL`,
);

/** The tokens of one application, for those who manage it. */
@Injectable()
export class TokensInUseRepository {
  constructor(private readonly sql: Sql) {}

  /** How many access tokens work at the moment. */
  async countLive(applicationId: string, now: number): Promise<number> {
    return (await this.sql.first(countLive, applicationId, now))?.amount ?? 0;
  }

  /** Access tokens that work at the moment with the name of their user, the latest first. */
  listLive(applicationId: string, now: number, limit: number, offset: number) {
    return this.sql.all(listLive, applicationId, now, limit, offset);
  }

  /** Ends an access token and the refresh tokens of its family. False when the application has no such token. */
  async revoke(applicationId: string, hash: string, now: number): Promise<boolean> {
    const found = await this.sql.first(ofApplication, hash, applicationId);
    if (!found) return false;
    await this.sql.atomically([
      revokeAccess({ revokedAt: now }, hash, applicationId),
      ...(found.familyId === null ? [] : [revokeRefresh({ revokedAt: now }, found.familyId, applicationId)]),
    ]);
    return true;
  }
}
