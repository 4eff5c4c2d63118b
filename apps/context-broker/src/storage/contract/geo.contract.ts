import { parseGeoQuery, parseOrderBy } from '@smart-city/ngsiv2';
import {
  attribute,
  attributes,
  change,
  geometry,
  point,
  queryOf,
  Workspace,
  type ContractContext,
} from './contract-kit';

/** Longitude first, as stored. */
const PLACES = {
  madrid: point('p', -3.7038, 40.4168),
  getafe: point('p', -3.7326, 40.3083),
  toledo: point('p', -4.0226, 39.8628),
  route: geometry('p', {
    type: 'LineString',
    coordinates: [
      [-3.7038, 40.4168],
      [-4.0226, 39.8628],
    ],
  }),
  park: geometry('p', {
    type: 'Polygon',
    coordinates: [
      [
        [-3.69, 40.41],
        [-3.68, 40.41],
        [-3.68, 40.42],
        [-3.69, 40.42],
        [-3.69, 40.41],
      ],
    ],
  }),
  sydney: point('p', 151.2093, -33.8688),
  fiji: point('p', 179.9, -17),
} as const;

/**
 * Latitude first, as in a request. `within`: what a store may count for `near` instead of what it finds, as Orion does:
 * entities wholly within the outer distance and not wholly within the inner one.
 */
const GEO_TABLE: readonly (readonly [
  georel: string,
  geometry: string,
  coords: string,
  ids: string,
  within?: number,
])[] = [
  ['near;maxDistance:13500', 'point', '40.4168,-3.7038', 'madrid route park getafe', 3],
  ['near;maxDistance:1', 'point', '40.4168,-3.7038', 'madrid route', 1],
  ['near;maxDistance:70000', 'point', '40.4168,-3.7038', 'madrid route park getafe toledo'],
  ['near;minDistance:1000;maxDistance:70000', 'point', '40.4168,-3.7038', 'park getafe toledo', 4],
  ['near;minDistance:1000000', 'point', '40.4168,-3.7038', 'sydney fiji'],
  ['near;maxDistance:50000', 'point', '-17,-179.9', 'fiji'],
  ['coveredBy', 'box', '40.3,-3.8;40.5,-3.6', 'madrid getafe park'],
  ['coveredBy', 'polygon', '39.5,-4.5;39.5,-3;41,-3;41,-4.5;39.5,-4.5', 'madrid getafe toledo route park'],
  ['intersects', 'box', '40.3,-3.8;40.5,-3.6', 'madrid getafe route park'],
  ['intersects', 'point', '40.415,-3.685', 'park'],
  ['intersects', 'line', '40.415,-3.75;40.415,-3.6', 'route park'],
  ['equals', 'point', '40.4168,-3.7038', 'madrid'],
  ['equals', 'line', '40.4168,-3.7038;39.8628,-4.0226', 'route'],
  ['equals', 'polygon', '40.41,-3.69;40.41,-3.68;40.42,-3.68;40.42,-3.69;40.41,-3.69', 'park'],
  ['disjoint', 'box', '40.3,-3.8;40.5,-3.6', 'toledo sydney fiji'],
];

