import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpRequest } from './load-generator';
import { startBroker, startFloorNotifier } from './broker-servers';
import type { PinnedServer } from './pinned-server';

// Receivers that take their time, as real ones do: updates of 500 entities at 500 a second, and at full speed, until the last
// notification has come. What has not come a while after the last one is lost.

const ENTITIES = 500;
const RATE = 500;
const RATE_SECONDS = 10;
const CONNECTIONS = 32;
const PATIENCE_MS = 10_000;
/** What the broker has under way for one subscription; the bare sender has as much. */
const PARALLEL = 128;

export interface DelayedDelivery {
  readonly delayMs: number;
  readonly subscribers: number;
  readonly updates: number;
  /** Updates per second, the last notification included. */
  readonly perSecond: number;
  readonly lost: number;
  /** From the update to the receiver, whose own time is not in it. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server for one update and its notifications. */
  readonly cpuUs: number;
  /** Largest memory of the server. */
  readonly rssMb: number;
}

export interface Compared {
  readonly broker: DelayedDelivery;
  readonly floor: DelayedDelivery;
}

class DelayedReceiver {
  count = 0;
  delaysMs: number[] = [];
  private lastMs = performance.now();

  private constructor(readonly port: number) {}

  static async start(delayMs: number): Promise<DelayedReceiver> {
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        receiver.note(text);
        if (delayMs === 0) response.end();
        else setTimeout(() => response.end(), delayMs);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new DelayedReceiver((server.address() as AddressInfo).port);
    server.unref();
    return receiver;
  }

  /** Resolves when so many have come, or when none came for long. */
  async arrived(count: number): Promise<number> {
    this.lastMs = performance.now();
    while (this.count < count && performance.now() - this.lastMs < PATIENCE_MS)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return this.lastMs;
  }

  private note(text: string): void {
    this.lastMs = performance.now();
    this.count += 1;
    this.delaysMs.push(this.lastMs - Number(/"value":([\d.]+)/.exec(text)?.[1]));
  }
}

let entity = 0;
const update = () =>
  httpRequest(
    'PATCH',
    `/v2/entities/Room${(entity += 1) % ENTITIES}/attrs?type=Room`,
    `{"temperature":{"value":${performance.now().toFixed(4)},"type":"Number"}}`,
  );

/** One request at a time over a connection. */
function sender(socket: Socket): () => Promise<void> {
  let done = () => undefined as void;
  socket.setNoDelay(true);
  socket.on('data', (chunk) => {
    if (chunk.toString('latin1', 9, 10) !== '2') throw new Error(chunk.toString());
    done();
  });
  return () =>
    new Promise((resolve) => {
      done = resolve;
      socket.write(update());
    });
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });

/** @param perSecond  undefined: as fast as answers come */
async function drive(port: number, updates: number, perSecond: number | undefined): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  const start = performance.now();
  let sent = 0;
  await Promise.all(
    sockets.map(async (socket) => {
      const send = sender(socket);
      while (sent < updates) {
        const at = perSecond === undefined ? 0 : start + (sent / perSecond) * 1000;
        sent += 1;
        const waitMs = at - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        await send();
      }
    }),
  );
  for (const socket of sockets) socket.destroy();
}

async function deliver(
  server: PinnedServer,
  receiver: DelayedReceiver,
  load: { delayMs: number; subscribers: number; updates: number; perSecond?: number },
): Promise<DelayedDelivery> {
  const { delayMs, subscribers, updates, perSecond } = load;
  await drive(server.port, 200, 200);
  await receiver.arrived(200 * subscribers);
  receiver.count = 0;
  receiver.delaysMs = [];
  const cpuBefore = server.cpuMs() ?? 0;
  const start = performance.now();
  await drive(server.port, updates, perSecond);
  const endMs = await receiver.arrived(updates * subscribers);
  const sorted = receiver.delaysMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return {
    delayMs,
    subscribers,
    updates,
    perSecond: Math.round(updates / ((endMs - start) / 1000)),
    lost: updates * subscribers - receiver.count,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuUs: Math.round((((server.cpuMs() ?? 0) - cpuBefore) * 1000) / updates),
    rssMb: await largestMemory(server.pid),
  };
}

async function largestMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function post({ port }: PinnedServer, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function onBroker(load: Parameters<typeof deliver>[2]): Promise<DelayedDelivery> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const broker = await startBroker(folder, process.argv.includes('--reliable') ? ['-notifReliable'] : []);
  const receiver = await DelayedReceiver.start(load.delayMs);
  try {
    const entities = Array.from({ length: ENTITIES }, (_, at) => ({
      id: `Room${at}`,
      type: 'Room',
      temperature: 0,
    }));
    await post(broker, '/v2/op/update?options=keyValues', { actionType: 'append', entities });
    for (let n = 0; n < load.subscribers; n++)
      await post(broker, '/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*', type: 'Room' }] },
        notification: { http: { url: `http://127.0.0.1:${receiver.port}/x` } },
      });
    return await deliver(broker, receiver, load);
  } finally {
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function onFloor(load: Parameters<typeof deliver>[2]): Promise<DelayedDelivery> {
  const receiver = await DelayedReceiver.start(load.delayMs);
  const floor = await startFloorNotifier(receiver.port, load.subscribers, PARALLEL);
  try {
    return await deliver(floor, receiver, load);
  } finally {
    await floor.stop();
  }
}

const compare = async (load: Parameters<typeof deliver>[2]): Promise<Compared> => ({
  floor: await onFloor(load),
  broker: await onBroker(load),
});

/** One subscription, 500 updates a second. */
export async function atFixedRate(delaysMs: readonly number[]): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  for (const delayMs of delaysMs)
    all.push(await compare({ delayMs, subscribers: 1, updates: RATE * RATE_SECONDS, perSecond: RATE }));
  return all;
}

/** As fast as answers come: so fast goes what loses nothing. */
export async function atFullSpeed(
  loads: readonly { readonly subscribers: number; readonly delayMs: number; readonly updates: number }[],
): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  for (const load of loads) all.push(await compare(load));
  return all;
}

export function describeDelayed({ broker, floor }: Compared): string {
  const { delayMs, subscribers } = broker;
  const ratio = Math.round((broker.perSecond / floor.perSecond) * 100) / 100;
  const show = ({ perSecond, lost, p50Ms, p99Ms, cpuUs, rssMb }: DelayedDelivery) =>
    `${perSecond} updates/s, ${lost} lost, delay p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${cpuUs} µs of processor for an update, ${rssMb} MB`;
  return `${String(subscribers).padStart(3)} subscribers, receiver of ${delayMs} ms: ${show(broker)}; floor ${show(floor)}; ratio ${ratio}`;
}
