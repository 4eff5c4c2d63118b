import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityQuery } from '@smart-city/context';
import { change, geometry, point, Workspace } from '../../storage/contract/contract-kit';
import {
  openEmbeddedEntityStore,
  type EmbeddedEntityStore,
} from '../../storage/embedded/embedded-entity-store';
import { UnsupportedQuery } from '../../storage/unsupported-query';
import { countOf, type CountedPlace } from './counted-place';
import { MapReader, type MapRequest } from './map-contents';
import { MAP_SIZE } from './places-map';

type Store = ConstructorParameters<typeof MapReader>[0];

const CITY = 1_200;
const ASKED: MapRequest = { type: '', view: undefined, size: MAP_SIZE, types: undefined };
const VIEW = { lon: -3.6, lat: 40.4, zoom: 10 };

describe('what the map shows', () => {
  let folder: string;
  let store: EmbeddedEntityStore;
  let work: Workspace;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'map-'));
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
    work = new Workspace(store);
    const city = Array.from({ length: CITY }, (_, n) =>
      change('create', { id: `E${n}`, type: `T${n % 2}` }, [
        point('location', -3.7 + (n % 40) / 400, 40.4 + Math.floor(n / 40) / 400),
      ]),
    );
    const others = [
      change('create', { id: 'alone', type: 'T0' }, [point('location', -3.2, 40.2)]),
      change('create', { id: 'road', type: 'Road' }, [
        geometry('location', {
          type: 'LineString',
          coordinates: [
            [-3.21, 40.19],
            [-3.19, 40.21],
          ],
        }),
      ]),
      change('create', { id: 'nowhere', type: 'T0' }),
    ];
    await store.update({ tenant: work.everywhere.tenant, servicePath: '/' }, [...city, ...others]);
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const read = (change: Partial<MapRequest> = {}, from: Store = store) =>
    new MapReader(from).read(work.everywhere, { ...ASKED, ...change });
  const idsOf = (places: readonly CountedPlace[]) => places.flatMap(({ entity }) => entity?.id ?? []);

  it.each([undefined, VIEW])('is every entity at a point, counted in cells, in the view %j', async (view) => {
    const { places, kind } = await read({ view });
    expect([kind, countOf(places)]).toEqual(['cells', CITY + 1]);
    expect(places.length).toBeGreaterThan(50);
    expect(idsOf(places)).toEqual(['alone']);
  });

  it('is counted by type where types are few', async () => {
    const types = { types: ['T0', 'T1'].map((type) => ({ type, count: CITY / 2 })), count: 2 };
    const { places } = await read({ types });
    const counts = ['T0', 'T1'].map((type) => countOf(places.filter((place) => place.type === type)));
    expect(counts).toEqual([CITY / 2 + 1, CITY / 2]);
  });

  it('is each entity, with lines, where they are few', async () => {
    const near = await read({ view: { lon: -3.2, lat: 40.2, zoom: 13 } });
    expect([near.kind, idsOf(near.places).sort()]).toEqual(['entities', ['alone', 'road']]);
    const ofType = await read({ type: 'T1' });
    expect([ofType.kind, ofType.places.length]).toEqual(['entities', CITY / 2]);
    expect(await read({ view: { lon: 100, lat: 0, zoom: 9 } })).toEqual({ places: [], kind: 'entities' });
    expect((await read({ type: 'None' })).places).toEqual([]);
  });

  it('ends with the world, and with the smallest cells', async () => {
    for (const view of [
      { lon: 180, lat: 85, zoom: 9 },
      { lon: -180, lat: -85, zoom: 18 },
    ])
      expect((await read({ view })).places).toEqual([]);
    expect(countOf((await read({ view: { lon: 0, lat: 0, zoom: 0 } })).places)).toBe(CITY + 1);
  });

  it('is the whole map alone where the store has no geographical queries', async () => {
    const only = <T>(query: EntityQuery, answer: () => Promise<T>): Promise<T> =>
      query.geo === undefined ? answer() : Promise.reject(new UnsupportedQuery('InternalServerError', ''));
    const without: Store = {
      query: (tenancy, query) => only(query, () => store.query(tenancy, query)),
      aggregate: (tenancy, query, aggregate) => only(query, () => store.aggregate(tenancy, query, aggregate)),
    };
    for (const view of [undefined, VIEW]) {
      const { places, kind } = await read({ view }, without);
      expect([kind, countOf(places)]).toEqual(['no-geo', CITY + 1]);
    }
    expect(countOf((await read({ type: 'T1' }, without)).places)).toBe(CITY / 2);
  });
});