export function geoContract({ store, check }: ContractContext): void {
  let filled: Promise<Workspace> | undefined;
  const places = () =>
    (filled ??= (async () => {
      const work = new Workspace(store());
      await work.create(
        { id: 'nowhere' },
        ...Object.entries(PLACES).map(([id, place]) => ({ id, attrs: { p: place } })),
      );
      return work;
    })());

  for (const [georel, shape, coords, ids, within] of GEO_TABLE) {
    check(
      `geo: ${georel} ${shape} ${coords}`,
      async () => {
        const work = await places();
        const geo = parseGeoQuery(georel, shape, coords);
        const { entities, count } = await store().query(work.everywhere, queryOf({ geo, count: true }));
        const found = entities.map(({ id }) => id);
        expect([...found].sort()).toEqual(ids.split(' ').sort());
        expect([found.length, within ?? found.length]).toContain(count);
      },
      georel === 'equals' ? undefined : 'geo',
    );
  }

  check(
    'geo: near selects; only orderBy=geo:distance answers nearest first, whatever the page',
    async () => {
      const work = await places();
      const geo = parseGeoQuery('near;minDistance:1000;maxDistance:70000', 'point', '40.4168,-3.7038');
      const orderBy = parseOrderBy('geo:distance');
      expect(await work.ids({ geo })).toEqual(['getafe', 'toledo', 'park']);
      expect(await work.ids({ geo, orderBy })).toEqual(['park', 'getafe', 'toledo']);
      expect(await work.ids({ geo, limit: 1, offset: 1 })).toEqual(['toledo']);
      expect(await work.ids({ geo, orderBy, limit: 1, offset: 1 })).toEqual(['getafe']);
      expect(await work.ids({ geo, orderBy: parseOrderBy('!id') })).toEqual(['toledo', 'park', 'getafe']);
    },
    'geo',
  );

  check(
    'geo: the location moves with its attribute',
    async () => {
      const work = new Workspace(store());
      const around = (lat: number, lon: number) =>
        work.ids({ geo: parseGeoQuery('near;maxDistance:1000', 'point', `${lat},${lon}`) });
      await work.create({ id: 'E', attrs: { p: point('p', 10, 20) } });
      expect(await around(20, 10)).toEqual(['E']);
      await work.update(change('update', { id: 'E', type: 'T' }, [point('p', 30, 40)]));
      expect([await around(20, 10), await around(40, 30)]).toEqual([[], ['E']]);
      await work.update(change('update', { id: 'E', type: 'T' }, [attribute('p', 'gone')]));
      expect(await around(40, 30)).toEqual([]);
      await work.update(change('append', { id: 'E', type: 'T' }, [point('q', 50, 60)]));
      expect(await around(60, 50)).toEqual(['E']);
      await work.update(change('delete', { id: 'E', type: 'T' }, attributes({ q: null })));
      expect(await around(60, 50)).toEqual([]);
      await work.update(change('append', { id: 'E', type: 'T' }, [point('q', 50, 60)]));
      await work.update(change('delete', { id: 'E', type: 'T' }));
      expect(await around(60, 50)).toEqual([]);
    },
    'geo',
  );

  /** Three places: `gate` is the location, `yard` and `exit` are not. */
  const ports = async () => {
    const work = new Workspace(store());
    const further = (name: string, value: unknown, type = 'geo:json') =>
      attribute(name, value, type, { ignoreType: { type: 'Boolean', value: true } });
    const at = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
    const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry });
    await work.create(
      { id: 'near', attrs: { gate: point('gate', 10, 20), yard: further('yard', at(11, 21)) } },
      { id: 'far', attrs: { gate: point('gate', 30, 40), yard: further('yard', feature(at(31, 41))) } },
      {
        id: 'dotted',
        attrs: { 'a.b': further('a.b', { type: 'FeatureCollection', features: [feature(at(11, 21))] }) },
      },
      { id: 'text', attrs: { yard: further('yard', '21, 11', 'geo:point') } },
      { id: 'broken', attrs: { yard: further('yard', { type: 'Point', coordinates: 'none' }) } },
      { id: 'list', attrs: { yard: further('yard', [11, 21]) } },
      { id: 'none' },
    );
    return work;
  };

  check('geo: about an attribute, its geometry counts, whether it is the location or not', async () => {
    const work = await ports();
    const at = (coords: string, attribute?: string) =>
      work.ids({ geo: parseGeoQuery('equals', 'point', coords, attribute) });
    expect(await at('20,10')).toEqual(['near']);
    expect(await at('20,10', 'gate')).toEqual(['near']);
    expect(await at('21,11')).toEqual([]);
    expect(await at('21,11', 'yard')).toEqual(['near']);
    expect(await at('41,31', 'yard')).toEqual(['far']);
    expect(await at('20,10', 'yard')).toEqual([]);
    for (const name of ['none', '__proto__', 'constructor', '$where', 'yard.value'])
      expect(await at('21,11', name)).toEqual([]);
  });

  check(
    'geo: about an attribute, all relations, with exact pages and counts',
    async () => {
      const work = await ports();
      const ids = (georel: string, shape: string, coords: string, attribute: string) =>
        work.ids({ geo: parseGeoQuery(georel, shape, coords, attribute) });
      expect(await ids('near;maxDistance:1000', 'point', '21,11', 'yard')).toEqual(['near']);
      expect(await ids('near;maxDistance:1000', 'point', '21,11', 'a.b')).toEqual(['dotted']);
      expect(await ids('near;maxDistance:9000000;minDistance:1000', 'point', '21,11', 'yard')).toEqual([
        'far',
      ]);
      expect(await ids('coveredBy', 'box', '20,10;50,50', 'yard')).toEqual(['near', 'far']);
      expect(await ids('intersects', 'polygon', '40,30;40,35;45,35;45,30;40,30', 'yard')).toEqual(['far']);
      const geo = parseGeoQuery('coveredBy', 'box', '20,10;50,50', 'yard');
      const { entities, count } = await store().query(
        work.everywhere,
        queryOf({ geo, limit: 1, offset: 1, count: true }),
      );
      expect([entities.map(({ id }) => id), count]).toEqual([['far'], 2]);
    },
    'geo',
  );

  check('geo: with a feature the geometry counts', async () => {
    const work = new Workspace(store());
    const feature = {
      type: 'Feature',
      properties: { a: 1 },
      geometry: { type: 'Point', coordinates: [10, 20] },
    };
    await work.create({ id: 'E', attrs: { p: geometry('p', feature) } });
    expect(await work.ids({ geo: parseGeoQuery('equals', 'point', '20,10') })).toEqual(['E']);
  });
}
