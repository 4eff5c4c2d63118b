import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker, startFloor } from './broker-servers';
import { drive } from './drive';
import { EventReaders } from './event-readers';
import { httpRequest } from './load-generator';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// What a live stream costs: processor time for an update of one attribute that 0, 1 and 100 readers are told of, against bare
// node:http that makes the same grouped write and writes one text to each reader. Runs take turns, the least counts.

const CONNECTIONS = 16;
const rounds = process.argv.indexOf('--rounds');
const ROUNDS = rounds < 0 ? 5 : Number(process.argv[rounds + 1]);
const READERS: readonly { readonly readers: number; readonly updates: number }[] = [
  { readers: 0, updates: 12_000 },
  { readers: 1, updates: 12_000 },
  { readers: 100, updates: 3_000 },
];
const SIDES = { floor: startFloor, broker: startBroker };

let value = 0;

async function update(server: PinnedServer, readers: EventReaders, count: number): Promise<void> {
  const told = readers.expect(count);
  let left = count;
  await drive(server.port, CONNECTIONS, () => {
    if (left === 0) return undefined;
    left -= 1;
    value += 1;
    return httpRequest(
      'PATCH',
      '/v2/entities/Room1/attrs',
      `{"temperature":{"value":${value},"type":"Number"}}`,
    );
  });
  await told;
}

/** @returns microseconds of processor time for an update, all threads */
async function measure(side: keyof typeof SIDES, readerCount: number, updates: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const server = await SIDES[side](folder);
  try {
    const answer = await fetch(`${server.url}/v2/entities`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: 'Room1', type: 'Room', temperature: { value: 0, type: 'Number' } }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const readers = await EventReaders.open(server.port, '/v2/entities?type=Room', readerCount);
    await update(server, readers, updates);
    const before = server.cpuMs() ?? 0;
    await update(server, readers, updates);
    const cpuMs = (server.cpuMs() ?? 0) - before;
    readers.close();
    return Math.round((cpuMs * 1000) / updates);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

takeSecondCore();
const results = [];
for (const { readers, updates } of READERS) {
  const least = { floor: Infinity, broker: Infinity };
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['floor', 'broker'] as const)
      least[side] = Math.min(least[side], await measure(side, readers, updates));
  const { floor, broker } = least;
  results.push({
    readers,
    floorUs: floor,
    brokerUs: broker,
    ratio: Math.round((floor / broker) * 100) / 100,
  });
}
if (asJson) printJson({ results });
else console.table(results);
process.exit(0);
