import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { httpRequest } from './load-generator';
import { asJson, printJson } from '../report';
import { startBroker, startFloorNotifier } from './broker-servers';
import { atFixedRate, atFullSpeed, describeDelayed } from './delayed-receivers';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// Updates that each fire 1, 10 or 100 subscriptions, until the last notification has arrived, against a bare program that
// makes the same requests; then latency from update to delivery at a quarter of that load, alone and beside a subscriber that
// never answers. Receiver and load on the other core. `--json` prints a report two commits can be compared by.

const UPDATES = { 1: 8_000, 10: 2_000, 100: 300 } as const;
const CONNECTIONS = 16;
const LATENCY_SECONDS = 5;
const rounds = process.argv.indexOf('--rounds');
const ROUNDS = rounds < 0 ? 3 : Number(process.argv[rounds + 1]);

/** Counts notifications, and takes the time that each update carries as its value. */
class Receiver {
  count = 0;
  latenciesMs: number[] = [];
  private waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  private constructor(
    readonly server: Server,
    private readonly isSilent: boolean,
  ) {
    server.on('connection', (socket) => this.read(socket));
  }

  static async start(isSilent = false): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Receiver(server, isSilent);
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  arrived(count: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.count >= count) resolve();
      else this.waiting = { count, resolve };
    });
  }

  private read(socket: Socket): void {
    let text = '';
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (;;) {
        const head = text.indexOf('\r\n\r\n');
        if (head < 0) return;
        const length = Number(/content-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
        if (text.length < head + 4 + length) return;
        const value = /"temperature":\{"type":"Number","value":([\d.]+)/.exec(
          text.slice(head, head + 4 + length),
        )?.[1];
        text = text.slice(head + 4 + length);
        if (this.isSilent) continue;
        this.latenciesMs.push(performance.now() - Number(value));
        this.count += 1;
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        if (this.waiting !== undefined && this.count >= this.waiting.count) this.waiting.resolve();
      }
    });
  }
}

const update = () =>
  httpRequest(
    'PATCH',
    '/v2/entities/Room1/attrs?type=Room',
    `{"temperature":{"value":${performance.now().toFixed(4)},"type":"Number"}}`,
  );

/** A connection on which requests go out when asked; answers are counted. */
class Driver {
  private done: (() => void) | undefined;
  constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      if (chunk.toString('latin1', 9, 10) !== '2') throw new Error(chunk.toString());
      this.done?.();
    });
  }

  static open = (port: number): Promise<Driver> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Driver(socket)));
      socket.once('error', reject);
    });

  send(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.done = resolve;
      this.socket.write(text);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}

interface Throughput {
  /** Updates per second, the last notification included. */
  readonly perSecond: number;
  /** Processor time of the server for one update and its notifications: says the same on a busy machine. */
  readonly cpuUs: number;
}

async function throughput(
  server: PinnedServer,
  receiver: Receiver,
  subscribers: number,
  updates: number,
): Promise<Throughput> {
  const drivers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Driver.open(server.port)));
  receiver.count = 0;
  const cpuBefore = server.cpuMs() ?? 0;
  const start = performance.now();
  let left = updates;
  await Promise.all(
    drivers.map(async (driver) => {
      while (left-- > 0) await driver.send(update());
    }),
  );
  await receiver.arrived(updates * subscribers);
  const seconds = (performance.now() - start) / 1000;
  for (const driver of drivers) driver.close();
  const cpuUs = Math.round((((server.cpuMs() ?? 0) - cpuBefore) * 1000) / updates);
  return { perSecond: Math.round(updates / seconds), cpuUs };
}

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server for one update, all threads: says the same on a busy machine. */
  readonly cpuUs: number;
}

