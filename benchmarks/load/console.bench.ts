import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startPinned, takeSecondCore, type PinnedServer } from './pinned-server';

// The pages of the broker's console on a filled store: 20,000 entities of 60 types that are somewhere, 300 subscriptions. What each
// weighs, compressed, and the processor time of the broker for it, beside that of `GET /version`. On the embedded store, and on
// MongoDB where MONGODB_URI names a server (TEST_SERVERS=mongo node tools/test-servers/with-all.mjs). `--json` prints a report.

const ENTITIES = 20_000;
const TYPES = 60;
const SUBSCRIPTIONS = 300;
const BATCH = 1_000;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 20);
const CONSOLE = '/admin/console';

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['GET /version', '/version'],
  ['trouble', CONSOLE],
  ['entities: types', `${CONSOLE}/entities`],
  ['entities of a type', `${CONSOLE}/entities?type=Type7`],
  ['entities found by q', `${CONSOLE}/entities?type=Type7&q=temperature%3E20`],
  ['one entity', `${CONSOLE}/entity?id=urn:Type7:7&type=Type7`],
  ['map', `${CONSOLE}/map`],
  ['map, a quarter of it', `${CONSOLE}/map?lon=-3.78&lat=40.33&zoom=11`],
  ['map of a type', `${CONSOLE}/map?type=Type7`],
  ['subscriptions', `${CONSOLE}/subscriptions`],
  ['registrations', `${CONSOLE}/registrations`],
  ['services', `${CONSOLE}/services`],
  ['operation', `${CONSOLE}/operation`],
  ['deprecations', `${CONSOLE}/deprecations`],
];

async function post(server: PinnedServer, path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

const entity = (n: number) => ({
  id: `urn:Type${n % TYPES}:${n}`,
  type: `Type${n % TYPES}`,
  temperature: { value: (n * 7) % 40, type: 'Number' },
  name: { value: `Entity ${n} of the city`, type: 'Text' },
  location: {
    type: 'geo:json',
    value: {
      type: 'Point',
      coordinates: [-3.9 + ((n * 37) % 1_000) / 2_000, 40.2 + ((n * 91) % 1_000) / 2_000],
    },
  },
});

async function fill(server: PinnedServer): Promise<void> {
  for (let from = 0; from < ENTITIES; from += BATCH) {
    const entities = Array.from({ length: BATCH }, (_, at) => entity(from + at));
    await post(server, '/v2/op/update', { actionType: 'append', entities });
  }
  for (let n = 0; n < SUBSCRIPTIONS; n++)
    await post(server, '/v2/subscriptions', {
      description: `Dashboard ${n} of a department`,
      subject: { entities: [{ idPattern: '.*', type: `Other${n}` }], condition: { attrs: ['temperature'] } },
      notification: { http: { url: `http://localhost:1/receiver/${n}` } },
    });
}

interface Measured {
  readonly name: string;
  readonly processorMs: number;
  readonly bytes: number;
}

async function measure(server: PinnedServer): Promise<readonly Measured[]> {
  const results: Measured[] = [];
  for (const [name, path] of PAGES) {
    const get = async () => {
      const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      return Number(answer.headers.get('content-length') ?? 0);
    };
    let bytes = 0;
    for (let round = 0; round < 5; round++) bytes = await get();
    const start = server.cpuMs() ?? 0;
    for (let round = 0; round < ROUNDS; round++) await get();
    results.push({ name, processorMs: ((server.cpuMs() ?? 0) - start) / ROUNDS, bytes });
  }
  return results;
}

async function run(store: string, uri: string, folder: string): Promise<readonly Measured[]> {
  const args = ['-port', '0', '-dbURI', uri, '-pidpath', join(folder, `${store}.pid`), '-disableFileLog'];
  const server = await startPinned(join(process.cwd(), 'dist/apps/context-broker/main.js'), {
    args: [...args, '-db', 'consolebm', '-adminConsole'],
  });
  try {
    await fill(server);
    return await measure(server);
  } finally {
    await server.stop();
  }
}

takeSecondCore();
const folder = mkdtempSync(join(tmpdir(), 'console-'));
const mongo = process.env['MONGODB_URI'];
try {
  const stores = [['embedded', `sqlite:${folder}`], ...(mongo === undefined ? [] : [['mongodb', mongo]])] as [
    string,
    string,
  ][];
  const measured: Record<string, readonly Measured[]> = {};
  for (const [store, uri] of stores) measured[store] = await run(store, uri, folder);
  if (asJson) printJson({ entities: ENTITIES, subscriptions: SUBSCRIPTIONS, measured });
  else
    for (const [store, results] of Object.entries(measured))
      for (const { name, processorMs, bytes } of results)
        console.log(
          `${store.padEnd(9)} ${name.padEnd(22)} ${processorMs.toFixed(1).padStart(7)} ms processor ${(bytes / 1000).toFixed(1).padStart(7)} KB`,
        );
} finally {
  rmSync(folder, { recursive: true });
}
