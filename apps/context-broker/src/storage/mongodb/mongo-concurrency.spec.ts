import type { AttributeInput, Entity, EntityUpdate, JsonValue, UpdateResult } from '@smart-city/context';
import type { MongoEntityStore } from './mongo-entity-store';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';
import { lacked } from './mongo-test-server-limits';
import { isRealMongo } from './mongo-test-server-limits';

const input = (name: string, value: JsonValue, type = 'Number'): AttributeInput => ({
  name,
  type,
  value,
  metadata: new Map(),
});
const increment = (by: number): JsonValue => new Map([['$inc', by]]);
const path = { tenant: '', servicePath: '/' };
const change = (action: EntityUpdate['action'], id: string, ...attrs: AttributeInput[]): EntityUpdate => ({
  action,
  ref: { id, type: 'T' },
  attrs,
});
const range = (length: number) => Array.from({ length }, (_, index) => index);

/** Two adapters with clients of their own are to the database what two broker processes are. */
describeOnMongo('two adapters on one database', () => {
  let stores: readonly [MongoEntityStore, MongoEntityStore];
  let entities = 0;
  const nextId = () => `E${++entities}`;

  beforeAll(async () => {
    const options = { uri: mongoUri ?? '', dbName: freshDatabaseName() };
    stores = [await openMongoEntityStore(options), await openMongoEntityStore(options)];
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const apply = async (which: number, update: EntityUpdate): Promise<UpdateResult> => {
    const [result] = await (stores[which % 2] as MongoEntityStore).update(path, [update]);
    return result as UpdateResult;
  };
  const get = async (id: string) => {
    const [entity] = await stores[0].find(
      { tenant: '', servicePaths: [{ path: '/', subtree: false }] },
      { id, type: 'T' },
    );
    return entity;
  };

  it('of updates and deletions of one version exactly one is done', async () => {
    for (const round of range(5)) {
      const id = nextId();
      await apply(0, change('create', id, input('n', 0), input('m', round)));
      const isFirst = (before: Entity | undefined) =>
        before?.attrs.get('n')?.value === 0 && before.attrs.get('m')?.value === round;
      const results = await Promise.all(
        range(20).map((n) => {
          // Each writes something else: only the version is what they compete for.
          const update =
            n % 5 === 4
              ? change('delete', id)
              : change('append', id, n % 2 ? input('n', n + 1) : input('m', n + 100), input(`a${n}`, n));
          return apply(n, { ...update, precondition: isFirst });
        }),
      );
      const kinds = results.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1);
      for (const kind of kinds) expect(['done', 'failed', 'entityMissing']).toContain(kind);
    }
  });

  it('sums of increments are right', async () => {
    const id = nextId();
    await apply(0, change('create', id, input('n', 0)));
    const results = await Promise.all(
      range(200).map((n) => apply(n, change('update', id, input('n', increment(1))))),
    );
    const seen = results.map((result) =>
      result.kind === 'done' ? result.changes[0]?.after?.attrs.get('n')?.value : result.kind,
    );
    // mongo-java-server writes its answer after it let the document go, so the answer may hold the next increment too.
    if (isRealMongo) expect(new Set(seen).size).toBe(200);
    expect(Math.max(...seen.map(Number))).toBe(200);
    expect((await get(id))?.attrs.get('n')?.value).toBe(200);
  });

  it('increments of an attribute that is only now created are not lost', async () => {
    const id = nextId();
    await apply(0, change('create', id));
    await Promise.all(range(60).map((n) => apply(n, change('append', id, input('n', increment(1))))));
    expect((await get(id))?.attrs.get('n')?.value).toBe(60);
  });

  const itUpserts = lacked.has('atomic-upsert') ? it.skip : it;
  itUpserts('of appends of different attributes none is lost, though all create the entity', async () => {
    const id = nextId();
    const results = await Promise.all(
      range(60).map((n) => apply(n, change('append', id, input(`a${n}`, n)))),
    );
    expect(results.every(({ kind }) => kind === 'done')).toBe(true);
    expect(
      results.filter((result) => result.kind === 'done' && result.changes[0]?.before === undefined),
    ).toHaveLength(1);
    expect([...((await get(id))?.attrs.keys() ?? [])].sort()).toEqual(
      range(60)
        .map((n) => `a${n}`)
        .sort(),
    );
  });

  it('of strict appends of one attribute one is done', async () => {
    const id = nextId();
    await apply(0, change('create', id));
    const results = await Promise.all(
      range(40).map((n) => apply(n, change('appendStrict', id, input('a', n)))),
    );
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(39);
  });

  it('of deletions of one attribute, or of the entity, one is done', async () => {
    const id = nextId();
    await apply(0, change('create', id, input('a', 1), input('b', 1)));
    const attributes = await Promise.all(
      range(20).map((n) => apply(n, change('delete', id, input('a', null)))),
    );
    expect(attributes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const wholes = await Promise.all(range(20).map((n) => apply(n, change('delete', id))));
    expect(wholes.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(wholes.filter(({ kind }) => kind === 'entityMissing')).toHaveLength(19);
  });

  it('an attribute is whole or absent while others delete, append and update it', async () => {
    const id = nextId();
    await apply(0, change('create', id, input('keep', 0)));
    const actions = ['append', 'delete', 'update'] as const;
    const results = await Promise.all(
      range(150).map((n) =>
        apply(n, change(actions[n % 3] as 'append', id, input('a', n), input('keep2', n))),
      ),
    );
    expect(results.filter(({ kind }) => kind === 'failed')).toEqual([]);
    const stored = await stores[0].databases
      .database('')
      .collection<{ attrs: Record<string, object>; attrNames: string[] }>('entities')
      .findOne({ '_id.id': id });
    for (const name of ['a', 'keep2']) {
      const attribute = stored?.attrs[name];
      if (attribute)
        expect(Object.keys(attribute).sort()).toEqual(['creDate', 'mdNames', 'modDate', 'type', 'value']);
      expect(stored?.attrNames.includes(name)).toBe(attribute !== undefined);
    }
  });

  it('of locations that race one stays, the others fail', async () => {
    const id = nextId();
    await apply(0, change('create', id));
    const point = (n: number): JsonValue =>
      new Map<string, JsonValue>([
        ['type', 'Point'],
        ['coordinates', [n, n]],
      ]);
    const results = await Promise.all(
      range(20).map((n) => apply(n, change('append', id, input(`p${n}`, point(n), 'geo:json')))),
    );
    expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const entity = await get(id);
    expect([...(entity?.attrs.keys() ?? [])]).toEqual([entity?.location?.attrName]);
  });

  it('an operator computed in the broker (dateExpires) is not lost either', async () => {
    const id = nextId();
    await apply(0, change('create', id, input('dateExpires', 4e9, 'DateTime')));
    const results = await Promise.all(
      range(20).map((n) => apply(n, change('update', id, input('dateExpires', increment(10), 'DateTime')))),
    );
    expect(results.every(({ kind }) => kind === 'done')).toBe(true);
    expect((await get(id))?.expiresAtMs).toBe((4e9 + 200) * 1000);
  });
});
