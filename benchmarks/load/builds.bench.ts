import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asJson, printJson } from '../report';
import { BUILD_ROWS, ENTITIES, inTenant, NOTIFIED, notifiedTenant, room, type BuildRow } from './build-rows';
import { generateLoad, httpRequest } from './load-generator';
import { startPinned, takeSecondCore, type PinnedServer } from './pinned-server';
import { threadTimesUs } from './thread-times';

// Processor time per request of two builds of the broker, in turns: what disturbs the machine for a while disturbs both.
//   git worktree add /tmp/before 323f0cb && cp -al node_modules /tmp/before && (cd /tmp/before && node tools/build.mjs context-broker)
//   node benchmarks/run.mjs builds --before /tmp/before [--after .] [--rounds 5] [--only "PATCH"] [--mongodb mongodb://…]
// A row shows the least time of each over the rounds, and their ratio, after to before: 1.03 means three percent dearer.

const { values: args } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: '.' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    mongodb: { type: 'string' },
    json: { type: 'boolean' },
  },
});
if (args.before === undefined) throw new Error('--before is missing: a folder with another build');
const ROUNDS = Number(args.rounds);
const CONNECTIONS = 8;
const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];

/** Takes all notifications, and tells when so many have come. */
class Receiver {
  private received = 0;
  private wake: () => void = () => undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (incoming, response) => {
      incoming.resume().on('end', () => response.end());
      this.received += 1;
      this.wake();
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new Receiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async take(count: number): Promise<void> {
    while (this.received < count) await new Promise<void>((done) => (this.wake = done));
    this.received -= count;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const startBuild = (build: string, folder: string, side: Side): Promise<PinnedServer> =>
  startPinned(join(resolve(build), 'dist/apps/context-broker/main.js'), {
    args: [
      ...['-port', '0', '-pidpath', join(folder, `pid-${side}`), '-multiservice', '-disableFileLog'],
      ...['-logLevel', 'ERROR', '-db', `b${process.pid}${side[0]}`.slice(0, 10)],
      ...['-dbURI', args.mongodb ?? `sqlite:${join(folder, side)}`],
    ],
  });

async function fill({ port }: PinnedServer, receiver: Receiver): Promise<void> {
  const send = (most: number, request: (n: number) => string) =>
    generateLoad({ port, connections: 1, seconds: 60, most, request });
  for (const tenant of ['', ...NOTIFIED.map(notifiedTenant)])
    await send(ENTITIES, (n) => {
      const request = httpRequest('POST', '/v2/entities', JSON.stringify(room(`Room${n - 1}`, n)));
      return tenant === '' ? request : inTenant(tenant, request);
    });
  for (const subscribers of NOTIFIED)
    await send(subscribers, (n) => {
      const body = {
        subject: { entities: [{ idPattern: '.*', type: 'Room' }], condition: { attrs: ['temperature'] } },
        notification: { http: { url: `${receiver.url}/${n}` }, attrs: ['temperature'] },
      };
      return inTenant(
        notifiedTenant(subscribers),
        httpRequest('POST', '/v2/subscriptions', JSON.stringify(body)),
      );
    });
}

/** Microseconds of processor time for one request. */
async function turnOf(
  server: PinnedServer,
  receiver: Receiver,
  row: BuildRow,
  turn: number,
): Promise<number> {
  const { most, subscribers } = row;
  const before = threadTimesUs(server.pid);
  const request = (n: number) => row.request(n, turn);
  const load = { port: server.port, connections: CONNECTIONS, seconds: 60, most, request };
  const { requests } = await generateLoad(load);
  await receiver.take(requests * subscribers);
  return (threadTimesUs(server.pid) - before) / requests;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

async function compare(servers: Readonly<Record<Side, PinnedServer>>, receiver: Receiver, row: BuildRow) {
  // The first turn warms up.
  for (const side of SIDES) await turnOf(servers[side], receiver, row, 0);
  const times: Record<Side, number[]> = { before: [], after: [] };
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed())
      times[side].push(await turnOf(servers[side], receiver, row, round));
  const [before, after] = SIDES.map((side) => Math.min(...times[side])) as [number, number];
  return {
    row: row.name,
    beforeUs: rounded(before, 1),
    afterUs: rounded(after, 1),
    ratio: rounded(after / before, 3),
  };
}

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const receiver = await Receiver.start();
const servers = {
  before: await startBuild(args.before, folder, 'before'),
  after: await startBuild(args.after, folder, 'after'),
};
try {
  for (const side of SIDES) await fill(servers[side], receiver);
  const rows = [];
  for (const row of BUILD_ROWS.filter(({ name }) => name.includes(args.only)))
    rows.push(await compare(servers, receiver, row));
  if (asJson) printJson({ rounds: ROUNDS, store: args.mongodb === undefined ? 'embedded' : 'mongodb', rows });
  else console.table(rows);
} finally {
  await Promise.all(SIDES.map((side) => servers[side].stop()));
  receiver.close();
  await rm(folder, { recursive: true });
}
