import { ALL_TIME, type Period, type Sample, type SeriesKey, type Window } from '@smart-city/history';
import { ALL_SERVICE_PATHS, type AttributeInput, type EntityUpdate } from '@smart-city/context';
import type { EntityStore } from '../entity-store';
import type { HistoryStore } from '../history/history-store';

/** Both stores of one database, where `quiet` attributes are not kept, and others for 30 days. */
export interface HistoryUnderTest {
  readonly entities: EntityStore;
  readonly history: HistoryStore;
  /** Writes all out and opens the same data again. */
  reopen(): Promise<HistoryUnderTest>;
  close(): Promise<void>;
}

const tenant = 'past';
const MINUTE = 60_000;
const tenancy = { tenant, servicePath: '/' };
const everywhere = { servicePaths: ALL_SERVICE_PATHS, window: ALL_TIME };
const all = { window: ALL_TIME, limit: 1000 };
const seriesOf = (id: string, attr: string): SeriesKey => ({
  id,
  type: 'T',
  servicePath: '/',
  attr,
  dataset: '',
});
const attr = (
  name: string,
  value: AttributeInput['value'],
  metadata: AttributeInput['metadata'] = new Map(),
) => ({
  name,
  type: typeof value === 'number' ? 'Number' : 'Text',
  value,
  metadata,
});
const update = (
  action: EntityUpdate['action'],
  id: string,
  ...attrs: readonly AttributeInput[]
): EntityUpdate => ({
  action,
  ref: { id, type: 'T' },
  attrs,
});
const sample = (at: number, value: Sample['value'], recordedAt = at): Sample => ({
  at,
  recordedAt,
  value,
  label: { type: 'Number' },
});

