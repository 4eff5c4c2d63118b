import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker } from './broker-servers';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// What stays in memory: the process while entities are loaded in batches of 1,000, then under a steady load of PATCH and GET, one
// line every --every seconds. The load should leave the last lines as the first ones.
//   node benchmarks/run.mjs soak [--entities 200000] [--seconds 300] [--every 30] [--heap 256]

const argument = (name: string, standard: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? standard : Number(process.argv[at + 1]);
};
const ENTITIES = argument('entities', 200_000);
const SECONDS = argument('seconds', 300);
const EVERY = argument('every', 30);
/** MiB that Node takes for the heap; 256 in a container of 512 Mi. */
const HEAP = argument('heap', 256);
const BATCH = 1_000;
const CONNECTIONS = 8;

/** MiB of a process as the system counts them: now, and at most so far. */
function memoryOf({ pid }: PinnedServer): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024);
  return { now: of('VmRSS'), most: of('VmHWM') };
}

function send(
  server: PinnedServer,
  agent: Agent,
  method: string,
  path: string,
  body?: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
    request({ agent, method, headers, port: server.port, host: '127.0.0.1', path }, (answer) =>
      answer.resume().on('end', () => {
        if (answer.statusCode! < 300) resolve();
        else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      }),
    )
      .on('error', reject)
      .end(body);
  });
}

const entity = (at: number) => ({
  id: `urn:ngsi-ld:AirQualityObserved:station-${at}`,
  type: 'AirQualityObserved',
  temperature: { type: 'Number', value: at % 50 },
  name: { type: 'Text', value: `a station with number ${at}` },
  location: { type: 'geo:json', value: { type: 'Point', coordinates: [at % 180, at % 90] } },
  dateObserved: { type: 'DateTime', value: '2026-01-01T00:00:00Z' },
});

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const server = await startBroker(folder, ['-logLevel', 'ERROR'], {
  NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
});
const rows: { readonly when: string; readonly now: number; readonly most: number }[] = [];
const note = (when: string) => void rows.push({ when, ...memoryOf(server) });
try {
  const agent = new Agent({ keepAlive: true });
  note('started');
  for (let first = 0; first < ENTITIES; first += BATCH) {
    const entities = Array.from({ length: BATCH }, (_, at) => entity(first + at));
    await send(server, agent, 'POST', '/v2/op/update', JSON.stringify({ actionType: 'append', entities }));
    if (((first + BATCH) * 4) % ENTITIES === 0) note(`${first + BATCH} entities`);
  }
  const start = performance.now();
  let turn = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const path = `/v2/entities/urn:ngsi-ld:AirQualityObserved:station-${(turn++ * 7_919) % ENTITIES}`;
      if (turn % 2 === 0) await send(server, agent, 'GET', path);
      else
        await send(
          server,
          agent,
          'PATCH',
          `${path}/attrs`,
          `{"temperature":{"type":"Number","value":${turn}}}`,
        );
    }
  };
  const working = Array.from({ length: CONNECTIONS }, work);
  for (let at = EVERY; at <= SECONDS; at += EVERY) {
    await new Promise((resolve) => setTimeout(resolve, start + at * 1000 - performance.now()));
    note(`${at} s, ${turn} requests`);
  }
  isOver = true;
  await Promise.all(working);
  agent.destroy();
  if (asJson) printJson({ soak: rows });
  else console.table(rows);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
