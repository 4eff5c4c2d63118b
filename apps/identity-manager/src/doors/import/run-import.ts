import { BadUsage } from '@smart-city/service';
import { createSecretKey } from 'node:crypto';
import { readNamedArguments } from '@smart-city/options';
import type { Options } from '../../cli/options';
import { openDatabase } from '../../database/data-source';
import { openSql } from '../../database/open-sql';
import { loadEncryptionKey, SecretCipher } from '../../database/secret-cipher';
import type { Sql } from '../../database/sql';
import type { Logger } from '../../service/logger';
import { KeyrockImport } from './import-keyrock';
import { openKeyrock } from './keyrock-source';
import { renderSummary } from './tally';

const notes = [
  'Passwords keep working; each is stored in the new form when its user logs in. Give IDM_LEGACY_ENCRYPTION_KEY the value of',
  "Keyrock's IDM_ENCRYPTION_KEY if rows have no salt.",
  'JSON Web Tokens made by Keyrock stay valid until they end, as long as their application keeps its JWT secret.',
];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `identity-manager import-keyrock <url> [--dry-run]`: into the database that the settings name. @throws BadUsage */
export async function runImport(args: readonly string[], options: Options, log: Logger): Promise<void> {
  const [url, ...rest] = [...args].sort((a, b) => Number(a.startsWith('--')) - Number(b.startsWith('--')));
  if (url === undefined || url.startsWith('--'))
    throw new BadUsage('the address of the Keyrock database is missing');
  const named = readNamedArguments(rest, { values: [], flags: ['--dry-run'] });
  if (typeof named === 'string') throw new BadUsage(named);
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  try {
    await importInto(openSql(dataSource), url, options, named.flags.has('--dry-run'));
  } finally {
    await dataSource.destroy();
  }
}

/** Takes the Keyrock database at `url` over into one that is open, and says what became of each table. */
export async function importInto(sql: Sql, url: string, options: Options, dryRun = false): Promise<void> {
  const source = await openKeyrock(url);
  try {
    const key = loadEncryptionKey(options);
    await new KeyrockImport(source, sql, {
      cipher: new SecretCipher(key),
      secret: createSecretKey(Buffer.from(key)),
      now: Date.now(),
      dryRun,
      report: (summary) => say(renderSummary(summary)),
      progress: (table, rows) => process.stderr.write(`${table}: ${rows} rows so far …\n`),
    }).run();
  } finally {
    await source.close();
  }
  if (dryRun) say('Nothing was written: this was a dry run.');
  else notes.forEach(say);
}
