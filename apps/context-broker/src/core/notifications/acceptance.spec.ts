import { eventually } from '@smart-city/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedDatabases } from '../../storage/embedded/embedded-database';
import { EmbeddedNotificationOutbox } from '../../storage/embedded/embedded-notification-outbox';
import { Acceptance, entryOf } from './acceptance';
import { Channels } from './channels/channels';
import { DeliveryQueue } from './delivery-queue';
import type { Outgoing } from './outgoing';

const outgoing = (id: string, tenant: string): Outgoing => ({
  kind: 'http',
  id,
  tenant,
  service: tenant,
  subscriptionId: 's',
  servicePath: '/',
  correlator: 'c',
  body: '{}',
  attrsFormat: 'normalized',
  acceptedAtMs: 0,
});

describe('Acceptance with an outbox', () => {
  let folder: string;
  let databases: EmbeddedDatabases;
  let outbox: EmbeddedNotificationOutbox;
  let queued: Outgoing[];
  let dropped: Outgoing[];
  let hasRoom: boolean;
  let acceptance: Acceptance;
  const inOutbox = async () => [
    ...(await outbox.list()),
    ...(await outbox.read({ tenant: 'city', subscriptionId: 's' }, { after: '', most: 100, size: 10_000 })),
  ];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acceptance-'));
    databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
    outbox = new EmbeddedNotificationOutbox(databases);
    queued = [];
    dropped = [];
    hasRoom = true;
    acceptance = new Acceptance(
      false,
      {
        offer: (one, isRestored) => (hasRoom || isRestored === true) && queued.push(one) > 0,
      },
      { dropped: (one) => void dropped.push(one), simulated: () => undefined },
      outbox,
      (what, error) => {
        throw new Error(what, { cause: error });
      },
    );
  });
  afterEach(async () => {
    await acceptance.stop();
    await databases.close();
    await rm(folder, { recursive: true });
  });

  it('keeps what it queues until it is settled', async () => {
    const one = outgoing('1', 'city');
    await acceptance.accept([one]);
    expect(queued).toEqual([one]);
    expect(await inOutbox()).toEqual([entryOf(one)]);
    acceptance.settled(one);
    await acceptance.sweep();
    expect(await inOutbox()).toEqual([]);
  });

  it('keeps what finds no room until there is some', async () => {
    hasRoom = false;
    const [one, two] = [outgoing('1', 'city'), outgoing('2', 'city')];
    await acceptance.accept([one]);
    await acceptance.accept([two]);
    await acceptance.sweep();
    expect([dropped, queued, await inOutbox()]).toEqual([[], [], [entryOf(one), entryOf(two)]]);
    hasRoom = true;
    await acceptance.sweep();
    await eventually(() => queued.length === 2);
    expect(queued).toEqual([one, two]);
  });

  it('keeps what is given up until it is kept elsewhere, and on where that fails', async () => {
    const [kept, lost] = [outgoing('1', 'city'), outgoing('2', 'city')];
    await acceptance.accept([kept, lost]);
    acceptance.settledOnce(kept, Promise.resolve());
    acceptance.settledOnce(lost, Promise.reject(new Error('no space')));
    await new Promise(setImmediate);
    await acceptance.sweep();
    expect(await inOutbox()).toEqual([entryOf(lost)]);
  });

  it('lets go of what an older version kept in the file of the default tenant', async () => {
    const one = outgoing('1', 'city');
    await outbox.add([{ id: '1', tenant: '', json: entryOf(one).json }]);
    await acceptance.start();
    expect(queued).toEqual([one]);
    acceptance.settled(queued[0]!);
    await acceptance.sweep();
    expect(await inOutbox()).toEqual([]);
  });

  it('starts with what this version cannot send: it stays, and is logged', async () => {
    const byService = new Map<string, { queueSize: number; workers: number }>();
    const queue = new DeliveryQueue(
      {
        mode: { kind: 'threadpool', default: { queueSize: 5, workers: 1 }, byService },
        capacityPerTarget: 1,
        workersPerTarget: 1,
        parallel: 1,
        holdMs: 0,
        retry: { retries: 0, baseMs: 1, maxMs: 1 },
      },
      new Channels([]),
      { settled: () => undefined },
    );
    const logged: string[] = [];
    const ledger = { dropped: () => undefined, simulated: () => undefined };
    const starting = new Acceptance(false, queue, ledger, outbox, (what, error) => {
      logged.push(`${what}: ${String(error)}`);
    });
    const entries = [entryOf(outgoing('1', 'city')), { ...entryOf(outgoing('2', 'city')), json: '{' }];
    await outbox.add(entries);
    await starting.start();
    await starting.stop();
    expect(logged).toEqual([
      "queue notification 1 of the outbox: Error: no channel 'http'",
      expect.stringMatching(/^queue notification 2 of the outbox: SyntaxError/),
    ]);
    expect(await inOutbox()).toEqual(entries);
  });
});
