import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Broker } from '../support/broker';
import { Identity } from '../support/identity';

/** Name and mode of what others on the machine may read, write or enter. */
const openFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => [name, statSync(join(folder, name)).mode & 0o777] as const)
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([name, mode]) => `${name} ${mode.toString(8)}`);

it('what the services write is readable by their own user only, from the start', async () => {
  const before = process.umask(0o000);
  try {
    const broker = await Broker.start();
    const identity = await Identity.start();
    try {
      await broker.send('POST', '/v2/entities', {
        headers: ['Fiware-Service', 'other'],
        body: { id: 'E', type: 'T' },
      });
      await broker.send('POST', '/v2/subscriptions', {
        body: { subject: { entities: [{ id: 'E' }] }, notification: { http: { url: 'http://127.0.0.1:9' } } },
      });
      const files = readdirSync(broker.folder);
      expect(files).toEqual(
        expect.arrayContaining(['orion.sqlite', 'orion.sqlite-wal', 'orion-other.sqlite']),
      );
      expect([...openFiles(broker.folder), ...openFiles(identity.folder)]).toEqual([]);
    } finally {
      await identity.dispose();
      await broker.dispose();
    }
  } finally {
    process.umask(before);
  }
});
