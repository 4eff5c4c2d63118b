import { mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledServices, eventually } from '@smart-city/testing';
import { errorBody } from '../support/broker-client';
import { describeEachFreshStore, startBroker } from '../support/each-store';
import { subscribe, update } from '../support/subscriber';

interface Report {
  readonly at: string;
  readonly breaks: number;
  readonly features: readonly {
    id: string;
    state: string;
    breaks: boolean;
    replacement: string;
    use: { count: number; clients: { service: string; userAgent: string; count: number }[] };
  }[];
}

describeEachFreshStore('GET /admin/deprecations', (broker) => {
  it('says who uses what, and what would break at another version', async () => {
    const client = broker().client();
    await client.get('/v2', { 'User-Agent': 'old-client/1' });
    await client.post(
      '/v1/updateContext',
      { contextElements: [{ id: 'E', attributes: [{ name: 'a', value: '1' }] }], updateAction: 'APPEND' },
      { 'User-Agent': 'iot/2' },
    );
    await client.post(
      '/v2/op/update',
      { actionType: 'APPEND', entities: [{ id: 'P', type: 'T', pos: { type: 'geo:point', value: '1, 2' } }] },
      { 'User-Agent': 'iot/2' },
    );
    await client.get('/v2/entities?options=dateCreated', { 'User-Agent': 'old-client/1' });
    const report = async (at = '') => (await client.get(`/admin/deprecations${at}`)).json() as Report;
    const now = await report();
    const mine = (id: string) =>
      now.features
        .find((feature) => feature.id === id)!
        .use.clients.filter(({ service }) => service === client.tenant);
    expect(now).toMatchObject({ at: '3.12.0', breaks: 0 });
    expect(mine('getV2')).toMatchObject([{ userAgent: 'old-client/1', count: 1 }]);
    expect(mine('ngsiv1')).toMatchObject([{ userAgent: 'iot/2', count: 1 }]);
    expect(mine('upperCaseActions')).toMatchObject([{ userAgent: 'iot/2', count: 1 }]);
    expect(mine('geoTypes')).toMatchObject([{ userAgent: 'iot/2', count: 1 }]);
    expect(mine('dateOptions')).toMatchObject([{ userAgent: 'old-client/1', count: 1 }]);
    const later = await report('?at=4.0.0');
    expect(later.features.find(({ id }) => id === 'ngsiv1')).toMatchObject({
      state: 'removed',
      breaks: true,
      replacement: 'NGSIv2 API',
    });
    expect(later.features.find(({ id }) => id === 'getV2')).toMatchObject({
      state: 'deprecated',
      breaks: false,
    });
    expect(await client.get('/admin/deprecations?at=new')).toMatchObject({
      status: 400,
      body: errorBody('BadRequest', 'invalid version: /new/'),
    });
  });

  it('counts legacy notifications for the receiver each time one is sent', async () => {
    const client = broker().client();
    const id = await subscribe(client, 'http://127.0.0.1:9/x', { attrsFormat: 'legacy' });
    for (const value of [1, 2]) await update(client, value);
    const counted = async () => {
      const { features } = (await client.get('/admin/deprecations')).json() as Report;
      const { clients } = features.find((feature) => feature.id === 'legacyNotification')!.use;
      return clients.filter(({ userAgent }) => userAgent === `subscription ${id}`);
    };
    await eventually(async () => (await counted())[0]?.count === 2);
    expect(await counted()).toMatchObject([{ service: client.tenant, address: '127.0.0.1:9', count: 2 }]);
  });
});

describe('counts of deprecated use', () => {
  it('survive a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'usage-'));
    const store = { name: 'embedded' as const, dbUri: () => `sqlite:${folder}` };
    const dbArgs = ['-db', 'orion'];
    try {
      for (const expected of [1, 2]) {
        const broker = await startBroker(store, dbArgs);
        const client = broker.client();
        await client.get('/v2', { 'User-Agent': 'survivor' });
        const report = (await client.get('/admin/deprecations')).json() as Report;
        const uses = report.features
          .find(({ id }) => id === 'getV2')!
          .use.clients.filter(({ userAgent }) => userAgent === 'survivor');
        expect(uses.reduce((sum, { count }) => sum + count, 0)).toBe(expected);
        expect(await broker.stop()).toBe(0);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('commands', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['dist/apps/context-broker/main.js', ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: compiledServices },
    });
  it('features prints the list', () => {
    const { status, stdout } = run('features', '--at', '4.0.0', '--json');
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as { features: unknown[] }).features).toHaveLength(21);
  });
  it('check-upgrade ends with 1 when something breaks', () => {
    const found = run('check-upgrade', '--to', '4.0.0', '--', '-dbhost', 'mongo', '-multiservice');
    expect(found.status).toBe(1);
    expect(found.stdout).toContain("-dbURI 'mongodb://mongo/'");
  });
});
