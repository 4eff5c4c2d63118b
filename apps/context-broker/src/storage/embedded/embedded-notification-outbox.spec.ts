import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityChange, EntityUpdate } from '@smart-city/context';
import { deadLetterStoreContract } from '../contract/dead-letter-store.contract';
import { notificationOutboxContract } from '../contract/notification-outbox.contract';
import type { Companion } from '../commit-companion';
import { EmbeddedDeadLetterStore } from './embedded-dead-letter-store';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedEntityStore } from './embedded-entity-store';
import { EmbeddedNotificationOutbox } from './embedded-notification-outbox';

let folder: string;
let databases: EmbeddedDatabases;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
});
afterAll(async () => {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

notificationOutboxContract(async () => new EmbeddedNotificationOutbox(databases));
deadLetterStoreContract(async () => new EmbeddedDeadLetterStore(databases));

describe('with the changes that caused them', () => {
  const tenancy = { tenant: 'city', servicePath: '/' };
  const create = (id: string): EntityUpdate => ({ action: 'create', ref: { id, type: 'T' }, attrs: [] });
  let store: EmbeddedEntityStore;
  beforeAll(() => {
    store = new EmbeddedEntityStore(databases);
  });

  it('notifications are in the file of the tenant once the update resolves', async () => {
    const outbox = new EmbeddedNotificationOutbox(databases);
    const seen: (readonly EntityChange[])[] = [];
    const told: boolean[] = [];
    const lane = { tenant: 'city', subscriptionId: 's' };
    const page = { after: '', most: 10, size: 10 };
    const entries = [{ ...lane, id: 'n1', json: '1' }];
    await store.update(tenancy, [create('A'), create('A'), create('B')], (changes) => {
      seen.push(changes);
      return { parts: [outbox.partOf(entries)], settled: (committed) => told.push(committed) };
    });
    // A list that takes long is written in several turns, each with what belongs to it.
    expect(seen.flat().map(({ after }) => after?.id)).toEqual(['A', 'B']);
    expect(told).toEqual(seen.map(() => true));
    expect(await outbox.read(lane, page)).toEqual(entries);
    await outbox.remove(entries);
    expect(await outbox.read(lane, page)).toEqual([]);
  });

  it('nobody is asked where nothing changes', async () => {
    const accompany = (): Companion => {
      throw new Error('asked');
    };
    expect(await store.update(tenancy, [create('A')], accompany)).toEqual([{ kind: 'alreadyExists' }]);
  });
});
