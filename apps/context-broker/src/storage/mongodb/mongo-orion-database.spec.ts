import {
  ALL_SERVICE_PATHS,
  type AttributeInput,
  type EntityQuery,
  type EntityUpdate,
  type JsonValue,
} from '@smart-city/context';
import { Double, type Collection, type Document } from 'mongodb';
import type { MongoEntityStore } from './mongo-entity-store';
import { orionError } from '@smart-city/ngsiv2';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';

const d = (value: number) => new Double(value);
const everything: EntityQuery = { selectors: [], orderBy: [], limit: 1000, offset: 0, count: true };
const input = (name: string, value: JsonValue, parts: Partial<AttributeInput> = {}): AttributeInput => ({
  name,
  type: 'Number',
  value,
  metadata: new Map(),
  ...parts,
});
const update = (
  action: EntityUpdate['action'],
  id: string,
  attrs: readonly AttributeInput[],
  type?: string,
): EntityUpdate => ({
  action,
  ref: type === undefined ? { id } : { id, type },
  attrs,
  correlator: 'corr-2',
});

const attribute = (type: string, value: unknown, md: Document = {}) => ({
  value,
  type,
  mdNames: Object.keys(md).map((name) => name.replaceAll('=', '.')),
  ...(Object.keys(md).length === 0 ? {} : { md }),
  creDate: d(1389376081.8),
  modDate: d(1389376120.2),
});

const ROOM = {
  _id: { id: 'Room1', type: 'Room', servicePath: '/home' },
  attrNames: ['temperature', 'p.x', 'when', 'pos'],
  attrs: {
    temperature: attribute('Number', d(21.5), { 'm=n': { type: 'Text', value: 'x' } }),
    'p=x': attribute('StructuredValue', { 'k=l': d(1), '>op': [d(1), { a: null }] }),
    when: attribute('DateTime', d(1500000000.5)),
    pos: attribute('geo:json', { type: 'Point', coordinates: [d(-3.7), d(40.4)] }),
  },
  creDate: d(1389376081.8),
  modDate: d(1389376120.2),
  lastCorrelator: 'corr-1',
  location: { attrName: 'pos', coords: { type: 'Point', coordinates: [d(-3.7), d(40.4)] } },
  expDate: new Date(4102444800000),
};

/** As very old versions left them: no type, no service path, no list of metadata names. */
const NO_TYPE = {
  _id: { id: 'old', servicePath: '/home' },
  attrNames: ['a'],
  attrs: { a: { type: 'T', value: 'x' } },
  creDate: 1389376082,
  modDate: 1389376082,
};
const NO_PATH = {
  _id: { id: 'older' },
  attrNames: ['a'],
  attrs: { a: { type: 'T', value: d(1) } },
  creDate: 1389376083,
  modDate: 1389376083,
};

/** A document of `entities`, its numbers as they are stored. */
interface StoredEntity {
  readonly _id: object;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly modDate: Double;
  readonly attrNames: readonly string[];
}

