import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { asJson, printJson } from '../report';
import { startBroker } from './broker-servers';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// Delay of a tenant's notifications, one update every 100 ms, alone and beside a tenant with 200 subscriptions of 90 patterns
// whose updates of 50 kB come one after the other over two connections (found.md, M2).
//   node benchmarks/run.mjs fairness [--seconds 15]

const at = process.argv.indexOf('--seconds');
const SECONDS = at < 0 ? 15 : Number(process.argv[at + 1]);
const SUBSCRIPTIONS = 200;
const PATTERNS = 90;
const PAUSE_MS = 100;

async function post({ port }: PinnedServer, tenant: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Fiware-Service': tenant },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const append = (server: PinnedServer, tenant: string, entity: object) =>
  post(server, tenant, '/v2/op/update?options=keyValues', { actionType: 'append', entities: [entity] });

/** @param note  told of the value of attribute `at` of each notification, when it has come */
async function startReceiver(note: (at: number) => void): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      note(Number(/"at":([\d.]+)/.exec(text)?.[1]));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => void server.close().closeAllConnections(),
  };
}

const subscribe = (server: PinnedServer, tenant: string, url: string, q?: string) =>
  post(server, tenant, '/v2/subscriptions', {
    subject: {
      entities: [{ idPattern: '.*', type: 'T' }],
      ...(q !== undefined && { condition: { expression: { q } } }),
    },
    notification: { http: { url }, attrs: ['at'], attrsFormat: 'simplifiedKeyValues' },
  });

/** @returns delays in milliseconds, in order of their size */
async function delays(server: PinnedServer, took: number[]): Promise<readonly number[]> {
  took.length = 0;
  let sent = 0;
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; sent += 1) {
    await append(server, 'good', { id: 'E', type: 'T', at: performance.now() });
    await delay(PAUSE_MS);
  }
  for (let n = 0; n < 3_000 && took.length < sent; n += 1) await delay(10);
  if (took.length < sent) throw new Error(`${sent - took.length} of ${sent} notifications are lost`);
  return [...took].sort((a, b) => a - b);
}

const row = (name: string, sorted: readonly number[]) => ({
  name,
  notifications: sorted.length,
  p50: Number((sorted[Math.floor(sorted.length / 2)] ?? NaN).toFixed(1)),
  p99: Number((sorted[Math.floor(sorted.length * 0.99)] ?? NaN).toFixed(1)),
  longest: Number((sorted.at(-1) ?? NaN).toFixed(1)),
});

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const server = await startBroker(folder, ['-logLevel', 'ERROR']);
const took: number[] = [];
let hostileCount = 0;
const good = await startReceiver((sentMs) => took.push(performance.now() - sentMs));
const bad = await startReceiver(() => (hostileCount += 1));
try {
  await subscribe(server, 'good', good.url);
  const rows = [row('alone', await delays(server, took))];
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    const q = Array.from({ length: PATTERNS }, (_, at) => `text~=[ab]*c${n}x${at}|z$`).join(';');
    await subscribe(server, 'hostile', bad.url, q);
  }
  let isOver = false;
  const attackers = Array.from({ length: 2 }, async (_, connection) => {
    for (let n = 0; !isOver; n += 1)
      await append(server, 'hostile', {
        id: `H${connection}`,
        type: 'T',
        text: `${'ab'.repeat(25_000)}z`,
        at: n,
      });
  });
  await delay(500);
  rows.push(row('beside a hostile tenant', await delays(server, took)));
  isOver = true;
  await Promise.race([Promise.all(attackers), delay(2_000)]);
  if (asJson) printJson({ fairness: rows });
  else console.table(rows);
  console.log(`${hostileCount} notifications of the hostile tenant`);
} finally {
  good.close();
  bad.close();
  await server.stop();
  await rm(folder, { recursive: true });
  process.exit();
}
