import { Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import { AccountKeyRow, type AccountKeyPurpose } from '../../database/entities/user.row';
import { selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto } from '../../database/statements';

const insert = insertInto(AccountKeyRow, [
  'keyHash',
  'purpose',
  'userId',
  'pendingEmail',
  'expiresAt',
  'createdAt',
]);
const removeOfPurpose = deleteWhere(AccountKeyRow, (key) => `${key.userId} = ? AND ${key.purpose} = ?`);
const remove = deleteWhere(AccountKeyRow, (key) => `${key.keyHash} = ?`);
const findLive = selectFrom(
  AccountKeyRow,
  ['userId', 'pendingEmail'],
  (key) => `WHERE ${key.keyHash} = ? AND ${key.purpose} = ? AND ${key.expiresAt} > ?`,
);

export type FoundKey = Pick<AccountKeyRow, 'userId' | 'pendingEmail'>;

/** Where mailed keys and forms that count once are kept, by their digests. */
@Injectable()
export class AccountKeysRepository {
  constructor(private readonly sql: Sql) {}

  /** Writes the key in place of every earlier one of the user for the same purpose. */
  async replace(row: AccountKeyRow): Promise<void> {
    await this.sql.atomically([removeOfPurpose(row.userId, row.purpose), insert(row)]);
  }

  /** False when there is such a key already. */
  async addUnlessThere(row: AccountKeyRow): Promise<boolean> {
    try {
      await this.sql.run(insert(row));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  find(keyHash: string, purpose: AccountKeyPurpose, now: number): Promise<FoundKey | undefined> {
    return this.sql.first(findLive, keyHash, purpose, now);
  }

  /** Deletes the key, which must be there: of several groups at once that have the step, one is written. */
  removal(keyHash: string): Step {
    return { ...remove(keyHash), expect: 1 };
  }
}