describeOnMongo('an existing Orion database', () => {
  let store: MongoEntityStore;
  let entities: Collection;
  let dbName: string;
  const home = { tenant: 'city', servicePath: '/home' };
  const everywhere = { tenant: 'city', servicePaths: ALL_SERVICE_PATHS };

  beforeEach(async () => {
    dbName = freshDatabaseName();
    store = await openMongoEntityStore({ uri: mongoUri ?? '', dbName });
    entities = store.databases.database('city').collection('entities');
    await entities.insertMany([ROOM, NO_TYPE, NO_PATH] as Document[]);
  });
  afterEach(() => store.close());

  const raw = (id: string) =>
    entities.findOne({ '_id.id': id }, { promoteValues: false }) as Promise<StoredEntity>;

  it('keeps tenants in databases of their own', async () => {
    expect(store.databases.databaseName('city')).toBe(`${dbName}-city`);
    expect(await store.listTenants()).toEqual(['', 'city']);
    expect(await store.query({ tenant: '', servicePaths: ALL_SERVICE_PATHS }, everything)).toEqual({
      entities: [],
      count: 0,
    });
  });

  it('has the indexes Orion ensures, for the default tenant at start and for others at their first write', async () => {
    const names = async (tenant: string) =>
      (await store.databases.database(tenant).collection('entities').indexes()).map(
        ({ key, expireAfterSeconds }) => ({ key, ttl: expireAfterSeconds }),
      );
    const ensured = [
      { key: { 'location.coords': '2dsphere' }, ttl: undefined },
      { key: { expDate: 1 }, ttl: 0 },
    ];
    expect(await names('')).toEqual(expect.arrayContaining(ensured));
    await store.update({ tenant: 'new', servicePath: '/' }, [update('create', 'E', [], 'T')]);
    expect(await names('new')).toEqual(expect.arrayContaining(ensured));
  });

  it('is read as it stands, old documents too', async () => {
    const { entities: found, count } = await store.query(everywhere, everything);
    expect(count).toBe(3);
    expect(found.map(({ id, type, servicePath }) => [id, type, servicePath])).toEqual([
      ['Room1', 'Room', '/home'],
      ['old', '', '/home'],
      ['older', '', ''],
    ]);
    const [room] = found;
    expect(room).toMatchObject({
      creDate: 1389376081.8,
      modDate: 1389376120.2,
      lastCorrelator: 'corr-1',
      expiresAtMs: 4102444800000,
    });
    expect(room?.attrs.get('temperature')).toEqual({
      type: 'Number',
      value: 21.5,
      metadata: new Map([['m.n', { type: 'Text', value: 'x' }]]),
      creDate: 1389376081.8,
      modDate: 1389376120.2,
    });
    expect(room?.attrs.get('p.x')?.value).toEqual(
      new Map<string, JsonValue>([
        ['k.l', 1],
        ['$op', [1, new Map([['a', null]])]],
      ]),
    );
    expect(room?.attrs.get('when')).toMatchObject({ type: 'DateTime', value: 1500000000.5 });
    expect(room?.location?.attrName).toBe('pos');
  });

  it('answers a path without the documents that have none, and types with a nameless one', async () => {
    const { entities: found } = await store.query(
      { tenant: 'city', servicePaths: [{ path: '/home', subtree: true }] },
      everything,
    );
    expect(found.map(({ id }) => id)).toEqual(['Room1', 'old']);
    const { types } = await store.listTypes(everywhere, { limit: 10, offset: 0, detail: true });
    expect(types.map(({ type, count, attrs }) => [type, count, [...attrs]])).toEqual([
      ['', 2, [['a', ['T']]]],
      [
        'Room',
        1,
        [
          ['p.x', ['StructuredValue']],
          ['pos', ['geo:json']],
          ['temperature', ['Number']],
          ['when', ['DateTime']],
        ],
      ],
    ]);
    expect((await store.getType(everywhere, '', false))?.count).toBe(2);
  });

  it('is written as Orion writes: only the fields that changed, numbers as doubles', async () => {
    const [result] = await store.update(home, [
      update('append', 'Room1', [
        input('temperature', 22, { metadata: new Map([['unit', { type: 'Text', value: 'C' }]]) }),
        input('new', true, { type: 'Boolean' }),
      ]),
    ]);
    expect(result?.kind).toBe('done');
    const stored = await raw('Room1');
    const modified = stored.modDate.value;
    expect(modified).toBeGreaterThan(1.7e9);
    expect(stored).toEqual({
      ...ROOM,
      attrNames: [...ROOM.attrNames, 'new'],
      attrs: {
        ...ROOM.attrs,
        temperature: {
          ...attribute('Number', d(22)),
          mdNames: ['m.n', 'unit'],
          md: { 'm=n': { type: 'Text', value: 'x' }, unit: { type: 'Text', value: 'C' } },
          modDate: d(modified),
        },
        new: { value: true, type: 'Boolean', mdNames: [], creDate: d(modified), modDate: d(modified) },
      },
      modDate: d(modified),
      lastCorrelator: 'corr-2',
    });
    expect(Object.keys(stored._id)).toEqual(['id', 'type', 'servicePath']);
  });

  it('lets an entity without type be updated and deleted', async () => {
    const [updated] = await store.update(home, [update('update', 'old', [input('a', 5)])]);
    expect(updated?.kind).toBe('done');
    expect((await raw('old'))._id).toEqual({ id: 'old', servicePath: '/home' });
    expect((await raw('old')).attrs['a']).toMatchObject({ value: d(5), type: 'Number' });
    const [deleted] = await store.update(home, [update('delete', 'old', [])]);
    expect(deleted?.kind).toBe('done');
    expect(await raw('old')).toBeNull();
  });

  it('answers an operator on the wrong type with the words of the database', async () => {
    const [result] = await store.update(home, [
      update('update', 'Room1', [input('when', new Map([['$push', 1]]))], 'Room'),
    ]);
    expect(result?.kind).toBe('failed');
    const error = result?.kind === 'failed' ? orionError(result.error) : undefined;
    expect(error?.error).toBe('InternalServerError');
    const query = '{ "_id.id" : "Room1", "_id.type" : "Room", "_id.servicePath" : "/home" }';
    expect(
      error?.message.startsWith(
        `Database Error (collection: ${dbName}-city.entities - findAndModify(): <${query},{ "$push" : `,
      ),
    ).toBe(true);
    expect(error?.message).toMatch(/> - exception: .*must be an array.*\)$/);
    expect((await raw('Room1')).attrs['when']).toEqual(ROOM.attrs.when);
  });

  it('refuses a key with a zero byte, which no document can hold, as a fault of the client', async () => {
    const [result] = await store.update(home, [
      update('append', 'Room1', [input('new', new Map([['a\u0000b', 1]]))], 'Room'),
    ]);
    expect(result?.kind === 'failed' && orionError(result.error).status).toBe(400);
    expect((await raw('Room1'))['attrNames']).toEqual(ROOM.attrNames);
  });
});
