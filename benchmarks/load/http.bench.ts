import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSides, type Comparison } from './compare-sides';
import { generateLoad, httpRequest } from './load-generator';
import { asJson, printJson } from '../report';
import { startBroker, startFloor } from './broker-servers';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// PATCH of one attribute, POST of new entities and GET of one entity: the built broker against bare node:http servers in the
// same run, 32 connections, the load made on the other core. `--json` prints a report two commits can be compared by;
// arguments choose scenarios by their first word.

const ENTITIES = 10_000;
const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const entity = (id: string, n: number) =>
  JSON.stringify({
    id,
    type: 'Room',
    temperature: { value: n % 50, type: 'Number', metadata: {} },
    humidity: { value: 40.5, type: 'Number', metadata: {} },
    name: { value: `room number ${n}`, type: 'Text', metadata: {} },
    open: { value: true, type: 'Boolean', metadata: {} },
  });

const SCENARIOS: readonly {
  readonly name: string;
  readonly request: (n: number, round: string) => string;
}[] = [
  {
    name: 'PATCH one attribute',
    request: (n, round) =>
      httpRequest(
        'PATCH',
        `/v2/entities/Room${n % ENTITIES}/attrs`,
        `{"temperature":{"value":${n}.${round},"type":"Number"}}`,
      ),
  },
  {
    name: 'POST new entities',
    request: (n, round) => httpRequest('POST', '/v2/entities', entity(`New${round}_${n}`, n)),
  },
  { name: 'GET one entity', request: (n) => httpRequest('GET', `/v2/entities/Room${n % ENTITIES}`) },
];

async function fill({ port }: PinnedServer): Promise<void> {
  let n = -1;
  const request = () => {
    n += 1;
    return httpRequest('POST', '/v2/entities', entity(`Room${n}`, n));
  };
  while (n < ENTITIES) await generateLoad({ port, connections: CONNECTIONS, seconds: 0.5, request });
}

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const floor = await startFloor(folder);
const broker = await startBroker(folder);
try {
  await fill(floor);
  await fill(broker);
  const results: (Comparison & { name: string })[] = [];
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  for (const { name, request } of SCENARIOS.filter(
    (one) => wanted.length === 0 || wanted.some((word) => one.name.startsWith(word)),
  )) {
    const compared = await compareSides(
      { floor, broker },
      {
        connections: CONNECTIONS,
        seconds: SECONDS,
        rounds: ROUNDS,
        request: (n, round) => request(n, String(round)),
      },
    );
    results.push({ name, ...compared });
    if (!asJson) console.log(name, compared);
  }
  if (asJson) {
    printJson({ connections: CONNECTIONS, results });
  }
} finally {
  await Promise.all([floor.stop(), broker.stop()]);
  await rm(folder, { recursive: true });
}
