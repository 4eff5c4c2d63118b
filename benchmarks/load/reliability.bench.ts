import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { drive } from './drive';
import { httpRequest } from './load-generator';
import { startPinned, takeSecondCore, type PinnedServer } from './pinned-server';

// What it costs that notifications are kept, tried again and remembered: processor time of the broker for an update with one
// subscriber, with and without each part. Runs take turns, the least counts. `--against <main.js>` adds another build
// without flags, to see that whoever uses nothing of it pays nothing.

const UPDATES = 6_000;
const CONNECTIONS = 16;
const rounds = process.argv.indexOf('--rounds');
const ROUNDS = rounds < 0 ? 5 : Number(process.argv[rounds + 1]);
const MAIN = join(process.cwd(), 'dist/apps/context-broker/main.js');

interface Variant {
  readonly name: string;
  readonly main: string;
  readonly flags: readonly string[];
}

const against = process.argv.indexOf('--against');
const VARIANTS: readonly Variant[] = [
  ...(against < 0 ? [] : [{ name: 'the other build', main: process.argv[against + 1]!, flags: [] }]),
  { name: 'no flags', main: MAIN, flags: [] },
  { name: '-notifAttempts 10', main: MAIN, flags: ['-notifAttempts', '10'] },
  { name: '-notifDeadLetters 1000', main: MAIN, flags: ['-notifDeadLetters', '1000'] },
  { name: '-notifOutbox', main: MAIN, flags: ['-notifOutbox'] },
  { name: '-notifReliable', main: MAIN, flags: ['-notifReliable'] },
];

takeSecondCore();
let received = 0;
let onReceived: () => void = () => undefined;
const receiver = createServer((request, response) => {
  request.resume();
  response.end();
  received += 1;
  onReceived();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));

async function post({ url }: PinnedServer, path: string, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}

async function updates(broker: PinnedServer, count: number): Promise<void> {
  received = 0;
  const all = new Promise<void>((resolve) => (onReceived = () => received >= count && resolve()));
  let left = count;
  await drive(broker.port, CONNECTIONS, () => {
    if (left === 0) return undefined;
    const body = `{"temperature":{"value":${left--},"type":"Number"}}`;
    return httpRequest('PATCH', '/v2/entities/Room1/attrs?type=Room', body);
  });
  await all;
}

/** @returns microseconds of processor time for an update */
async function measure({ main, flags }: Variant): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const args = [
    '-port',
    '0',
    '-dbURI',
    `sqlite:${folder}`,
    '-pidpath',
    join(folder, 'pid'),
    '-disableFileLog',
  ];
  const broker = await startPinned(main, { args: [...args, '-notifQueueSize', '1000000', ...flags] });
  try {
    const temperature = { value: 0, type: 'Number' };
    await post(broker, '/v2/entities', { id: 'Room1', type: 'Room', temperature });
    await post(broker, '/v2/subscriptions', {
      subject: { entities: [{ id: 'Room1', type: 'Room' }] },
      notification: { http: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/x` } },
    });
    await updates(broker, UPDATES / 3);
    const before = broker.cpuMs() ?? 0;
    await updates(broker, UPDATES);
    return Math.round((((broker.cpuMs() ?? 0) - before) * 1000) / UPDATES);
  } finally {
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const least = new Map<string, number>();
for (let round = 0; round < ROUNDS; round++)
  for (const variant of VARIANTS)
    least.set(variant.name, Math.min(least.get(variant.name) ?? Infinity, await measure(variant)));
const rows = [...least].map(([name, cpuUs]) => ({ name, cpuUs, ratio: cpuUs / least.get('no flags')! }));
if (asJson) printJson({ rows });
else
  for (const { name, cpuUs, ratio } of rows)
    console.log(`${name.padEnd(24)} ${cpuUs} µs of processor for an update, ${ratio.toFixed(2)} of no flags`);
process.exit(0);
