import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { Receiver } from '../support/receiver';
import { subscribe } from '../support/subscriber';

/** Changes while the receiver is down; the thorough run makes those of the acceptance. */
const CHANGES = process.env['THOROUGH_TESTS'] === undefined ? 3_000 : 50_000;
const ENTITIES = 50;
const BATCH = 25;

interface Notified {
  readonly id: string;
  readonly A: number;
}

const mongoUri = process.env['MONGODB_URI'];
const stores = [
  ['embedded', (folder: string) => `sqlite:${join(folder, 'data')}`],
  ...(mongoUri ? [['mongodb', () => mongoUri] as const] : []),
] as const;

describe.each(stores)('-notifReliable (%s)', (_name, dbUri) => {
  let folder: string;
  let running: Awaited<ReturnType<typeof startService>> | undefined;
  const db = `r${process.pid}${Date.now() % 100_000}`.slice(0, 10);
  const start = async () => {
    running = await startService('context-broker', {
      args: [
        ...['-port', '0', '-multiservice', '-db', db, '-dbURI', dbUri(folder), '-logDir', folder],
        ...['-pidpath', join(folder, 'pid'), '-notifReliable', '-notifQueueSize', '500', '-notifHold', '500'],
      ],
      env: {},
    });
    return new BrokerClient(running.url, 'city');
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'reliable-'));
  });
  afterEach(async () => {
    await running?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('brings every notification of what was acknowledged while the receiver was down, in order, although the broker is killed meanwhile', async () => {
    const first = await Receiver.start();
    const { port } = first;
    await first.close();
    let client = await start();
    await subscribe(client, `http://127.0.0.1:${port}`);
    let made = 0;
    const change = async (until: number) => {
      while (made < until) {
        const entities = Array.from({ length: BATCH }, (_, at) => ({
          id: `E${(made + at) % ENTITIES}`,
          type: 'T',
          A: Math.floor((made + at) / ENTITIES) + 1,
        }));
        const { status } = await client.post('/v2/op/update?options=keyValues', {
          actionType: 'append',
          entities,
        });
        expect(status).toBe(204);
        made += BATCH;
      }
    };
    await change(CHANGES / 2);
    await running!.stop('SIGKILL');
    client = await start();
    await change(CHANGES);
    const receiver = await Receiver.start(undefined, port);
    try {
      const seen = (await receiver.waitFor(CHANGES, 300_000)).map(({ body }) => JSON.parse(body) as Notified);
      expect(seen).toHaveLength(CHANGES);
      const wanted = Array.from({ length: CHANGES / ENTITIES }, (_, at) => at + 1);
      for (let at = 0; at < ENTITIES; at++)
        expect(seen.filter(({ id }) => id === `E${at}`).map(({ A }) => A)).toEqual(wanted);
      expect((await client.get('/v2/deadLetters?options=count')).header('Fiware-Total-Count')).toBe('0');
    } finally {
      await receiver.close();
    }
  }, 600_000);
});
