import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker, startFloor } from './broker-servers';
import { compareSides, type Comparison } from './compare-sides';
import { generateLoad, httpRequest } from './load-generator';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// NGSI-LD: merge, creation and retrieval of one entity, retrieval with the context of another server, against bare node:http
// servers in the same run, and a batch upsert of 1,000 entities alone. `--json` prints a report; arguments choose scenarios by
// their first word.

const ENTITIES = 10_000;
const CONNECTIONS = 32;
const BATCH = 1_000;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PATH = '/ngsi-ld/v1/entities';

const body = (id: string, n: number) => ({
  id,
  type: 'Room',
  temperature: { type: 'Property', value: n % 50 },
  humidity: { type: 'Property', value: 40.5 },
  name: { type: 'Property', value: `room number ${n}` },
  open: { type: 'Property', value: true },
});
const entity = (id: string, n: number) => JSON.stringify(body(id, n));
const room = (n: number) => `urn:ngsi-ld:Room:${n % ENTITIES}`;

/** A context of a hundred terms, as another server has it. */
const contextServer = createServer((_request, response) => {
  const terms: readonly (readonly [string, string])[] = Array.from({ length: 100 }, (_, at) => [
    `term${at}`,
    `https://example.org/term${at}`,
  ]);
  response.end(JSON.stringify({ '@context': Object.fromEntries(terms) as object }));
});
await new Promise<void>((resolve) => contextServer.listen(0, '127.0.0.1', resolve));
const context = `http://127.0.0.1:${(contextServer.address() as AddressInfo).port}/context.jsonld`;
const linked = (request: string) =>
  request.replace('\r\n', `\r\nLink: <${context}>; rel="http://www.w3.org/ns/json-ld#context"\r\n`);

const SCENARIOS: readonly {
  readonly name: string;
  readonly request: (n: number, round: string) => string;
}[] = [
  {
    name: 'merge one attribute',
    request: (n, round) =>
      httpRequest('PATCH', `${PATH}/${room(n)}`, `{"temperature":{"type":"Property","value":${n}.${round}}}`),
  },
  {
    name: 'create new entities',
    request: (n, round) => httpRequest('POST', PATH, entity(`urn:ngsi-ld:New:${round}:${n}`, n)),
  },
  { name: 'retrieve one entity', request: (n) => httpRequest('GET', `${PATH}/${room(n)}`) },
  { name: 'linked retrieval', request: (n) => linked(httpRequest('GET', `${PATH}/${room(n)}`)) },
];

async function fill({ port }: PinnedServer): Promise<void> {
  let n = -1;
  const request = () => {
    n += 1;
    return httpRequest('POST', PATH, entity(`urn:ngsi-ld:Room:${n}`, n));
  };
  while (n < ENTITIES) await generateLoad({ port, connections: CONNECTIONS, seconds: 0.5, request });
}

/** Entities a second of batch upserts, each of which replaces the entities of the one before. */
async function batches({ port }: PinnedServer): Promise<number> {
  const texts = [0, 1].map((turn) =>
    JSON.stringify(Array.from({ length: BATCH }, (_, at) => body(`urn:ngsi-ld:Batch:${at}`, at + turn))),
  );
  const { requestsPerSecond, failures } = await generateLoad({
    port,
    connections: 2,
    seconds: SECONDS,
    request: (n) => httpRequest('POST', '/ngsi-ld/v1/entityOperations/upsert', texts[n % 2]),
  });
  if (failures > 0) throw new Error(`${failures} batches failed`);
  return requestsPerSecond * BATCH;
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
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.startsWith(word));
  for (const { name, request } of SCENARIOS.filter((one) => isWanted(one.name))) {
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
  const entitiesPerSecond = isWanted('upsert') ? await batches(broker) : undefined;
  if (asJson) printJson({ connections: CONNECTIONS, results, entitiesPerSecond });
  else if (entitiesPerSecond !== undefined) console.log('upsert of 1,000 entities', { entitiesPerSecond });
} finally {
  await Promise.all([floor.stop(), broker.stop()]);
  contextServer.close();
  await rm(folder, { recursive: true });
}
