import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startService, type ServiceProcess } from '@smart-city/testing';
import { describeOnMongo } from '../support/each-store';
import { BrokerClient } from '../support/broker-client';
import { answer, Receiver } from '../support/receiver';
import { runCommand } from '../support/run-command';

const mongoUri = process.env['MONGODB_URI'];
const TENANTS = ['', 'blue', 'green_1'];
const PATHS = [
  '/v2/entities?options=count&attrs=*,dateCreated,dateModified&limit=1000',
  '/v2/subscriptions',
  '/v2/registrations',
];

let folder: string;
let dbName: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broker-copy-'));
  dbName = `c${Math.random().toString(36).slice(2, 9)}`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (dbUri: string) =>
  startService('context-broker', {
    args: [
      '-port',
      '0',
      '-multiservice',
      '-db',
      dbName,
      '-dbURI',
      dbUri,
      '-logDir',
      folder,
      '-pidpath',
      join(folder, 'pid'),
    ],
  });

/** MongoDB keeps the times of notifications in whole seconds, as the original. */
const inWholeSeconds = (body: string) => body.replace(/("last\w+":"[^"]*)\.\d{3}Z"/g, '$1.000Z"');

/** Everything a client can see, tenant by tenant. */
async function seenAt(broker: ServiceProcess): Promise<unknown> {
  const found: unknown[] = [];
  for (const tenant of TENANTS)
    for (const path of PATHS) {
      const { body, ...rest } = await new BrokerClient(broker.url, tenant).get(path);
      found.push([path, rest.header('Fiware-Total-Count'), JSON.parse(inWholeSeconds(body))]);
    }
  return found;
}

/**
 * Entities, a subscription that was notified, and a registration, in each tenant.
 *
 * @returns what clients see of them
 */
async function fill(dbUri: string, entities: number): Promise<unknown> {
  const receiver = await Receiver.start(() => answer('200 OK'));
  const broker = await start(dbUri);
  for (const tenant of TENANTS) {
    const client = new BrokerClient(broker.url, tenant);
    await client.post('/v2/subscriptions', {
      description: 'all',
      subject: { entities: [{ idPattern: '.*', type: 'T' }], condition: { expression: { q: 'n>=0' } } },
      notification: { httpCustom: { url: receiver.url, headers: { 'X-A': '1' } }, attrs: ['n'] },
      throttling: 3600,
    });
    await client.post('/v2/registrations', {
      dataProvided: { entities: [{ id: 'Other' }], attrs: ['a'] },
      provider: { http: { url: 'http://localhost:9/v2' } },
    });
    for (let first = 0; first < entities; first += 500)
      await client.post('/v2/op/update', {
        actionType: 'append',
        entities: Array.from({ length: Math.min(500, entities - first) }, (_, n) => ({
          id: `E${first + n}`,
          type: 'T',
          n: { value: first + n, metadata: { 'm.x': { value: [1, { a: null }] } } },
          'dotted.name': { value: { 'k.1': true, $x: 'y' } },
          when: { type: 'DateTime', value: '2026-01-02T03:04:05.678Z' },
          place: { type: 'geo:json', value: { type: 'Point', coordinates: [2, 41] } },
        })),
      });
  }
  await receiver.waitFor(TENANTS.length);
  // The last may not be noted yet.
  const filled = await eventually(async () => {
    const found = await seenAt(broker);
    return JSON.stringify(found).match(/"lastSuccess":/g)?.length === TENANTS.length && found;
  });
  await broker.stop();
  await receiver.close();
  return filled;
}

async function seen(dbUri: string): Promise<unknown> {
  const broker = await start(dbUri);
  const found = await seenAt(broker);
  await broker.stop();
  return found;
}

const copy = (from: string, to: string, ...more: string[]) => [
  'copy',
  '--from',
  from,
  '--to',
  to,
  '--db',
  dbName,
  ...more,
];

describe('context-broker copy', () => {
  it('copies one folder to another, and refuses what makes no sense', async () => {
    const [from, to] = [`sqlite:${join(folder, 'a')}`, `sqlite:${join(folder, 'b')}`];
    const before = await fill(from, 20);
    const done = await runCommand(copy(from, to));
    expect(done).toMatchObject({ code: 0, stdout: 'copied; both databases hold the same\n' });
    expect(done.stderr).toContain('wait to be sent are not copied');
    expect(done.stderr).toContain('tenant blue: 20 entities, 1 subscriptions, 1 registrations');
    expect(await seen(to)).toEqual(before);
    expect(await runCommand(copy(from, to))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds data already') as unknown,
    });
    expect(await runCommand(copy(from, to, '--force'))).toMatchObject({ code: 0 });
    const broker = await start(to);
    await new BrokerClient(broker.url, 'blue').post('/v2/entities', { id: 'Extra' });
    expect(await runCommand(copy(from, to, '--force'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use') as unknown,
    });
    await broker.stop();
    expect((await runCommand(copy(from, to, '--force'))).stderr).toContain(
      'tenant blue: entities differ (20 in the source, 21 in the target)',
    );
  });
  it('says that the disk is full, and goes on later where it was', async () => {
    const [from, to] = [`sqlite:${join(folder, 'a')}`, `sqlite:${join(folder, 'b')}`];
    await fill(from, 750);
    const full = await runCommand(copy(from, to), { mostBlocks: 400 });
    expect(full.code).toBe(1);
    expect(full.stderr).toContain('cannot copy: ');
    expect(await runCommand(copy(from, to, '--force'))).toMatchObject({ code: 0 });
  });
});

describeOnMongo('context-broker copy with MongoDB', () => {
  it('ends with 1 when the server has no such database', async () => {
    const to = join(folder, 'b');
    expect(await runCommand(copy(mongoUri!, `sqlite:${to}`))).toMatchObject({
      code: 1,
      stderr: `cannot copy: the MongoDB server has no database '${dbName}'\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });
  it('moves embedded data to MongoDB and back, also when it was killed in the middle', async () => {
    const [from, back] = [`sqlite:${join(folder, 'a')}`, `sqlite:${join(folder, 'b')}`];
    const before = await fill(from, 1200);
    const killed = await runCommand(copy(from, mongoUri!), { killAt: /default tenant: / });
    expect(killed.code).toBeNull();
    expect(await runCommand(copy(from, mongoUri!))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force') as unknown,
    });
    expect(await runCommand(copy(from, mongoUri!, '--force'))).toMatchObject({ code: 0 });
    expect(await seen(mongoUri!)).toEqual(before);
    expect(await runCommand(copy(mongoUri!, back))).toMatchObject({ code: 0 });
    expect(await seen(back)).toEqual(before);
  });
});
