import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_SERVICE_PATHS } from '@smart-city/context';
import { renderEntity } from '@smart-city/ngsiv2';
import { openEmbeddedEntityStore } from '../../apps/context-broker/src/storage/embedded/embedded-entity-store';
import { asJson, printJson } from '../report';
import { buildParts, startBroker } from './broker-servers';
import { generateLoad, httpRequest } from './load-generator';
import type { PinnedServer } from './pinned-server';

// What a second process beside the embedded store could give at most: GETs of two brokers that share nothing, one on each
// core, against those of one; and what a look-up costs that finds nothing in memory, as every one of a process would that does
// not hear of writes. `--json` prints a report.

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 3;
const ENTITIES = 1_000;
const LOOKUPS = 5_000;

const entity = (n: number) =>
  JSON.stringify({
    id: `E${n}`,
    type: 'T',
    a: { value: n },
    b: { value: `entity ${n}` },
    c: { value: true },
  });
const bind = (pid: number, cores: string) => spawnSync('taskset', ['-acp', cores, String(pid)]);

async function startFilled(folder: string): Promise<PinnedServer> {
  const broker = await startBroker(folder);
  let n = -1;
  const request = () => httpRequest('POST', '/v2/entities', entity((n += 1)));
  while (n < ENTITIES) await generateLoad({ port: broker.port, connections: 16, seconds: 0.2, request });
  return broker;
}

const gets = async ({ port }: PinnedServer): Promise<number> => {
  const request = (n: number) => httpRequest('GET', `/v2/entities/E${n % ENTITIES}`);
  return (await generateLoad({ port, connections: 16, seconds: SECONDS, request })).requestsPerSecond;
};

/** Microseconds for a look-up of one entity and its rendering. */
async function lookupUs(folder: string, cacheBytes: number): Promise<number> {
  const store = await openEmbeddedEntityStore({ folder, dbName: 'orion', cacheBytes });
  let best = Infinity;
  for (let round = 0; round < 10; round += 1) {
    const startedAt = performance.now();
    for (let n = 0; n < LOOKUPS; n += 1) {
      const tenancy = { tenant: '', servicePaths: ALL_SERVICE_PATHS };
      for (const one of await store.find(tenancy, { id: `E${(n * 7) % ENTITIES}` })) renderEntity(one);
    }
    best = Math.min(best, ((performance.now() - startedAt) * 1000) / LOOKUPS);
  }
  await store.close();
  return Math.round(best * 10) / 10;
}

const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'bench-'))));
const [first, second] = [await startFilled(folders[0]!), await startFilled(folders[1]!)];
const rounds = [];
for (let round = 0; round < ROUNDS; round += 1) {
  bind(first.pid, '0');
  bind(process.pid, '1');
  const one = await gets(first);
  bind(second.pid, '1');
  bind(process.pid, '0,1');
  const two = (await Promise.all([gets(first), gets(second)])).reduce((sum, rate) => sum + rate, 0);
  rounds.push({ one, two, ratio: Math.round((two / one) * 100) / 100 });
}
await Promise.all([first.stop(), second.stop()]);
await buildParts();
const lookups = {
  inMemoryUs: await lookupUs(folders[0]!, 16_777_216),
  inFileUs: await lookupUs(folders[0]!, 500),
};
await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
if (asJson) printJson({ rounds, lookups });
else console.log(rounds, lookups);