/** Contract of {@link HistoryStore}: every adapter passes it. */
export function historyStoreContract(open: () => Promise<HistoryUnderTest>): void {
  describe('history store', () => {
    let stores: HistoryUnderTest;
    beforeEach(async () => {
      stores = await open();
    });
    afterEach(() => stores.close());

    const write = async (...updates: readonly EntityUpdate[]) => {
      for (const { kind } of await stores.entities.update(tenancy, updates)) expect(kind).toBe('done');
    };
    const read = async (key: SeriesKey, window: Window = ALL_TIME) =>
      (await stores.history.read(tenant, [key], { window, limit: 1000 }))[0]!.samples;
    const values = async (key: SeriesKey) => (await read(key)).map(({ value }) => value);
    /** The same before and after it is packed, and after a restart. */
    const always = async (check: () => Promise<void>) => {
      await check();
      await stores.history.maintain(Date.now());
      await check();
      stores = await stores.reopen();
      await check();
    };

    it('keeps each value of an attribute, in order', async () => {
      await write(update('create', 'a', attr('t', 1), attr('text', 'on')));
      for (const t of [2, 3.5]) await write(update('update', 'a', attr('t', t)));
      await write(update('update', 'a', attr('text', 'off')));
      await always(async () => {
        expect(await values(seriesOf('a', 't'))).toEqual([1, 2, 3.5]);
        expect(await values(seriesOf('a', 'text'))).toEqual(['"on"', '"off"']);
      });
    });

    it('keeps nothing where nothing changes, and nothing that is not to be kept', async () => {
      await write(update('create', 'a', attr('t', 1), attr('quiet', 1)));
      await write(update('update', 'a', attr('t', 1)));
      expect(await values(seriesOf('a', 't'))).toEqual([1]);
      expect(await values(seriesOf('a', 'quiet'))).toEqual([]);
    });

    it('keeps the end of attributes, of entities and of transient ones', async () => {
      await write(update('create', 'a', attr('t', 1), attr('u', 1)));
      await write(update('delete', 'a', attr('u', null)));
      await write(update('delete', 'a'));
      await always(async () => {
        for (const name of ['t', 'u']) {
          const [first, end, ...others] = await read(seriesOf('a', name));
          expect([first?.value, end?.value, end?.label.isDeleted, others]).toEqual([1, 'null', true, []]);
        }
      });
    });

    it('sorts by time of observation, and knows when it was stored', async () => {
      const observed = Date.now() - 60 * MINUTE;
      const at = (ms: number) => new Map([['TimeInstant', { type: 'DateTime', value: ms / 1000 }]]);
      await write(update('create', 'a', attr('t', 2, at(observed + MINUTE))));
      await write(update('update', 'a', attr('t', 1, at(observed))));
      await always(async () => {
        const [late, first] = await read(seriesOf('a', 't'));
        expect([late, first]).toMatchObject([
          { at: observed, value: 1, label: { time: 'TimeInstant' } },
          { at: observed + MINUTE, value: 2 },
        ]);
        expect(late!.recordedAt).toBeGreaterThanOrEqual(first!.recordedAt);
      });
    });

    it('keeps no sample of a time that would go at once, nor of one that is far away', async () => {
      const years = (count: number) => (Date.now() + count * 365 * 24 * 60 * MINUTE) / 1000;
      for (const [id, seconds] of [
        ['old', years(-1)],
        ['new', years(2)],
      ] as const) {
        const time = new Map([['TimeInstant', { type: 'DateTime', value: seconds }]]);
        await write(update('create', id, attr('t', 1, time)));
        expect(await values(seriesOf(id, 't'))).toEqual([]);
      }
    });

    it('finds series by id, pattern, type, attribute, path and time', async () => {
      await write(update('create', 'a1', attr('t', 1), attr('u', 1)), update('create', 'b1', attr('t', 1)));
      const found = async (selection: object) =>
        (await stores.history.find(tenant, { ...everywhere, ...selection }, 100)).map(
          ({ id, attr: name }) => `${id}.${name}`,
        );
      await always(async () => {
        expect(await found({})).toEqual(['a1.t', 'a1.u', 'b1.t']);
        expect(await found({ ids: ['a1', 'x'] })).toEqual(['a1.t', 'a1.u']);
        expect(await found({ idPattern: '^b' })).toEqual(['b1.t']);
        expect(await found({ types: ['T'], attrs: ['t'] })).toEqual(['a1.t', 'b1.t']);
        expect(await found({ types: ['U'] })).toEqual([]);
        expect(await found({ servicePaths: [{ path: '/below', subtree: true }] })).toEqual([]);
        expect(await found({ window: { from: 0, before: 1 } })).toEqual([]);
        expect(await stores.history.find('nobody', everywhere, 10)).toEqual([]);
        expect(await stores.history.find(tenant, everywhere, 2)).toHaveLength(2);
      });
    });

    it('reads pages, the newest so many, and counts', async () => {
      const now = Date.now();
      const key = seriesOf('a', 't');
      const samples = Array.from({ length: 500 }, (_, at) => sample(now - (500 - at) * MINUTE, at));
      await stores.history.append(tenant, [{ series: key, samples }]);
      await write(update('create', 'a', attr('t', 500)));
      const page = async (more: object) => {
        const [found] = await stores.history.read(tenant, [key], { ...all, ...more });
        return [found!.samples.map(({ value }) => value), found!.count];
      };
      await always(async () => {
        expect(await page({ newest: 3, count: true })).toEqual([[498, 499, 500], 501]);
        expect(await page({ limit: 2, offset: 10 })).toEqual([[10, 11], undefined]);
        expect(await page({ window: { from: samples[7]!.at, before: samples[9]!.at } })).toEqual([
          [7, 8],
          undefined,
        ]);
      });
    });

    it('aggregates by period', async () => {
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 3_600_000;
      const key = seriesOf('a', 't');
      const samples = Array.from({ length: 180 }, (_, at) => sample(hour + at * MINUTE, at));
      await stores.history.append(tenant, [{ series: key, samples }]);
      const period: Period = { kind: 'calendar', unit: 'hour', zone: 'UTC' };
      const aggregate = { window: ALL_TIME, period, needs: { values: false, texts: false }, most: 3 };
      await always(async () => {
        const [found] = await stores.history.aggregate(tenant, [key], aggregate);
        expect(found!.periods).toMatchObject([
          { start: hour, samples: 60, sum: 1770, min: 0, max: 59 },
          { start: hour + 60 * MINUTE, samples: 60, sum: 5370, min: 60, max: 119 },
          { start: hour + 120 * MINUTE, samples: 60, sum: 8970, min: 120, max: 179 },
        ]);
      });
      await expect(stores.history.aggregate(tenant, [key], { ...aggregate, most: 2 })).rejects.toMatchObject({
        status: 413,
      });
    });

    it('does not double what is appended twice', async () => {
      const now = Date.now() - 1000;
      const series = {
        series: seriesOf('a', 't'),
        samples: [sample(now, 1), sample(now, 2), sample(now + 1, 1)],
      };
      await stores.history.append(tenant, [series]);
      await stores.history.append(tenant, [series, { ...series, samples: [sample(now + 2, 3)] }]);
      await always(async () => expect(await values(seriesOf('a', 't'))).toEqual([1, 2, 1, 3]));
    });

    it('removes a window of a series, and nothing else', async () => {
      const now = Date.now() - 60 * MINUTE;
      const samples = Array.from({ length: 10 }, (_, at) => sample(now + at, at));
      await stores.history.append(tenant, [
        { series: seriesOf('a', 't'), samples },
        { series: seriesOf('a', 'u'), samples },
      ]);
      await stores.history.remove(tenant, [seriesOf('a', 't')], { from: now + 2, before: now + 9 });
      await always(async () => {
        expect(await values(seriesOf('a', 't'))).toEqual([0, 1, 9]);
        expect(await values(seriesOf('a', 'u'))).toHaveLength(10);
      });
    });

    it('removes what was written just now', async () => {
      await write(update('create', 'a', attr('t', 1)));
      await stores.history.remove(tenant, [seriesOf('a', 't')], ALL_TIME);
      await always(async () => expect(await values(seriesOf('a', 't'))).toEqual([]));
      await write(update('update', 'a', attr('t', 2)));
      await always(async () => expect(await values(seriesOf('a', 't'))).toEqual([2]));
    });

    it('drops what is older than it is to be kept', async () => {
      await write(update('create', 'a', attr('t', 1)));
      await stores.history.maintain(Date.now() + 60 * 24 * 60 * MINUTE);
      expect(await values(seriesOf('a', 't'))).toEqual([]);
    });
  });
}