/** Latency from update to delivery with updates sent at a fixed rate, whatever the answers do. */
async function latency(server: PinnedServer, receiver: Receiver, perSecond: number): Promise<Latency> {
  const drivers = await Promise.all(Array.from({ length: CONNECTIONS }, () => Driver.open(server.port)));
  const idle = [...drivers];
  receiver.latenciesMs = [];
  const cpuBefore = server.cpuMs() ?? 0;
  const start = performance.now();
  let sent = 0;
  while (performance.now() - start < LATENCY_SECONDS * 1000) {
    while (sent < ((performance.now() - start) / 1000) * perSecond && idle.length > 0) {
      const driver = idle.pop()!;
      sent += 1;
      void driver.send(update()).then(() => idle.push(driver));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const driver of drivers) driver.close();
  const sorted = receiver.latenciesMs.slice(Math.floor(sent / 10)).sort((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
  const cpuUs = Math.round((((server.cpuMs() ?? 0) - cpuBefore) * 1000) / sent);
  return { p50Ms: at(0.5), p99Ms: at(0.99), cpuUs };
}

const post = async ({ port }: PinnedServer, path: string, body: unknown) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
};
const subscribe = (broker: PinnedServer, receiver: Receiver) =>
  post(broker, '/v2/subscriptions', {
    subject: { entities: [{ id: 'Room1', type: 'Room' }] },
    notification: { http: { url: `http://127.0.0.1:${receiver.port}/x`, timeout: 600_000 } },
  });

async function withBroker<T>(
  subscribers: number,
  receiver: Receiver,
  work: (broker: PinnedServer) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const broker = await startBroker(folder, flags);
  try {
    await post(broker, '/v2/entities', {
      id: 'Room1',
      type: 'Room',
      temperature: { value: 0, type: 'Number' },
    });
    for (let n = 0; n < subscribers; n++) await subscribe(broker, receiver);
    return await work(broker);
  } finally {
    await broker.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withFloor<T>(
  subscribers: number,
  receiver: Receiver,
  work: (floor: PinnedServer) => Promise<T>,
): Promise<T> {
  const floor = await startFloorNotifier(receiver.port, subscribers);
  try {
    return await work(floor);
  } finally {
    await floor.stop();
  }
}

takeSecondCore();
// `--delays` measures only receivers that take their time; `--times n` has those at full speed get n times the updates.
const onlyDelays = process.argv.includes('--delays');
const DELAYS = [0, 10, 50, 200] as const;
const FULL_SPEED = [
  { subscribers: 1, delayMs: 0, updates: 30_000 },
  { subscribers: 10, delayMs: 0, updates: 5_000 },
  { subscribers: 100, delayMs: 0, updates: 600 },
  { subscribers: 1, delayMs: 10, updates: 20_000 },
  { subscribers: 1, delayMs: 50, updates: 15_000 },
  { subscribers: 1, delayMs: 200, updates: 5_000 },
  { subscribers: 10, delayMs: 50, updates: 4_000 },
  { subscribers: 100, delayMs: 50, updates: 600 },
] as const;
const times = process.argv.indexOf('--times');
const TIMES = times < 0 ? 1 : Number(process.argv[times + 1]);
const delayed = {
  fixedRate: await atFixedRate(DELAYS),
  fullSpeed: await atFullSpeed(FULL_SPEED.map((load) => ({ ...load, updates: load.updates * TIMES }))),
};
if (onlyDelays) {
  if (asJson) printJson(delayed);
  else for (const one of [...delayed.fixedRate, ...delayed.fullSpeed]) console.log(describeDelayed(one));
  process.exit(0);
}
const receiver = await Receiver.start();
const best = (a: Throughput | undefined, b: Throughput): Throughput => ({
  perSecond: Math.max(a?.perSecond ?? 0, b.perSecond),
  cpuUs: Math.min(a?.cpuUs ?? Infinity, b.cpuUs),
});
const ratioOf = (a: number, b: number) => Math.round((a / b) * 100) / 100;
const rates: { subscribers: number; broker: Throughput; floor: Throughput }[] = [];
for (const [name, updates] of Object.entries(UPDATES)) {
  const subscribers = Number(name);
  let floor: Throughput | undefined;
  let broker: Throughput | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const measure = (server: PinnedServer) => throughput(server, receiver, subscribers, updates);
    floor = best(floor, await withFloor(subscribers, receiver, measure));
    // A load without pause must not overflow the queue: every notification is waited for.
    broker = best(broker, await withBroker(subscribers, receiver, measure, ['-notifQueueSize', '1000000']));
  }
  if (broker !== undefined && floor !== undefined) rates.push({ subscribers, broker, floor });
}
// A quarter of what one subscriber takes, which is half of what two take; or what the command line says (needed with --rounds 0).
const given = process.argv.indexOf('--rate');
const rate = given < 0 ? Math.round(rates[0]!.broker.perSecond / 4) : Number(process.argv[given + 1]);
const silent = await Receiver.start(true);
const other = await Receiver.start();
const floorLatency = await withFloor(1, receiver, (server) => latency(server, receiver, rate));
const alone = await withBroker(1, receiver, (server) => warmLatency(server));
/** Beside a second subscriber, of either kind, in a broker of its own. */
const besideOf = (second: Receiver) =>
  withBroker(1, receiver, async (server) => {
    await subscribe(server, second);
    return warmLatency(server);
  });
const beside: { answering: Latency[]; silent: Latency[] } = { answering: [], silent: [] };
for (let round = 0; round < 3; round++) {
  beside.answering.push(await besideOf(other));
  beside.silent.push(await besideOf(silent));
}
const calmest = (runs: readonly Latency[]) => runs.reduce((a, b) => (b.p99Ms < a.p99Ms ? b : a));
const latencies = {
  updatesPerSecond: rate,
  floor: floorLatency,
  broker: alone,
  besideAnsweringSubscriber: calmest(beside.answering),
  besideSilentSubscriber: calmest(beside.silent),
};

async function warmLatency(server: PinnedServer): Promise<Latency> {
  await latency(server, receiver, rate);
  return latency(server, receiver, rate);
}

if (asJson) {
  printJson({ rates, latencies, delayed });
} else {
  for (const one of [...delayed.fixedRate, ...delayed.fullSpeed]) console.log(describeDelayed(one));
  for (const { subscribers, broker, floor } of rates) {
    console.log(
      `${String(subscribers).padStart(3)} subscribers: ${broker.perSecond} updates/s, floor ${floor.perSecond}, ratio ${ratioOf(broker.perSecond, floor.perSecond)}; ` +
        `${broker.cpuUs} µs of processor for an update, floor ${floor.cpuUs}, ratio ${ratioOf(floor.cpuUs, broker.cpuUs)}`,
    );
  }
  const show = ({ p50Ms, p99Ms, cpuUs }: Latency) =>
    `p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${cpuUs} µs of processor`;
  console.log(
    `latency at ${rate} updates/s: ${show(alone)}; floor ${show(floorLatency)}; beside a second subscriber that answers ${show(latencies.besideAnsweringSubscriber)}, beside one that never does ${show(latencies.besideSilentSubscriber)}`,
  );
}
process.exit(0);
