import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_SERVICE_PATHS, NgsiError, type EntityUpdate } from '@smart-city/context';
import { parseQ } from '@smart-city/ngsiv2';
import type { RequestContext, WriteContext } from '../../../context/request-context';
import {
  openEmbeddedEntityStore,
  type EmbeddedEntityStore,
} from '../../../storage/embedded/embedded-entity-store';
import { attributes, change, queryOf } from '../../../storage/contract/contract-kit';
import type { UpdateOutcome } from '../../../core/entities/update-outcome';
import type { FilteredChange } from './filtered-change';
import { FilteredUpdatesService } from './filtered-updates.service';

const TENANT = 't';
const everywhere = { tenant: TENANT, servicePaths: ALL_SERVICE_PATHS };

describe('a change of what a filter selects', () => {
  let folder: string;
  let store: EmbeddedEntityStore;
  const logged: string[] = [];
  const batches: number[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'by-filter-'));
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion', sweepIntervalMs: 100_000 });
    logged.length = batches.length = 0;
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const fill = (count: number, servicePath = '/') =>
    store.update(
      { tenant: TENANT, servicePath },
      Array.from({ length: count }, (_, n) =>
        change('create', { id: `E${n}`, type: 'T' }, attributes({ n, ...(n % 2 ? { odd: true } : {}) })),
      ),
    );
  /** The door for writes. @param before  what happens to others before a batch is written */
  const serviceOf = (before: (batch: number) => unknown = () => undefined) =>
    new FilteredUpdatesService(
      store,
      {
        apply: async ({ tenancy }: WriteContext, updates: readonly EntityUpdate[]) => {
          batches.push(updates.length);
          await before(batches.length);
          const results = await store.update(tenancy, updates);
          return updates.map((update, at): UpdateOutcome => ({ update, result: results[at]! }));
        },
      },
      { info: (text) => void logged.push(text) },
    );
  const asked = (
    update: FilteredChange['update'],
    q: string,
    limit = 1000,
    isDryRun = false,
  ): FilteredChange => ({
    request: {} as RequestContext,
    tenancy: everywhere,
    query: queryOf({ q: parseQ(q), limit }),
    update,
    isDryRun,
  });
  const left = async (q: string) =>
    (await store.query(everywhere, queryOf({ q: parseQ(q), count: true, limit: 0 }))).count;
  const deletion = { action: 'delete', attrs: [] } as const;

  it('goes in batches, each told, across service paths', async () => {
    await fill(250);
    await fill(250, '/a');
    expect(await serviceOf().change(asked(deletion, 'n>=10'))).toBe('{"matched":480,"changed":480}');
    expect(batches).toEqual([200, 40, 160, 80]);
    expect(logged).toEqual([200, 400, 480].map((n) => `changed ${n} of the 480 entities of a filter`));
    expect(await left('n')).toBe(20);
  });

  it('changes nothing in a dry run, and no more than the limit', async () => {
    await fill(10);
    expect(await serviceOf().change(asked(deletion, 'n<5', 3, true))).toBe('{"matched":5,"changed":0}');
    expect(await left('n')).toBe(10);
    expect(await serviceOf().change(asked(deletion, 'n<5', 3))).toBe('{"matched":5,"changed":3}');
    expect(await left('n<5')).toBe(2);
  });

  it('leaves alone what the filter no longer selects, and what is gone', async () => {
    await fill(5);
    const others = () =>
      store.update({ tenant: TENANT, servicePath: '/' }, [
        change('update', { id: 'E1', type: 'T' }, attributes({ n: 100 })),
        change('delete', { id: 'E2', type: 'T' }),
      ]);
    const update = { action: 'append', attrs: attributes({ seen: true }) } as const;
    expect(await serviceOf(others).change(asked(update, 'n<100'))).toBe('{"matched":5,"changed":3}');
    expect(await left('seen')).toBe(3);
    expect(await left('n')).toBe(4);
  });

  it('tells the first of those that did not take it', async () => {
    await fill(30);
    const update = { action: 'update', attrs: attributes({ odd: false }) } as const;
    const { matched, changed, faults } = JSON.parse(await serviceOf().change(asked(update, 'n'))) as {
      matched: number;
      changed: number;
      faults: object[];
    };
    expect({ matched, changed, told: faults.length }).toEqual({ matched: 30, changed: 15, told: 10 });
    expect(faults[0]).toEqual({
      id: 'E0',
      type: 'T',
      error: 'Unprocessable',
      description: 'do not exist: E0/T - [ odd ]',
    });
  });

  it('says how far it came when the database goes away', async () => {
    await fill(450);
    const away = (batch: number) => {
      if (batch === 3) throw new NgsiError('InternalServerError', 'Database Error (gone)');
    };
    await expect(serviceOf(away).change(asked(deletion, 'n'))).rejects.toMatchObject({
      status: 500,
      message:
        'Database Error (gone), 400 of 450 matching entities were changed, the others are as they were',
    });
    expect(await left('n')).toBe(50);
  });
});
