import type { Options } from '../cli/options';
import { openDatabase } from '../database/data-source';
import { loadEncryptionKey, SecretCipher } from '../database/secret-cipher';
import { Sql } from '../database/sql';
import type { Logger } from '../http/logger';
import { importKeyrock, renderSummary } from './import-keyrock';
import { openKeyrock } from './keyrock-source';

const notes = [
  'Passwords keep working; each is stored in the new form when its user logs in. Give IDM_LEGACY_ENCRYPTION_KEY the value of',
  "Keyrock's IDM_ENCRYPTION_KEY if rows have no salt.",
  'JSON Web Tokens made by Keyrock are in none of its tables, so they end now; clients with a refresh token get new ones.',
];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `identity-manager import-keyrock <url>`: into the database that the settings name. */
export async function runImport(url: string, options: Options, log: Logger): Promise<void> {
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  try {
    await importInto(new Sql(dataSource), url, options);
  } finally {
    await dataSource.destroy();
  }
}

/** Takes the Keyrock database at `url` over into one that is open, and says what became of each table. */
export async function importInto(sql: Sql, url: string, options: Options): Promise<void> {
  const source = await openKeyrock(url);
  try {
    const cipher = new SecretCipher(loadEncryptionKey(options));
    await importKeyrock(source, sql, { cipher, now: Date.now() }, (summary) => say(renderSummary(summary)));
  } finally {
    await source.close();
  }
  notes.forEach(say);
}
