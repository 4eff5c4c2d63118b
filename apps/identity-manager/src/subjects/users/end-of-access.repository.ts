import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import {
  AccessTokenRow,
  ApiTokenRow,
  AuthorizationCodeRow,
  RefreshTokenRow,
} from '../../database/entities/token.row';
import { AccountKeyRow, RememberedDeviceRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { Sql } from '../../database/sql';
import { deleteWhere, updateWhere } from '../../database/statements';

const removeSessions = deleteWhere(
  WebSessionRow,
  (session) => `${session.userId} = ? AND ${session.sessionHash} <> ?`,
);
const removeDevices = deleteWhere(RememberedDeviceRow, (device) => `${device.userId} = ?`);
/** Keys of forms are no access, they only make a form count once. */
const removeKeys = deleteWhere(AccountKeyRow, (key) => `${key.userId} = ? AND ${key.purpose} <> 'form'`);
const removeCodes = deleteWhere(
  AuthorizationCodeRow,
  (code) => `${code.userId} = ? AND ${code.usedAt} IS NULL`,
);
const endApiTokens = updateWhere(ApiTokenRow, ['valid'], (token) => `${token.userId} = ?`);
const revokeTokens = [
  updateWhere(
    RefreshTokenRow,
    ['revokedAt'],
    (token) => `${token.userId} = ? AND ${token.revokedAt} IS NULL`,
  ),
  updateWhere(AccessTokenRow, ['revokedAt'], (token) => `${token.userId} = ? AND ${token.revokedAt} IS NULL`),
];

/** Forgets the browsers in which the user needs no second factor. */
export const forgetDevices = (userId: string): Step => removeDevices(userId);

const endOfSessions = (userId: string, keepSession: string): readonly Step[] => [
  removeSessions(userId, keepSession),
  removeDevices(userId),
];

const endOfTokens = (userId: string, now: number): readonly Step[] => [
  removeCodes(userId),
  endApiTokens({ valid: false }, userId),
  ...revokeTokens.map((revoke) => revoke({ revokedAt: now }, userId)),
];

/** Ends everything that a user has open. */
@Injectable()
export class EndOfAccessRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Writes all steps in one transaction.
   *
   * @param keepSession  digest of the session that goes on; empty for none
   * @param because      what makes the end necessary
   * @returns false, with nothing written, when one of `because` changed another number of rows than it expected
   */
  end(userId: string, now: number, keepSession: string, because: readonly Step[]): Promise<boolean> {
    return this.sql.atomically([
      ...because,
      ...endOfSessions(userId, keepSession),
      removeKeys(userId),
      ...endOfTokens(userId, now),
    ]);
  }

  async endSessions(userId: string): Promise<void> {
    await this.sql.atomically(endOfSessions(userId, ''));
  }

  async endTokens(userId: string, now: number): Promise<void> {
    await this.sql.atomically(endOfTokens(userId, now));
  }
}
