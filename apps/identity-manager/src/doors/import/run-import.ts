import { BadUsage } from '@smart-city/service';
import { existsSync } from 'node:fs';
import { createSecretKey } from 'node:crypto';
import { readNamedArguments } from '@smart-city/options';
import type { Options } from '../../cli/options';
import { openDatabase } from '../../database/data-source';
import { openSql } from '../../database/open-sql';
import { loadEncryptionKey, SecretCipher } from '../../database/secret-cipher';
import type { Sql } from '../../database/sql';
import { KeyrockImport } from './import-keyrock';
import { openKeyrock } from './keyrock-source';
import { renderSummary } from './tally';
import type { CommandContext } from '../../service/command-context';

const IMAGES = '--images';
const notes = [
  'Passwords keep working; each is stored in the new form when its user logs in. Give IDM_LEGACY_ENCRYPTION_KEY the value of',
  "Keyrock's IDM_ENCRYPTION_KEY if rows have no salt.",
  'JSON Web Tokens made by Keyrock stay valid until they end, as long as their application keeps its JWT secret.',
];

/** `identity-manager import-keyrock <url> [--images <folder>] [--dry-run]`: into the database that the settings name. @throws BadUsage, OptionError */
export async function runImport(args: readonly string[], { options, log }: CommandContext): Promise<string> {
  const at = args.findIndex((word, place) => !word.startsWith('--') && args[place - 1] !== IMAGES);
  const url = args[at];
  if (url === undefined) throw new BadUsage('the address of the Keyrock database is missing');
  const { values, flags } = readNamedArguments(args.toSpliced(at, 1), {
    values: [IMAGES],
    flags: ['--dry-run'],
  });
  const images = values.get(IMAGES);
  if (images !== undefined && !existsSync(images)) throw new BadUsage(`there is no folder ${images}`);
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  try {
    return await importInto(openSql(dataSource), url, options, {
      dryRun: flags.has('--dry-run'),
      images,
    });
  } finally {
    await dataSource.destroy();
  }
}

/** Takes the Keyrock database at `url` over into one that is open, and says what became of each table. @returns what to know then */
export async function importInto(
  sql: Sql,
  url: string,
  options: Options,
  { dryRun = false, images }: { readonly dryRun?: boolean; readonly images?: string | undefined } = {},
): Promise<string> {
  const source = await openKeyrock(url);
  try {
    const key = loadEncryptionKey(options);
    await new KeyrockImport(source, sql, {
      cipher: new SecretCipher(key),
      secret: createSecretKey(Buffer.from(key)),
      now: Date.now(),
      dryRun,
      images,
      report: (summary) => process.stdout.write(`${renderSummary(summary)}\n`),
      progress: (table, rows) => process.stderr.write(`${table}: ${rows} rows so far …\n`),
    }).run();
  } finally {
    await source.close();
  }
  const last = dryRun ? ['Nothing was written: this was a dry run.'] : notes;
  return last.map((line) => `${line}\n`).join('');
}
