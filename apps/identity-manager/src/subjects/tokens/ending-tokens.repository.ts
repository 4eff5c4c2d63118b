import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { endTokensOfBoth } from '../../database/endings';
import { AccessTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import { selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { updateWhere } from '../../database/statements';
import type { TokenScope } from './tokens-in-use.repository';

const byHash = selectFrom(
  AccessTokenRow,
  ['familyId', 'applicationId', 'userId'],
  (t) => `WHERE ${t.tokenHash} = ?`,
);

const revokeAccess = updateWhere(
  AccessTokenRow,
  ['revokedAt'],
  (t) => `${t.tokenHash} = ? AND ${t.revokedAt} IS NULL`,
);
const revokeRefresh = updateWhere(
  RefreshTokenRow,
  ['revokedAt'],
  (t) => `${t.familyId} = ? AND ${t.applicationId} = ? AND ${t.revokedAt} IS NULL`,
);

/** Ends tokens for those who manage an application, for administrators, and for the users whose they are. */
@Injectable()
export class EndingTokensRepository {
  constructor(private readonly sql: Sql) {}

  /** Ends an access token and the refresh tokens of its family. False when there is no such token of theirs. */
  async revoke({ applicationId, userId }: TokenScope, hash: string, now: number): Promise<boolean> {
    const found = await this.sql.first(byHash, hash);
    if (!found || (applicationId ?? found.applicationId) !== found.applicationId) return false;
    if ((userId ?? found.userId) !== found.userId) return false;
    const family: Step[] =
      found.familyId === null ? [] : [revokeRefresh({ revokedAt: now }, found.familyId, found.applicationId)];
    await this.sql.atomically([revokeAccess({ revokedAt: now }, hash), ...family]);
    return true;
  }

  /** Ends all that an application holds of a user. */
  async revokeOf(userId: string, applicationId: string, now: number): Promise<void> {
    await this.sql.atomically(endTokensOfBoth(userId, applicationId, now));
  }
}
