import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker, startFloor } from './broker-servers';
import { generateLoad, httpRequest } from './load-generator';
import { compareSides } from './compare-sides';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// Pages of a list: the built broker with 1,000 vehicles of five attributes, 50 connections, against bare node:http with one
// SQLite statement for the same page; alone, and while every tenth request changes one of them. `--json` prints a report.

const ENTITIES = 1_000;
const CONNECTIONS = 50;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const vehicle = (n: number) =>
  JSON.stringify({
    id: `urn:ngsi-ld:Vehicle:${n}`,
    type: 'Vehicle',
    speed: { value: n % 120, type: 'Number', metadata: {} },
    heading: { value: (n * 7.5) % 360, type: 'Number', metadata: {} },
    plate: { value: `M-${n}-X`, type: 'Text', metadata: {} },
    moving: { value: n % 2 === 0, type: 'Boolean', metadata: {} },
    fuel: { value: 0.25 + (n % 3) / 4, type: 'Number', metadata: {} },
  });

const page = (parameters: string) => httpRequest('GET', `/v2/entities?type=Vehicle&${parameters}`);
const change = (n: number) =>
  httpRequest(
    'PATCH',
    `/v2/entities/urn:ngsi-ld:Vehicle:${n % ENTITIES}/attrs`,
    `{"speed":{"value":${n},"type":"Number"}}`,
  );

const SCENARIOS: readonly { readonly name: string; readonly request: (n: number) => string }[] = [
  { name: 'limit=20', request: () => page('limit=20') },
  {
    name: 'limit=20, every tenth a PATCH',
    request: (n) => (n % 10 === 0 ? change(n) : page('limit=20')),
  },
  { name: 'limit=20&options=keyValues', request: () => page('limit=20&options=keyValues') },
  { name: 'limit=1000', request: () => page('limit=1000') },
];

async function fill({ port }: PinnedServer): Promise<void> {
  let n = -1;
  const request = () => {
    n += 1;
    return httpRequest('POST', '/v2/entities', vehicle(n));
  };
  while (n < ENTITIES) await generateLoad({ port, connections: 1, seconds: 0.2, request });
}

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const servers = { floor: await startFloor(folder), broker: await startBroker(folder) };
try {
  for (const server of Object.values(servers)) await fill(server);
  const results = [];
  for (const { name, request } of SCENARIOS) {
    const compared = await compareSides(servers, {
      connections: CONNECTIONS,
      seconds: SECONDS,
      rounds: ROUNDS,
      request,
    });
    results.push({ name, ...compared });
    if (!asJson) console.log(name, compared);
  }
  if (asJson) printJson({ connections: CONNECTIONS, entities: ENTITIES, results });
} finally {
  await Promise.all([servers.floor.stop(), servers.broker.stop()]);
  await rm(folder, { recursive: true });
}
