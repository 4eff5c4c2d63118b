import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import esbuild from 'esbuild';
import { ALL_SERVICE_PATHS } from '@smart-city/context';
import { openEmbeddedEntityStore } from './embedded-entity-store';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../../../..');
/** A second one meets what the first left behind; CI goes on for longer. */
const KILLS = process.env['THOROUGH_TESTS'] === undefined ? 2 : 6;

/** Bundled as the product is: the threads' files beside the main one. */
async function buildChild(): Promise<string> {
  const outdir = join(root, 'node_modules', '.cache', `smart-city-child-${process.pid}`);
  await esbuild.build({
    entryPoints: ['store-child', 'sqlite-writer.worker', 'sqlite-reader.worker'].map((name) =>
      join(here, `${name}.ts`),
    ),
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    tsconfig: join(root, 'tsconfig.base.json'),
    alias: Object.fromEntries(
      ['context', 'ngsiv2'].map((lib) => [`@smart-city/${lib}`, join(root, `libs/${lib}/src/index.ts`)]),
    ),
  });
  return outdir;
}

const lines = (child: ChildProcess) => createInterface(child.stdout!);
/** Entities that were each written with one notification, and those notifications, by id. */
function keptTogether(file: string): {
  readonly entities: readonly unknown[];
  readonly notifications: readonly unknown[];
} {
  const database = new Database(file, { readonly: true });
  const ids = (sql: string) => database.prepare(sql).pluck().all();
  const entities = ids("SELECT id FROM entities WHERE id NOT LIKE 'counter%' ORDER BY id");
  const notifications = ids("SELECT id FROM documents WHERE collection = 'outbox/s' ORDER BY id");
  database.close();
  return { entities, notifications };
}

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

describe('durability', () => {
  let built: string;
  let folder: string;
  beforeAll(async () => {
    built = await buildChild();
    folder = await mkdtemp(join(tmpdir(), 'durability-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await rm(built, { recursive: true });
  });

  /** Runs the child until it has acknowledged some writes, kills it, and returns the last number of each writer. */
  async function loadUntilKilled(first: number, writes: number): Promise<Map<string, number>> {
    const child = spawn(process.execPath, [join(built, 'store-child.js'), folder, 'load', String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const acknowledged = new Map<string, number>();
    let left = writes;
    for await (const line of lines(child)) {
      const [writer = '', n] = line.split(' ');
      acknowledged.set(writer, Number(n));
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    }
    await exited;
    expect(left).toBeLessThanOrEqual(0);
    return acknowledged;
  }

  it('kill -9 under load loses no acknowledged write, and parts no entity from the notification of its change', async () => {
    let first = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const acknowledged = await loadUntilKilled(first, 100 * kill + 37);
      const store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
      const tenancy = { tenant: 'crash', servicePaths: ALL_SERVICE_PATHS };
      for (const [writer, last] of acknowledged) {
        const [counter] = await store.find(tenancy, { id: `counter${writer}`, type: 'T' });
        expect(counter?.attrs.get('n')?.value).toBeGreaterThanOrEqual(last);
        for (let n = first; n <= last; n += 1)
          expect(await store.find(tenancy, { id: `new${writer}-${n}` })).toHaveLength(1);
      }
      const { count } = await store.query(tenancy, {
        selectors: [],
        orderBy: [],
        limit: 0,
        offset: 0,
        count: true,
      });
      expect((await store.getType(tenancy, 'T', true))?.count).toBe(count);
      first = Math.max(...acknowledged.values()) + 1_000;
      await store.close();
      const kept = keptTogether(join(folder, 'orion-crash.sqlite'));
      expect(kept.notifications).toEqual(kept.entities);
      expect(kept.entities.length).toBeGreaterThan(0);
    }
    const database = new Database(join(folder, 'orion-crash.sqlite'));
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
  });

  (hasPrlimit ? it : it.skip)(
    'a commit that fails refuses its writes, shows none of them, and the store goes on',
    async () => {
      const full = await mkdtemp(join(tmpdir(), 'full-'));
      // A file size limit stands for a full disk: the write fails, and space can be given back while the process runs.
      const script = `trap '' XFSZ; ulimit -S -f 4000; exec "$0" "$1" "$2" fill`;
      const child = spawn('sh', ['-c', script, process.execPath, join(built, 'store-child.js'), full], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      try {
        const answers = lines(child)[Symbol.asyncIterator]();
        const failed = JSON.parse((await answers.next()).value as string) as {
          stored: number;
          visible: number;
          lost: number;
          message: string;
        };
        expect(failed.message).toContain('Database Error');
        expect(failed.stored).toBeGreaterThan(20);
        expect(failed.visible).toBe(failed.stored);
        expect(failed.lost).toBe(0);
        const kept = keptTogether(join(full, 'orion-crash.sqlite'));
        expect(kept.notifications).toEqual(kept.entities);
        expect(spawnSync('prlimit', ['--fsize=unlimited', '--pid', String(child.pid)]).status).toBe(0);
        child.stdin.end('go\n');
        expect(JSON.parse((await answers.next()).value as string)).toEqual({ result: 'done', found: 1 });
        expect(await exited).toEqual([0, null]);
      } finally {
        child.kill('SIGKILL');
        await exited;
        await rm(full, { recursive: true });
      }
    },
  );
});
