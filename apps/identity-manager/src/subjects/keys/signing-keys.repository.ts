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
  'signsFrom',
  'createdAt',
  'expiresAt',
]);

const latest = selectRows(
  SigningKeyRow,
  (key) =>
    `WHERE ${key.algorithm} = ? AND ${key.expiresAt} > ? ORDER BY ${key.signsFrom} DESC, ${key.id} LIMIT 2`,
);

const byId = selectRows(SigningKeyRow, (key) => `WHERE ${key.id} = ?`);

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

  /** The two published ones of the algorithm that sign last, the later first. */
  latest(algorithm: string, now: number): Promise<readonly StoredKey[]> {
    return this.sql.all(latest, algorithm, now);
  }

  /** Also one that signs no more. */
  find(id: string): Promise<StoredKey | undefined> {
    return this.sql.first(byId, id);
  }

  /** Those that have not expired, newest first. */
  published(now: number): Promise<readonly StoredKey[]> {
    return this.sql.all(published, now);
  }
}
