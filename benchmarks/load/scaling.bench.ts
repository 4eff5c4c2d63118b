import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type ServiceProcess } from '@smart-city/testing';
import { confineToShare } from './core-share';
import { cpuMs } from './pinned-server';
import { generateLoad, httpRequest } from './load-generator';

// Two brokers on one MongoDB-wire server against one: node tools/test-servers/with-all.mjs node benchmarks/run.mjs scaling
// (TEST_SERVERS=mongo; the broker built). It says how many cores each part used, so that one sees what the limit was.
// `--share 0.25` confines each broker to that share of a core, as a container's limit does: on a machine with too few cores
// for two brokers, their database and the load, they themselves are then the limit.

const SECONDS = 4;
const ROUNDS = 3;
const CONNECTIONS = 16;
const ENTITIES = 500;

const mongoUri = process.env['MONGODB_URI'];
if (mongoUri === undefined) throw new Error('MONGODB_URI names no server');
const folder = mkdtempSync(join(tmpdir(), 'scaling-'));
const dbName = `s${Math.random().toString(36).slice(2, 9)}`;

const start = (n: number) =>
  startService('context-broker', {
    args: [
      '-port',
      '0',
      '-db',
      dbName,
      '-dbURI',
      mongoUri,
      '-disableFileLog',
      '-pidpath',
      join(folder, `${n}`),
    ],
  });

const cpuSeconds = (pid: number): number => (cpuMs(pid) ?? 0) / 1000;

const databasePid = Number(
  spawnSync('sh', [
    '-c',
    `ss -ltnpH "sport = :${new URL(mongoUri).port}" | grep -o 'pid=[0-9]*' | head -1 | cut -c5-`,
  ])
    .stdout.toString()
    .trim(),
);

const brokers = await Promise.all([start(1), start(2)]);
const entity = (n: number) => ({ id: `E${n}`, type: 'T', n: { value: 0 } });
await fetch(`${brokers[0].url}/v2/op/update`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    actionType: 'append',
    entities: Array.from({ length: ENTITIES }, (_, n) => entity(n)),
  }),
});

const loads = {
  PATCH: (n: number) => httpRequest('PATCH', `/v2/entities/E${n % ENTITIES}/attrs`, `{"n":{"value":${n}}}`),
  GET: (n: number) => httpRequest('GET', `/v2/entities/E${n % ENTITIES}`),
};

interface Measured {
  readonly requestsPerSecond: number;
  /** Cores used: by the database, by this process, by all brokers. */
  readonly database: number;
  readonly generator: number;
  readonly brokers: number;
}

async function measure(used: readonly ServiceProcess[], request: (n: number) => string): Promise<Measured> {
  const pids = [databasePid, process.pid, ...used.map((broker) => broker.process.pid ?? 0)];
  const cpu = () => pids.map((pid) => (pid > 0 ? cpuSeconds(pid) : 0));
  const before = cpu();
  const results = await Promise.all(
    used.map(({ port }) => generateLoad({ port, connections: CONNECTIONS, seconds: SECONDS, request })),
  );
  const [database = 0, generator = 0, ...brokerCores] = cpu().map(
    (after, at) => (after - before[at]!) / SECONDS,
  );
  if (results.some(({ failures }) => failures > 0)) throw new Error('some requests failed');
  return {
    requestsPerSecond: results.reduce((sum, result) => sum + result.requestsPerSecond, 0),
    database,
    generator,
    brokers: brokerCores.reduce((sum, cores) => sum + cores, 0),
  };
}

let lift: (() => void)[] = [];
try {
  for (const request of Object.values(loads)) await measure(brokers, request);
  if (process.argv.includes('--share')) {
    const share = Number(process.argv[process.argv.indexOf('--share') + 1]);
    lift = brokers.map((broker) => confineToShare(broker.process.pid ?? 0, share));
  }
  for (const [name, request] of Object.entries(loads)) {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const one = await measure(brokers.slice(0, 1), request);
      const two = await measure(brokers, request);
      const ratio = two.requestsPerSecond / one.requestsPerSecond;
      const cores = ({ database, generator, brokers: used }: Measured) =>
        `cores: brokers ${used.toFixed(2)}, database ${database.toFixed(2)}, generator ${generator.toFixed(2)}`;
      console.log(
        `${name}: one ${one.requestsPerSecond}/s (${cores(one)}), two ${two.requestsPerSecond}/s (${cores(two)}), ratio ${ratio.toFixed(2)}`,
      );
      ratios.push(ratio);
    }
    const median = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    console.log(`${name}: ratio ${median.toFixed(2)}, the median of ${ROUNDS}`);
  }
} finally {
  await Promise.all(brokers.map((broker) => broker.stop()));
  for (const end of lift) end();
  rmSync(folder, { recursive: true, force: true });
}
