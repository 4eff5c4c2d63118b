import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_TIME } from '@smart-city/history';
import { ALL_SERVICE_PATHS } from '@smart-city/context';
import type { ReadContext, RequestContext } from '../../context/request-context';
import { openEmbeddedStores } from '../../storage/embedded/open-embedded-stores';
import type { Stores } from '../../storage/stores';
import { readGrants } from '../grants/read-grants';
import { HistoryReadsService } from './history-reads.service';

describe('HistoryReadsService', () => {
  let folder: string;
  let stores: Stores;
  let service: HistoryReadsService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'history-reads-'));
    stores = await openEmbeddedStores({
      dbUri: `sqlite:${folder}`,
      dbName: 'orion',
      multiservice: true,
      history: { keeps: () => true, days: 30 },
    });
    service = new HistoryReadsService(stores.history!);
    const attrs = ['t', 'secret'].map((name) => ({ name, type: 'Number', value: 1, metadata: new Map() }));
    for (const type of ['Room', 'Car'])
      await stores.entities.update({ tenant: '', servicePath: '/' }, [
        { action: 'create', ref: { id: 'E', type }, attrs },
      ]);
  });
  afterAll(async () => {
    await stores.entities.close();
    await rm(folder, { recursive: true });
  });

  const contextWith = (...all: object[]): ReadContext => ({
    request: { grants: readGrants(all.map((one) => ({ permission: 'p', ...one }))) } as RequestContext,
    tenancy: { tenant: '', servicePaths: ALL_SERVICE_PATHS },
  });
  const found = async (context: ReadContext) =>
    (await service.find(context, { window: ALL_TIME })).map(({ type, attr }) => `${type}.${attr}`);

  it('shows the past of what may be read, and of nothing else', async () => {
    expect(await found(contextWith({ verbs: ['read'] }))).toHaveLength(4);
    expect(await found(contextWith({ verbs: ['read'], types: ['Room'], attrs: ['t'] }))).toEqual(['Room.t']);
    expect(
      await found(contextWith({ verbs: ['read'], attrs: ['t'] }, { verbs: ['read'], types: ['Car'] })),
    ).toEqual(['Car.secret', 'Car.t', 'Room.t']);
    await expect(found(contextWith({ verbs: ['update'] }))).rejects.toMatchObject({ status: 403 });
  });

  it('removes the past of what may be deleted, and of nothing else', async () => {
    const remove = (context: ReadContext) =>
      service.remove(context, { ids: ['E'], window: ALL_TIME }, ALL_TIME);
    await expect(remove(contextWith({ verbs: ['read'] }))).rejects.toMatchObject({ status: 403 });
    expect(await remove(contextWith({ verbs: ['delete'], types: ['Car'] }))).toBe(2);
    expect(await found(contextWith({ verbs: ['read'] }))).toEqual(['Room.secret', 'Room.t']);
  });
});
