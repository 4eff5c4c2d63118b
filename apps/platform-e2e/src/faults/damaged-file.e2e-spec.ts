import { openSync, readdirSync, statSync, truncateSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { runServiceCommand, startService, type ServiceProcess } from '@smart-city/testing';
import { Broker, send } from '../support/broker';

const of = (tenant: string) => ['Fiware-Service', tenant];
const create = (url: string, tenant: string, id: string) =>
  send(url, 'POST', '/v2/entities', {
    headers: of(tenant),
    body: { id, type: 'T', a: { type: 'Text', value: 'x'.repeat(20_000) } },
  });
const list = (url: string, tenant: string) =>
  send(url, 'GET', '/v2/entities?attrs=none', { headers: of(tenant) });

/** Overwrites part of a file. */
function spoil(path: string, from: number, length: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length, 0xa5), 0, length, from);
  closeSync(file);
}

const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ['its header is spoiled', (path) => spoil(path, 0, 100)],
  ['its pages are spoiled', (path) => spoil(path, 4096, statSync(path).size - 4096)],
  ['it is cut', (path) => truncateSync(path, 9_000)],
];

/** A broker whose tenants `good`, `bad` and the default one have data, stopped, and a backup of it. */
describe.each(['bad', ''])('a damaged database file of the tenant "%s"', (tenant) => {
  let broker: Broker;
  let again: ServiceProcess | undefined;
  const name = tenant === '' ? 'orion.sqlite' : `orion-${tenant}.sqlite`;
  const start = (...args: string[]) =>
    startService('context-broker', {
      args: ['-port', '0', '-multiservice', '-disableFileLog', '-dbURI', `sqlite:${broker.folder}`, ...args],
    });
  beforeEach(async () => {
    broker = await Broker.start();
    for (const each of ['good', 'bad', ''])
      for (const id of ['E1', 'E2', 'E3', 'E4', 'E5'])
        expect((await create(broker.url, each, id)).status).toBe(201);
    const backedUp = await runServiceCommand('context-broker', [
      'backup',
      '--data',
      broker.folder,
      '--to',
      join(broker.folder, 'copy'),
    ]);
    expect(backedUp.code).toBe(0);
    await broker.stop();
  });
  afterEach(async () => {
    await again?.stop();
    await broker.dispose();
  });

  it.each(DAMAGES)(
    'costs that tenant only, and is restored by the command of the log: %s',
    async (_how, damage) => {
      damage(join(broker.folder, name));
      again = await start('-notifReliable');
      const refused = { status: 503, body: expect.stringContaining('ServiceUnavailable') as string };
      expect(await list(again.url, tenant)).toMatchObject(refused);
      expect(await create(again.url, tenant, 'E6')).toMatchObject(refused);
      expect(await send(again.url, 'GET', '/v2/subscriptions', { headers: of(tenant) })).toMatchObject(
        refused,
      );
      expect(await send(again.url, 'GET', '/v2/types', { headers: of(tenant) })).toMatchObject(refused);
      expect(await create(again.url, 'good', 'E6')).toMatchObject({ status: 201 });
      expect(JSON.parse((await list(again.url, 'good')).body)).toHaveLength(6);
      const ready = await send(again.url, 'GET', '/health/ready');
      expect([ready.status, ready.body]).toEqual([200, '{"status":"ok","damagedDatabases":1}']);
      const lines = again
        .output()
        .split('\n')
        .filter((line) => line.includes(`${join(broker.folder, name)} is damaged`));
      expect(lines).toHaveLength(1);
      const command = /context-broker (restore .*? --force)\./
        .exec(lines[0]!)![1]!
        .replace('<backup>', join(broker.folder, 'copy'));
      await again.stop();
      expect(await runServiceCommand('context-broker', command.split(' '))).toMatchObject({ code: 0 });
      again = await start();
      expect(JSON.parse((await list(again.url, tenant)).body)).toHaveLength(5);
      expect(JSON.parse((await list(again.url, 'good')).body)).toHaveLength(6);
      expect(readdirSync(broker.folder).filter((file) => file.endsWith('.restoring'))).toEqual([]);
    },
  );
});
