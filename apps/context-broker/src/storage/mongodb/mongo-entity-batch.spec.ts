import type { AttributeInput, EntityUpdate, JsonValue } from '@smart-city/context';
import type { MongoEntityStore } from './mongo-entity-store';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';

const input = (name: string, value: JsonValue): AttributeInput => ({
  name,
  type: 'Number',
  value,
  metadata: new Map(),
});
const path = { tenant: '', servicePath: '/' };
const range = (length: number) => Array.from({ length }, (_, index) => index);
const many = (action: EntityUpdate['action'], name: string, value: JsonValue, prefix = 'E'): EntityUpdate[] =>
  range(100).map((n) => ({ action, ref: { id: `${prefix}${n}`, type: 'T' }, attrs: [input(name, value)] }));

const onCondition = (
  updates: readonly EntityUpdate[],
  precondition: EntityUpdate['precondition'],
): EntityUpdate[] => updates.map((update) => ({ ...update, precondition }));

describeOnMongo('updates of many entities', () => {
  let store: MongoEntityStore;
  let other: MongoEntityStore;
  let operations = 0;

  beforeAll(async () => {
    const options = { uri: mongoUri ?? '', dbName: freshDatabaseName() };
    store = await openMongoEntityStore({ ...options, monitor: { recovered: () => void (operations += 1) } });
    other = await openMongoEntityStore(options);
    await store.update(path, many('append', 'a', 0));
  });
  afterAll(() => Promise.all([store.close(), other.close()]));

  const kindsOf = async (which: MongoEntityStore, updates: readonly EntityUpdate[]) =>
    new Set((await which.update(path, updates)).map(({ kind }) => kind));
  const tripsOf = async (updates: readonly EntityUpdate[]) => {
    operations = 0;
    await store.update(path, updates);
    return operations;
  };
  const valueOf = async (id: string, name: string) =>
    (
      await store.find({ tenant: '', servicePaths: [{ path: '/', subtree: false }] }, { id, type: 'T' })
    )[0]?.attrs.get(name)?.value;

  it.each([
    ['an update of one entity', 2, () => many('update', 'a', 1).slice(0, 1)],
    ['updates of a hundred', 2, () => many('update', 'a', 2)],
    ['appends that create a hundred', 2, () => many('append', 'a', 1, 'new')],
    [
      'appends of which half create',
      2,
      () => [...many('append', 'b', 1).slice(50), ...many('append', 'b', 1, 'half').slice(50)],
    ],
    ['replacements of a hundred', 2, () => many('replace', 'a', 3)],
    [
      'updates that change nothing',
      1,
      () => many('replace', 'a', 3).map((one) => ({ ...one, action: 'update' as const })),
    ],
    ['updates of what is missing', 1, () => many('update', 'a', 1, 'missing')],
    [
      'updates of a hundred on a condition',
      2,
      () => onCondition(many('update', 'a', 4), (before) => before !== undefined),
    ],
    ['updates of which no condition holds', 1, () => onCondition(many('update', 'a', 5), () => false)],
    ['increments of a hundred, one at a time', 200, () => many('update', 'a', new Map([['$inc', 1]]))],
  ])('%s: %d operations', async (_what, trips, updates) => {
    expect(await tripsOf(updates())).toBe(trips);
  });

  it('tells what became of each, in order, and of one entity in sequence', async () => {
    const ref = (id: string) => ({ id, type: 'T' });
    const results = await store.update(path, [
      { action: 'update', ref: ref('E1'), attrs: [input('a', 10)] },
      { action: 'update', ref: ref('nobody'), attrs: [input('a', 10)] },
      { action: 'update', ref: ref('E2'), attrs: [input('z', 1)] },
      { action: 'append', ref: ref('twice'), attrs: [input('a', 1)] },
      { action: 'update', ref: ref('twice'), attrs: [input('a', 2)] },
      { action: 'append', ref: ref('E3'), attrs: [input('c', 1)] },
    ]);
    expect(results.map(({ kind }) => kind)).toEqual([
      'done',
      'entityMissing',
      'refused',
      'done',
      'done',
      'done',
    ]);
    const [first] = results;
    expect(first?.kind === 'done' && first.changes[0]?.after?.attrs.get('a')?.value).toBe(10);
    expect([await valueOf('E1', 'a'), await valueOf('twice', 'a'), await valueOf('E3', 'c')]).toEqual([
      10, 2, 1,
    ]);
  });

  it('loses nothing when two brokers write the same entities', async () => {
    await store.update(path, many('replace', 'a', 0));
    const some = (name: string, value: number) => many('append', name, value).slice(0, 30);
    const rounds = range(4).flatMap((round) => [
      kindsOf(store, some(`s${round}`, round)),
      kindsOf(other, some(`o${round}`, round)),
    ]);
    for (const kinds of await Promise.all(rounds)) expect([...kinds]).toEqual(['done']);
    for (const id of ['E0', 'E15', 'E29'])
      for (const round of range(4))
        expect([await valueOf(id, `s${round}`), await valueOf(id, `o${round}`)]).toEqual([round, round]);
  });

  it('does one of two updates of the same version on condition of it, on two brokers', async () => {
    await store.update(path, many('replace', 'a', 0));
    const claim = (which: MongoEntityStore, owner: number) =>
      which.update(
        path,
        onCondition(many('append', 'a', owner), (before) => before?.attrs.get('a')?.value === 0),
      );
    const [mine, theirs] = await Promise.all([claim(store, 1), claim(other, 2)]);
    for (const n of range(100)) {
      const done = [mine[n]!, theirs[n]!].map(({ kind }) => kind);
      expect([...done].sort()).toEqual(['done', 'failed']);
      expect(await valueOf(`E${n}`, 'a')).toBe(done.indexOf('done') + 1);
    }
  });

  it('creates each entity once when two brokers create the same', async () => {
    const kinds = await Promise.all([
      kindsOf(store, many('append', 'mine', 1, 'same')),
      kindsOf(other, many('append', 'theirs', 2, 'same')),
    ]);
    expect(kinds.map((set) => [...set])).toEqual([['done'], ['done']]);
    for (const n of [0, 50, 99])
      expect([await valueOf(`same${n}`, 'mine'), await valueOf(`same${n}`, 'theirs')]).toEqual([1, 2]);
  });
});
