import { parseJson, type JsonValue } from '@smart-city/context';
import { entityOf } from '@smart-city/ngsi-testing';
import { membersOfParameters, readLdFilter, type LdFilter, type LdOrdering } from '@smart-city/ngsild';
import type { LdStoreQuery } from '../ld-query';
import { change, Workspace, attributes, attribute, point, type ContractContext } from './contract-kit';

const same = (name: string) => name;

/** The filter of a query string. */
const filterOf = (query: string): LdFilter =>
  readLdFilter(membersOfParameters(new Map(new URLSearchParams(query))), same);

const ROOMS = [
  { id: 'urn:Room:1', path: '/a', attrs: { t: 20, name: 'one' } },
  { id: 'urn:Room:2', attrs: { t: 25.5, name: 'two', on: true } },
  { id: 'urn:Room:3', path: '/a/b', attrs: { t: '20', list: [1, 2] } },
  { id: 'urn:Car:1', type: 'Car', attrs: { t: 30, object: { a: { b: 5 } } } },
];

/** Queries of NGSI-LD over entities that NGSIv2 wrote. */
export function ldSelectContract({ store, check }: ContractContext): void {
  const select = async (work: Workspace, query: string, rest: Partial<LdStoreQuery> = {}) => {
    const whole = { filter: filterOf(query), limit: 100, offset: 0, count: false, ...rest };
    const { entities, count } = await store().select(work.tenant, whole);
    const { ids } = await store().selectIds(work.tenant, whole);
    const { texts } = await store().selectTexts(work.tenant, whole, { key: 'id', render: ({ id }) => id });
    expect(ids).toEqual(entities.map(({ id }) => id));
    expect(texts).toEqual(ids);
    return { ids, count };
  };
  const rooms = async () => {
    const work = new Workspace(store());
    await work.create(...ROOMS.map((room) => ({ type: 'Room', ...room })));
    return work;
  };

  check('select entities of all paths, in the order of creation', async () => {
    const work = await rooms();
    const ids = async (query: string) => (await select(work, query)).ids.map((id) => id.slice(4));
    expect(await ids('type=Room')).toEqual(['Room:1', 'Room:2', 'Room:3']);
    expect(await ids('type=Room,Car')).toEqual(['Room:1', 'Room:2', 'Room:3', 'Car:1']);
    expect(await ids('type=(Room;Car)')).toEqual([]);
    expect(await ids('id=urn:Car:1,urn:Room:1')).toEqual(['Room:1', 'Car:1']);
    expect(await ids('idPattern=1$')).toEqual(['Room:1', 'Car:1']);
    expect(await ids('attrs=on,list')).toEqual(['Room:2', 'Room:3']);
    expect(await ids('scopeQ=/a/%23')).toEqual(['Room:1', 'Room:3']);
    expect(await ids('q=t>=20')).toEqual(['Room:1', 'Room:2', 'Car:1']);
    expect(await ids('q=t!=20')).toEqual(['Room:2', 'Room:3', 'Car:1']);
    expect(await ids('q=t=="20"|on==true')).toEqual(['Room:2', 'Room:3']);
    expect(await ids('q=list==2')).toEqual(['Room:3']);
    expect(await ids('q=object[a.b]==5')).toEqual(['Car:1']);
    expect(await ids('q=name~=^t')).toEqual(['Room:2']);
    expect(await ids('q=!name;t')).toEqual(['Room:3', 'Car:1']);
    expect(await ids('q=createdAt>2020-01-01T00:00:00Z&type=Car')).toEqual(['Car:1']);
    expect(await ids('type=None')).toEqual([]);
  });

  check('count all and answer one page', async () => {
    const work = await rooms();
    expect(await select(work, 'type=Room', { limit: 1, offset: 1, count: true })).toEqual({
      ids: ['urn:Room:2'],
      count: 3,
    });
    expect(await select(work, 'q=t', { limit: 0, count: true })).toEqual({ ids: [], count: 4 });
    expect(await select(work, 'type=Room', { offset: 3 })).toEqual({ ids: [] });
    const unknown = await store().select('nobody', {
      filter: filterOf('type=T'),
      limit: 5,
      offset: 0,
      count: true,
    });
    expect(unknown).toEqual({ entities: [], count: 0 });
  });

  check('sort by values, and page what is sorted', async () => {
    const work = await rooms();
    const order = async (query: string, rest?: Partial<LdStoreQuery>) =>
      (await select(work, query, rest)).ids;
    expect(await order('type=Room,Car&orderBy=t;desc')).toEqual([
      'urn:Room:3',
      'urn:Car:1',
      'urn:Room:2',
      'urn:Room:1',
    ]);
    expect(await order('type=Room,Car&orderBy=t', { limit: 1, offset: 2, count: true })).toEqual([
      'urn:Car:1',
    ]);
  });

  check('find places by any geometry, also by the distance', async () => {
    const work = new Workspace(store());
    const places: Record<string, ReturnType<typeof point>> = {
      'urn:P:1': point('location', 8, 40),
      'urn:P:2': point('location', 8.01, 40),
      'urn:P:3': point('place', 8, 40),
      'urn:P:4': attribute('location', 'nowhere'),
    };
    for (const [id, place] of Object.entries(places))
      await work.create({ id, attrs: { [place.name]: place } });
    const ids = async (query: string, coordinates: JsonValue = [8, 40]) =>
      (await select(work, `${query}&coordinates=${JSON.stringify(coordinates)}`)).ids.map((id) =>
        id.slice(-1),
      );
    expect(await ids('georel=near;maxDistance==100&geometry=Point')).toEqual(['1']);
    expect(await ids('georel=near;minDistance==100&geometry=Point')).toEqual(['2']);
    expect(
      await ids('georel=near;maxDistance==100&geometry=LineString', [
        [8, 39],
        [8, 41],
      ]),
    ).toEqual(['1']);
    expect(await ids('georel=equals&geometry=Point&geoproperty=place')).toEqual(['3']);
    expect(await ids('georel=disjoint&geometry=Point')).toEqual(['2']);
    const ordering: LdOrdering = {
      keys: [{ by: 'distance', geoproperty: 'location', descending: false }],
      from: parseJson('{"type":"Point","coordinates":[8.02,40]}') as never,
    };
    const sorted = await store().select(work.tenant, {
      filter: { ...filterOf('type=T'), ordering },
      limit: 10,
      offset: 0,
      count: false,
    });
    expect(sorted.entities.map(({ id }) => id.slice(-1))).toEqual(['2', '1', '3', '4']);
  });

  check('know an entity by its id: of twins the oldest alone', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'urn:E:1', type: 'A', attrs: { n: 1 } },
      { id: 'urn:E:1', type: 'B', path: '/x', attrs: { n: 2 } },
    );
    expect((await select(work, 'type=A,B')).ids).toEqual(['urn:E:1']);
    expect((await select(work, 'type=B')).ids).toEqual([]);
    expect(await select(work, 'q=n==2', { count: true })).toEqual({ ids: [], count: 0 });
  });

  check('keep to what is granted', async () => {
    const work = await rooms();
    const within = [[{ selector: { types: ['Room'] }, servicePaths: [{ path: '/a', subtree: true }] }]];
    expect((await select(work, 'q=t', { within })).ids).toEqual(['urn:Room:1', 'urn:Room:3']);
    expect((await select(work, 'q=t', { within: [[]] })).ids).toEqual([]);
  });

  check('tell types and attributes, also those beside the first', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'urn:E:1', type: 'A', attrs: { n: 1, place: point('place', 1, 2) } });
    const made = entityOf('urn:E:2', ['A', 'B'], {
      n: [{ type: 'Property', value: 'x', subs: {} }],
      'https://a.b/rel': [{ type: 'Relationship', value: 'urn:E:1', subs: {} }],
    });
    await store().rewrite(work.tenant, [
      { id: made.id, rewrite: () => ({ kind: 'write', after: made, requested: [] }) },
    ]);
    const facts = await store().typeFacts(work.tenant);
    const counted = (type: string, isFurther: boolean, name?: string) =>
      facts
        .filter((fact) => fact.type === type && fact.isFurther === isFurther && fact.attribute?.name === name)
        .reduce((sum, { count }) => sum + count, 0);
    expect([counted('A', false), counted('A', false, 'n'), counted('A', false, 'place')]).toEqual([2, 2, 1]);
    expect([counted('B', true), counted('B', true, 'n'), counted('B', true, 'https://a.b/rel')]).toEqual([
      1, 1, 1,
    ]);
    expect(
      facts.find(({ type, attribute }) => type === 'B' && attribute?.name.startsWith('https'))?.attribute
        ?.type,
    ).toBe('Relationship');
    expect(await store().typeFacts('nobody')).toEqual([]);
  });

  check('render what has changed anew', async () => {
    const work = await rooms();
    const query = { filter: filterOf('id=urn:Room:1'), limit: 1, offset: 0, count: false };
    const texts = async () =>
      (
        await store().selectTexts(work.tenant, query, {
          key: 't',
          render: ({ attrs }) => JSON.stringify(attrs.get('t')?.value),
        })
      ).texts;
    expect(await texts()).toEqual(['20']);
    expect(await texts()).toEqual(['20']);
    await work.update(change('update', { id: 'urn:Room:1', type: 'Room' }, attributes({ t: 21 })), '/a');
    expect(await texts()).toEqual(['21']);
  });
}
