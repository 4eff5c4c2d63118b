import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { asJson, printJson } from '../report';
import { postgresDatabase, sqliteDatabase } from './identity-database';
import { fillKeyrock } from './keyrock-million';

// An import from a Keyrock 8 on MariaDB with a million live tokens (BENCH_TOKENS), by the built service, twice: what is new, then
// what is known. The floor reads the same rows a page at a time and writes one row for each of them to a bare SQLite file.
// Wants IDM_TEST_MYSQL_URL: node tools/test-servers/with-all.mjs node benchmarks/run.mjs import
// `--postgres` imports into the server of IDM_TEST_POSTGRES_URL in place of SQLite. `--json` prints a report.

const TOKENS = Number(process.env['BENCH_TOKENS'] ?? 1_000_000);
const FLOOR_PAGE = 500;

interface Measured {
  readonly name: string;
  readonly seconds: number;
  readonly rowsPerSecond: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

/** What the process of this id has used so far; undefined when it has ended. */
function usageOf(pid: number): { readonly peakKilobytes: number; readonly ticks: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const peak = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    return peak === undefined
      ? undefined
      : { peakKilobytes: Number(peak), ticks: Number(stat[11]) + Number(stat[12]) };
  } catch {
    return undefined;
  }
}

/** Runs the built subcommand. @throws Error with what it said when it fails */
async function runImport(name: string, url: string, env: Record<string, string>): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/apps/identity-manager/main.js', 'import-keyrock', url], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  let last = { peakKilobytes: 0, ticks: 0 };
  const watch = setInterval(() => (last = usageOf(child.pid ?? 0) ?? last), 100);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  if (code !== 0 || !said.includes('oauth_access_token:')) throw new Error(said);
  const seconds = (performance.now() - started) / 1000;
  return {
    name,
    seconds,
    rowsPerSecond: TOKENS / seconds,
    processorSeconds: last.ticks / 100,
    peakMegabytes: last.peakKilobytes / 1024,
  };
}

/** The same rows read and written with nothing in between. */
async function floor(url: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  const source = await mysql.createConnection(url);
  const target = new Sqlite(join(folder, 'floor.db'));
  target.pragma('journal_mode = WAL');
  target.exec('CREATE TABLE tokens (hash TEXT PRIMARY KEY, client TEXT, user TEXT, expires INTEGER)');
  const insert = target.prepare('INSERT INTO tokens VALUES (?, ?, ?, ?)');
  const write = target.transaction((page: readonly RowDataPacket[]) => {
    for (const row of page)
      insert.run(row['hash'], row['oauth_client_id'], row['user_id'], Number(row['expires']));
  });
  const started = performance.now();
  for (let last = ''; ;) {
    const [page] = await source.query<RowDataPacket[]>(
      `SELECT * FROM oauth_access_token WHERE hash > ? ORDER BY hash LIMIT ${FLOOR_PAGE}`,
      [last],
    );
    write(page);
    const end = page.at(-1);
    if (!end) break;
    last = String(end['hash']);
  }
  const seconds = (performance.now() - started) / 1000;
  target.close();
  await source.end();
  await rm(folder, { recursive: true });
  return seconds;
}

const server = process.env['IDM_TEST_MYSQL_URL'];
if (!server)
  throw new Error('IDM_TEST_MYSQL_URL is not set: tools/test-servers/with-all.mjs starts a MariaDB');
const postgres = process.argv.includes('--postgres') ? process.env['IDM_TEST_POSTGRES_URL'] : undefined;
const target = postgres ? await postgresDatabase(postgres) : await sqliteDatabase();
const keyrock = await fillKeyrock(server, TOKENS);
try {
  const floorSeconds = await floor(keyrock.url);
  const runs = [
    await runImport('first run', keyrock.url, target.env),
    await runImport('second run', keyrock.url, target.env),
  ];
  if (asJson) printJson({ tokens: TOKENS, into: target.name, floorSeconds, runs });
  else {
    console.log(`${TOKENS} tokens into ${target.name}; floor ${floorSeconds.toFixed(1)} s`);
    for (const { name, seconds, rowsPerSecond, processorSeconds, peakMegabytes } of runs)
      console.log(
        `${name}: ${seconds.toFixed(1)} s, ${rowsPerSecond.toFixed(0)} tokens/s, ${processorSeconds.toFixed(1)} s of processor time, peak ${peakMegabytes.toFixed(0)} MB, ${(seconds / floorSeconds).toFixed(1)} floors`,
      );
  }
} finally {
  await keyrock.drop();
  await target.drop();
}
