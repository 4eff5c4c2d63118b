import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startCountingProxy } from './counting-proxy';
import { generateLoad, httpRequest } from './load-generator';
import { startPinned, takeSecondCore } from './pinned-server';

// What one broker on a MongoDB-wire server costs for a request, in processor time of its own, and how often it asks the server:
//   TEST_SERVERS=mongo node tools/test-servers/with-all.mjs node benchmarks/run.mjs mongo
// The broker is the built one. `--json` prints a report.

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const CONNECTIONS = 16;
const ENTITIES = 500;
const BATCH = 100;

const mongoUri = process.env['MONGODB_URI'];
if (mongoUri === undefined) throw new Error('MONGODB_URI names no server');
const folder = mkdtempSync(join(tmpdir(), 'mongo-'));
const proxy = await startCountingProxy(Number(new URL(mongoUri).port));

const entity = (n: number, shown: number) => ({
  id: `E${n}`,
  type: 'T',
  temperature: { value: shown, type: 'Number' },
  humidity: { value: 40.5, type: 'Number' },
  name: { value: `entity ${n}`, type: 'Text' },
  open: { value: true, type: 'Boolean' },
});
const batch = (from: number, shown: number) =>
  httpRequest(
    'POST',
    '/v2/op/update',
    JSON.stringify({
      actionType: 'append',
      entities: Array.from({ length: BATCH }, (_, n) => entity((from + n) % ENTITIES, shown)),
    }),
  );

/** Of all runs: no value is written twice. */
let value = 0;

/** One after the other where requests are about the same entities. */
const SCENARIOS: readonly {
  readonly name: string;
  readonly connections: number;
  readonly request: (n: number) => string;
}[] = [
  {
    name: 'GET of one entity',
    connections: CONNECTIONS,
    request: (n) => httpRequest('GET', `/v2/entities/E${n % ENTITIES}`),
  },
  {
    name: 'PATCH of one attribute',
    connections: CONNECTIONS,
    request: (n) =>
      httpRequest(
        'PATCH',
        `/v2/entities/E${n % ENTITIES}/attrs`,
        `{"temperature":{"value":${(value += 1)},"type":"Number"}}`,
      ),
  },
  {
    name: 'list of 20',
    connections: CONNECTIONS,
    request: () => httpRequest('GET', '/v2/entities?type=T&limit=20'),
  },
  { name: `op/update of ${BATCH}`, connections: 1, request: (n) => batch(n * BATCH, (value += 1)) },
];

takeSecondCore();
const broker = await startPinned(join(process.cwd(), 'dist/apps/context-broker/main.js'), {
  args: [
    ...['-port', '0', '-db', `m${Math.random().toString(36).slice(2, 9)}`],
    ...['-dbURI', `mongodb://127.0.0.1:${proxy.port}`, '-pidpath', join(folder, 'pid'), '-disableFileLog'],
  ],
});
try {
  let n = 0;
  while (n < ENTITIES)
    await generateLoad({
      port: broker.port,
      connections: 1,
      seconds: 0.01,
      request: () => batch((n += BATCH), 0),
    });
  const results = [];
  for (const { name, connections, request } of SCENARIOS) {
    const load = { port: broker.port, connections, request };
    await generateLoad({ ...load, seconds: SECONDS / 2 });
    proxy.take();
    const cpuBefore = broker.cpuMs() ?? 0;
    const measured = await generateLoad({ ...load, seconds: SECONDS });
    const requests = measured.requestsPerSecond * SECONDS;
    const cpuMs = Math.round((((broker.cpuMs() ?? 0) - cpuBefore) / requests) * 1000) / 1000;
    const commands = Object.fromEntries(
      [...proxy.take()].map(([command, count]) => [command, Math.round((count / requests) * 100) / 100]),
    );
    results.push({ name, cpuMs, commands, ...measured });
    if (!asJson) console.log(name, { cpuMs, commands, ...measured });
  }
  if (asJson) printJson({ connections: CONNECTIONS, entities: ENTITIES, results });
} finally {
  await broker.stop();
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
