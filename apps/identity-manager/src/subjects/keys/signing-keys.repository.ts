import { Injectable } from '@nestjs/common';
import { SigningKeyRow } from '../../database/entities/signing-key.row';
import { selectRows } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto } from '../../database/statements';

/** A key pair as it is stored. */
export type StoredKey = Readonly<SigningKeyRow>;

const insert = insertInto(SigningKeyRow, [
  'id',
  'algorithm',
  'privateKeyEncrypted',
  'publicJwk',
  'createdAt',
  'expiresAt',
]);

const newest = selectRows(
  SigningKeyRow,
  (key) =>
    `WHERE ${key.algorithm} = ? AND ${key.createdAt} > ? ORDER BY ${key.createdAt} DESC, ${key.id} LIMIT 1`,
);

const published = selectRows(
  SigningKeyRow,
  (key) => `WHERE ${key.expiresAt} > ? ORDER BY ${key.createdAt} DESC, ${key.id}`,
);

/** Where signing keys are kept; private ones are encrypted. */
@Injectable()
export class SigningKeysRepository {
  constructor(private readonly sql: Sql) {}

  async insert(key: StoredKey): Promise<void> {
    await this.sql.run(insert(key));
  }

  /** The newest of the algorithm that was made after that time. */
  newest(algorithm: string, madeAfter: number): Promise<StoredKey | undefined> {
    return this.sql.first(newest, algorithm, madeAfter);
  }

  /** Those that have not expired, newest first. */
  published(now: number): Promise<readonly StoredKey[]> {
    return this.sql.all(published, now);
  }
}
