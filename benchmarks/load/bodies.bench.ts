import { mkdtemp, rm } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker } from './broker-servers';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// How long another tenant's GET takes beside two connections that send requests of up to 1 MB, one after the other: p50 and p99
// of one GET at a time, alone and beside each attack.
//   node benchmarks/run.mjs bodies [--seconds 6]

const at = process.argv.indexOf('--seconds');
const SECONDS = at < 0 ? 6 : Number(process.argv[at + 1]);
const ATTACKERS = 2;

const list = (count: number, item: (at: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

const ATTACKS: readonly { readonly name: string; readonly path: string; readonly body: string }[] = [
  {
    name: 'q of 180,000 terms',
    path: '/v2/op/query',
    body: `{"expression":{"q":"${list(180_000, () => 'a==1', ';')}"}}`,
  },
  {
    name: '== of 450,000 values',
    path: '/v2/op/query',
    body: `{"expression":{"q":"a==${list(450_000, () => '1')}"}}`,
  },
  {
    name: '40,000 metadata',
    path: '/v2/entities',
    body: `{"id":"M","a":{"value":1,"metadata":{${list(40_000, (index) => `"m${index}":{"value":1}`)}}}}`,
  },
  { name: '330,000 empty objects', path: '/v2/entities', body: `[${list(330_000, () => '{}')}]` },
  {
    name: 'a value of 330,000 empty objects',
    path: '/v2/entities?options=upsert',
    body: `{"id":"V","a":{"value":[${list(330_000, () => '{}')}]}}`,
  },
  {
    name: 'a batch of 10,000 entities',
    path: '/v2/op/update',
    body: `{"actionType":"append","entities":[${list(10_000, (index) => `{"id":"E${index}","type":"T","a":{"value":1,"type":"Number"}}`)}]}`,
  },
];

/** One request. @returns milliseconds to the end of the answer */
function timed(
  server: PinnedServer,
  agent: Agent,
  method: string,
  path: string,
  tenant: string,
  body?: string,
) {
  return new Promise<number>((resolve, reject) => {
    const start = performance.now();
    const headers = {
      'Fiware-Service': tenant,
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      }),
    };
    const options = { agent, method, headers, port: server.port, host: '127.0.0.1', path };
    request(options, (answer) => answer.resume().on('end', () => resolve(performance.now() - start)))
      .on('error', reject)
      .end(body);
  });
}

async function gets(server: PinnedServer): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end;)
    took.push(await timed(server, agent, 'GET', '/v2/entities/Room1', 'good'));
  agent.destroy();
  return took.sort((a, b) => a - b);
}

async function beside(server: PinnedServer, { path, body }: (typeof ATTACKS)[number]): Promise<number[]> {
  let isOver = false;
  const attackers = Array.from({ length: ATTACKERS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) await timed(server, agent, 'POST', path, 'hostile', body).catch(() => undefined);
    agent.destroy();
  });
  const took = await gets(server);
  isOver = true;
  await Promise.all(attackers);
  return took;
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? NaN;
const row = (name: string, took: readonly number[]) => ({
  name,
  gets: took.length,
  p50: Number(quantile(took, 0.5).toFixed(2)),
  p99: Number(quantile(took, 0.99).toFixed(2)),
  longest: Number((took.at(-1) ?? NaN).toFixed(1)),
});

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const server = await startBroker(folder, ['-logLevel', 'ERROR']);
try {
  const agent = new Agent();
  const entity = '{"id":"Room1","type":"Room","temperature":{"value":1,"type":"Number"}}';
  await timed(server, agent, 'POST', '/v2/entities', 'good', entity);
  await gets(server);
  const rows = [row('alone', await gets(server))];
  for (const attack of ATTACKS) rows.push(row(attack.name, await beside(server, attack)));
  if (asJson) printJson({ bodies: rows });
  else console.table(rows);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
