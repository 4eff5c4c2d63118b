import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { runCommand } from '../support/run-command';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broker-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const startOn = (name: string, more: readonly string[] = []) =>
  startService('context-broker', {
    args: [
      '-port',
      '0',
      '-multiservice',
      '-dbURI',
      `sqlite:${at(name)}`,
      '-logDir',
      folder,
      '-pidpath',
      at(`${name}.pid`),
      ...more,
    ],
  });
const countOf = async (url: string, tenant: string) =>
  Number(
    (await new BrokerClient(url, tenant).get('/v2/entities?limit=1&options=count')).header(
      'Fiware-Total-Count',
    ),
  );

describe('context-broker backup and restore', () => {
  it('copies every tenant while writes go on: what was acknowledged before is there, and nothing half', async () => {
    const broker = await startOn('data');
    const written = new Map([
      ['', 0],
      ['blue', 0],
    ]);
    let isOver = false;
    const load = Promise.all(
      [...written.keys()].map(async (tenant) => {
        const client = new BrokerClient(broker.url, tenant);
        for (let n = 1; !isOver; n++) {
          expect((await client.post('/v2/entities', { id: `E${n}`, n: { value: n } })).status).toBe(201);
          written.set(tenant, n);
        }
      }),
    );
    while ([...written.values()].some((n) => n < 50)) await new Promise(setImmediate);
    const before = new Map(written);
    const backup = await runCommand(['backup', '--data', at('data'), '--to', at('copy')]);
    const after = new Map(written);
    isOver = true;
    await load;
    expect(backup).toMatchObject({ code: 0, stdout: `2 databases in ${at('copy')}\n` });
    expect(
      await runCommand(['restore', '--data', at('data'), '--from', at('copy'), '--force']),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('in use by another process') as unknown,
    });
    await broker.stop();
    expect(await runCommand(['restore', '--data', at('new'), '--from', at('copy')])).toMatchObject({
      code: 0,
    });
    const restored = await startOn('new');
    for (const tenant of written.keys()) {
      const count = await countOf(restored.url, tenant);
      expect(count).toBeGreaterThanOrEqual(before.get(tenant)!);
      expect(count).toBeLessThanOrEqual(after.get(tenant)! + 1);
      const last = await new BrokerClient(restored.url, tenant).get(`/v2/entities/E${count}/attrs/n/value`);
      expect(last.body).toBe(String(count));
    }
    await restored.stop();
    expect((await runCommand(['restore', '--data', at('new'), '--from', at('copy')])).stderr).toContain(
      '--force',
    );
  });
  it('takes history along, packed or not', async () => {
    const sth = '/STH/v1/contextEntities/type/T/id/E/attributes';
    const headers = { 'Fiware-Service': 'blue', 'Fiware-ServicePath': '/' };
    const broker = await startOn('data', ['-history', 'on']);
    const client = new BrokerClient(broker.url, 'blue');
    const write = (n: number) =>
      client.post('/v2/entities?options=upsert', { id: 'E', type: 'T', n: { type: 'Number', value: n } });
    for (const n of [1, 2]) await write(n);
    // To remove something, what is recent is packed.
    expect((await client.delete(`${sth}/other`, headers)).status).toBe(204);
    await write(3);
    const backup = await runCommand(['backup', '--data', at('data'), '--to', at('copy')]);
    expect(backup).toMatchObject({ code: 0, stdout: `2 databases in ${at('copy')}\n` });
    await broker.stop();
    await runCommand(['restore', '--data', at('new'), '--from', at('copy')]);
    const restored = await startOn('new', ['-history', 'on']);
    const { body } = await new BrokerClient(restored.url, 'blue').get(`${sth}/n?lastN=9`, headers);
    expect([...body.matchAll(/"attrValue":(\d)/g)].map(([, value]) => value)).toEqual(['1', '2', '3']);
    await restored.stop();
  });
  it('says what is wrong, and leaves no backup behind that is none', async () => {
    const broker = await startOn('data');
    const client = new BrokerClient(broker.url, '');
    const filler = 'x'.repeat(100_000);
    for (let n = 0; n < 5; n++) await client.post('/v2/entities', { id: `E${n}`, a: { value: filler } });
    const backup = ['backup', '--data', at('data'), '--to', at('copy')];
    const full = await runCommand(backup, { mostBlocks: 100 });
    expect({ ...full, stderr: full.stderr.split('\n').length }).toEqual({ code: 1, stdout: '', stderr: 2 });
    expect(full.stderr).toContain('cannot copy');
    expect(existsSync(at('copy'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
    await runCommand(backup, { killAt: /orion\.sqlite/ });
    const { code } = await runCommand(backup);
    expect(code === 0 || existsSync(at('copy/backup.json'))).toBe(true);
    expect(await runCommand(['backup', '--data', at('none'), '--to', at('x')])).toMatchObject({ code: 1 });
    await broker.stop();
  });
});
