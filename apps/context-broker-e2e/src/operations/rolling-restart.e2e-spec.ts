import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startService, type ServiceProcess } from '@smart-city/testing';
import { describeOnMongo } from '../support/each-store';
import { BrokerClient } from '../support/broker-client';
import { LoadBalancer } from '../support/load-balancer';
import { answer, Receiver } from '../support/receiver';

const mongoUri = process.env['MONGODB_URI'];
const CLIENTS = 8;
const ROUNDS = 2;

/** Two replicas on one database, with a receiver that takes its time. */
async function startPair() {
  const folder = mkdtempSync(join(tmpdir(), 'rolling-'));
  const dbName = `r${Math.random().toString(36).slice(2, 9)}`;
  let started = 0;
  const start = () =>
    startService('context-broker', {
      args: [
        ...['-port', '0', '-multiservice', '-db', dbName, '-dbURI', mongoUri!],
        ...[
          '-logDir',
          folder,
          '-pidpath',
          join(folder, `pid${++started}`),
          '-stopDelay',
          '300',
          '-subCacheIval',
          '1',
        ],
      ],
    });
  const replicas = await Promise.all([start(), start()]);
  return { folder, start, replicas };
}

describeOnMongo('rolling restart of two replicas under load', () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let replicas: ServiceProcess[];
  let balancer: LoadBalancer;
  let receiver: Receiver;
  beforeAll(async () => {
    [balancer, receiver] = await Promise.all([LoadBalancer.start(), Receiver.start()]);
    pair = await startPair();
    replicas = [...pair.replicas];
    balancer.use(...replicas.map(({ url }) => url));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await Promise.all([balancer.stop(), receiver.close()]);
    rmSync(pair.folder, { recursive: true, force: true });
  });

  /** One after the other: the new process is up before the old one goes. */
  async function restartAll(): Promise<void> {
    for (const [at, old] of replicas.entries()) {
      const fresh = await pair.start();
      replicas[at] = fresh;
      balancer.use(...replicas.map(({ url }) => url), old.url);
      expect(await old.stop()).toBe(0);
      balancer.use(...replicas.map(({ url }) => url));
    }
  }

  it('fails no request, keeps what was acknowledged and notifies of it', async () => {
    receiver.behaviour = () => answer('200 OK');
    const client = new BrokerClient(balancer.url, 'rolling');
    const subscription = {
      subject: { entities: [{ idPattern: '.*' }] },
      notification: { http: { url: receiver.url }, attrs: ['n'] },
    };
    expect((await client.post('/v2/subscriptions', subscription)).status).toBe(201);
    // Every replica has it once its cache was refreshed: the server of the tests has no change streams.
    for (const { url } of replicas) {
      const replica = new BrokerClient(url, client.tenant);
      const refreshes = async () =>
        ((await replica.get('/cache/statistics')).json() as { refresh: number }).refresh;
      const before = await refreshes();
      await eventually(async () => (await refreshes()) >= before + 2);
    }
    let isOver = false;
    const created: string[] = [];
    const failures: string[] = [];
    const work = async (own: number) => {
      for (let n = 0; !isOver; n++) {
        const id = `E${own}-${n}`;
        const made = await client.post('/v2/entities', { id, type: 'T', n: { value: n } });
        if (made.status === 201) created.push(id);
        else failures.push(`POST ${made.status} ${made.body}`);
        const read = await client.get(`/v2/entities/${id}?options=keyValues`);
        if (read.status !== 200) failures.push(`GET ${read.status} ${read.body}`);
      }
    };
    const load = Promise.all(Array.from({ length: CLIENTS }, (_, own) => work(own)));
    try {
      for (let round = 0; round < ROUNDS; round++) await restartAll();
    } finally {
      isOver = true;
      await load;
    }
    expect(failures).toEqual([]);
    const count = await client.get('/v2/entities?limit=1&options=count');
    expect(count.header('Fiware-Total-Count')).toBe(String(created.length));
    expect(created.length).toBeGreaterThan(CLIENTS);
    await receiver.waitFor(created.length);
    const notified = receiver.requests.map(
      (request) => (request.json() as { data: { id: string }[] }).data[0]!.id,
    );
    expect(notified.toSorted()).toEqual(created.toSorted());
  });
});
