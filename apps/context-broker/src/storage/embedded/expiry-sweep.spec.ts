import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@smart-city/testing';
import { attribute, change, Workspace } from '../contract/contract-kit';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedEntityStore, openEmbeddedEntityStore } from './embedded-entity-store';
import { EntitySlots } from './entity-slots';
import { ExpirySweep } from './expiry-sweep';
import { OpenTenants } from './open-tenants';

const now = Date.now() / 1000;
const expires = (seconds: number) => attribute('dateExpires', now + seconds, 'DateTime');

describe('transient entities', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'expiry-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are removed when their time is over, and only those', async () => {
    const databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
    const tenants = new OpenTenants(databases, () => undefined);
    const slots = new EntitySlots(tenants, 100, 1_000_000);
    const sweep = new ExpirySweep(slots, tenants.open, 3_600_000);
    const tenancy = { tenant: 't', servicePath: '/' };
    const create = (id: string, ...seconds: readonly number[]) =>
      change('create', { id, type: 'T' }, seconds.map(expires));
    await slots.apply(tenancy, [
      create('past', -10),
      create('future', 1000),
      create('prolonged', -10),
      create('permanent'),
    ]);
    const prolonging = slots.apply(tenancy, [
      change('update', { id: 'prolonged', type: 'T' }, [expires(1000)]),
    ]);
    const database = await tenants.create('t');
    await sweep.remove(database, Date.now());
    await prolonging;
    sweep.stop();
    const left = ['past', 'future', 'prolonged', 'permanent'].filter(
      (id) => slots.committed(database, id).length > 0,
    );
    expect(left).toEqual(['future', 'prolonged', 'permanent']);
    const store = new EmbeddedEntityStore(databases);
    const everywhere = { tenant: 't', servicePaths: [{ path: '/', subtree: true }] };
    expect((await store.getType(everywhere, 'T', false))?.count).toBe(3);
    await store.close();
  });

  it('are removed when they expired while nobody looked', async () => {
    const open = () => openEmbeddedEntityStore({ folder, dbName: 'orion' });
    let store = await open();
    const work = new Workspace(store);
    await work.create({ id: 'past', attrs: { dateExpires: expires(-10) } });
    await store.close();
    store = await open();
    await eventually(async () => (await store.find(work.everywhere, { id: 'past' })).length === 0);
    await store.close();
  });
});
