import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notificationOutboxContract } from '../contract/notification-outbox.contract';
import { EmbeddedDatabases } from './embedded-database';
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
