import { ApplicationRow } from './entities/application.row';
import { selectFrom } from './query';
import type { SecretCipher } from './secret-cipher';
import type { Sql } from './sql';

const oldestSecret = selectFrom(
  ApplicationRow,
  ['secretEncrypted'],
  ({ secretEncrypted, createdAt }) => `WHERE ${secretEncrypted} <> '' ORDER BY ${createdAt} LIMIT 1`,
);

/**
 * Finds out before anything is served that the key is not that of the database: requests that need a secret would fail,
 * and new secrets be stored under another key than the old ones.
 *
 * @throws Error that says so
 */
export async function checkEncryptionKey(sql: Sql, cipher: SecretCipher): Promise<void> {
  const oldest = await sql.first(oldestSecret);
  if (!oldest) return;
  try {
    cipher.decrypt(oldest.secretEncrypted);
  } catch (cause) {
    throw new Error(
      'IDM_ENCRYPTION_KEY is not the key of this database: its secrets cannot be read. Start with the key that it was filled with',
      { cause },
    );
  }
}
