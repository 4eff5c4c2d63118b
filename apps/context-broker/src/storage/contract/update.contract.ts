import type { UpdateResult } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { attribute, attributes, change, point, Workspace, type ContractContext } from './contract-kit';

const summary = (result: UpdateResult) => {
  if (result.kind === 'failed') return { kind: result.kind, error: orionError(result.error).error };
  if (result.kind !== 'done') return result;
  const { refused, changes } = result;
  return { kind: result.kind, refused, changed: changes.map(({ changed }) => [...changed].sort()) };
};

/** Outcomes of every action type, and what they leave stored. */
export function updateContract({ store, check }: ContractContext): void {
  check('create stores the entity and says what it created', async () => {
    const work = new Workspace(store());
    const before = Date.now() / 1000;
    const result = await work.update(
      change('create', { id: 'E', type: 'T' }, [attribute('a', 1, 'Number', { m: { value: 'x' } })], {
        correlator: 'c1',
      }),
    );
    expect(result.kind).toBe('done');
    const [made] = result.kind === 'done' ? result.changes : [];
    expect(made?.before).toBeUndefined();
    expect(made?.requested).toEqual(['a']);
    expect([...(made?.changed ?? [])]).toEqual(['a']);
    expect(made?.previousCorrelator).toBeUndefined();
    const stored = await work.get('E');
    expect(stored).toEqual(made?.after);
    expect(stored).toMatchObject({ id: 'E', type: 'T', servicePath: '/', lastCorrelator: 'c1' });
    expect(stored?.creDate).toBeGreaterThanOrEqual(before - 1);
    expect(stored?.attrs.get('a')).toMatchObject({
      type: 'Number',
      value: 1,
      metadata: new Map([['m', { type: 'Text', value: 'x' }]]),
    });
  });

  check('create of an entity that exists is alreadyExists', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1 } });
    expect(await work.update(change('create', { id: 'E', type: 'T' }, attributes({ a: 2 })))).toEqual({
      kind: 'alreadyExists',
    });
    expect(await work.value('E', 'a')).toBe(1);
  });

  check('create of the same id under another type makes another entity', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', type: 'T' }, { id: 'E', type: 'U' });
    expect((await store().find(work.everywhere, { id: 'E' }, 10)).map(({ type }) => type)).toEqual([
      'T',
      'U',
    ]);
  });

  check(
    'of creations that race exactly one succeeds',
    async () => {
      const work = new Workspace(store());
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          work.update(change('create', { id: 'E', type: 'T' }, attributes({ n }))),
        ),
      );
      expect(results.filter(({ kind }) => kind === 'done')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'alreadyExists')).toHaveLength(19);
    },
    'atomic-upsert',
  );

  check('create with the default type', async () => {
    const work = new Workspace(store());
    await work.update(change('create', { id: 'E' }, [], { defaultType: 'Thing' }));
    expect(await work.update(change('create', { id: 'E' }, [], { defaultType: 'Thing' }))).toEqual({
      kind: 'alreadyExists',
    });
    expect((await work.get('E', 'Thing'))?.type).toBe('Thing');
  });

  check('append adds and updates, and creates what is missing', async () => {
    const work = new Workspace(store());
    expect(
      summary(await work.update(change('append', { id: 'E', type: 'T' }, attributes({ a: 1 })))),
    ).toEqual({
      kind: 'done',
      refused: [],
      changed: [['a']],
    });
    expect(
      summary(await work.update(change('append', { id: 'E', type: 'T' }, attributes({ a: 1, b: 2 })))),
    ).toEqual({
      kind: 'done',
      refused: [],
      changed: [['b']],
    });
    expect([...(await work.get('E'))!.attrs].map(([name, { value }]) => [name, value]).sort()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  check('appendStrict refuses attributes that exist', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1 } });
    expect(
      summary(await work.update(change('appendStrict', { id: 'E', type: 'T' }, attributes({ a: 2, b: 3 })))),
    ).toEqual({
      kind: 'done',
      refused: ['a'],
      changed: [['b']],
    });
    expect(
      await work.update(change('appendStrict', { id: 'E', type: 'T' }, attributes({ a: 2, b: 4 }))),
    ).toMatchObject({ kind: 'refused', refused: ['a', 'b'] });
    expect(await work.value('E', 'a')).toBe(1);
    expect(await work.value('E', 'b')).toBe(3);
    expect(
      (await work.update(change('appendStrict', { id: 'N', type: 'T' }, attributes({ a: 1 })))).kind,
    ).toBe('done');
  });

  check('update refuses attributes that are missing', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1 } });
    expect(
      summary(await work.update(change('update', { id: 'E', type: 'T' }, attributes({ a: 2, b: 3 })))),
    ).toEqual({
      kind: 'done',
      refused: ['b'],
      changed: [['a']],
    });
    expect(await work.update(change('update', { id: 'E', type: 'T' }, attributes({ b: 3 })))).toMatchObject({
      kind: 'refused',
      refused: ['b'],
    });
    expect(await work.update(change('update', { id: 'N', type: 'T' }, attributes({ b: 3 })))).toEqual({
      kind: 'entityMissing',
    });
    expect([...(await work.get('E'))!.attrs.keys()]).toEqual(['a']);
  });

  check('an update gives the entity before and after', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1, b: 1 } });
    const result = await work.update(
      change('update', { id: 'E', type: 'T' }, attributes({ a: 2 }), { correlator: 'c2' }),
    );
    const [done] = result.kind === 'done' ? result.changes : [];
    expect(done?.before?.attrs.get('a')?.value).toBe(1);
    expect(done?.after?.attrs.get('a')?.value).toBe(2);
    expect(done?.after?.attrs.get('b')?.value).toBe(1);
    expect(done?.after).toEqual(await work.get('E'));
    expect(done?.tenant).toBe(work.tenant);
    const again = await work.update(
      change('update', { id: 'E', type: 'T' }, attributes({ a: 3 }), { correlator: 'c3' }),
    );
    expect(again.kind === 'done' && again.changes[0]?.previousCorrelator).toBe('c2');
  });

  check('an update that changes nothing is not written', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: { k: [1, 'x'] } } });
    const before = await work.get('E');
    expect(
      summary(
        await work.update(
          change('update', { id: 'E', type: 'T' }, attributes({ a: { k: [1, 'x'] } }), { correlator: 'new' }),
        ),
      ),
    ).toEqual({
      kind: 'done',
      refused: [],
      changed: [[]],
    });
    expect(await work.get('E')).toEqual(before);
  });

  check('forcedUpdate counts an equal value as changed', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1 } });
    const before = await work.get('E');
    const result = await work.update(
      change('update', { id: 'E', type: 'T' }, attributes({ a: 1 }), { forcedUpdate: true }),
    );
    expect(summary(result)).toEqual({ kind: 'done', refused: [], changed: [['a']] });
    expect((await work.get('E'))!.modDate).toBeGreaterThan(before!.modDate);
  });

  check('a change of type alone is a change', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1 } });
    expect(
      summary(await work.update(change('update', { id: 'E', type: 'T' }, [attribute('a', 1, 'Integer')]))),
    ).toMatchObject({ changed: [['a']] });
    expect((await work.get('E'))?.attrs.get('a')?.type).toBe('Integer');
  });

  check('without a type in the request the stored type stays', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: attribute('a', 1, 'Integer') } });
    await work.update(
      change('update', { id: 'E', type: 'T' }, [{ name: 'a', value: 2, metadata: new Map() }]),
    );
    expect((await work.get('E'))?.attrs.get('a')).toMatchObject({ type: 'Integer', value: 2 });
  });

  check('metadata stays unless it is named or overridden', async () => {
    const work = new Workspace(store());
    await work.create({
      id: 'E',
      attrs: { a: attribute('a', 1, 'Number', { m: { value: 1 }, n: { value: 2 } }) },
    });
    const result = await work.update(
      change('update', { id: 'E', type: 'T' }, [attribute('a', 1, 'Number', { n: { value: 3 } })]),
    );
    const [done] = result.kind === 'done' ? result.changes : [];
    expect([...(done?.metadataChanged ?? [])]).toEqual(['a']);
    expect([...(done?.changed ?? [])]).toEqual([]);
    const metadata = async () =>
      [...(await work.get('E'))!.attrs.get('a')!.metadata].map(([name, { value }]) => [name, value]).sort();
    expect(await metadata()).toEqual([
      ['m', 1],
      ['n', 3],
    ]);
    await work.update(
      change('update', { id: 'E', type: 'T' }, [attribute('a', 1, 'Number', { z: { value: 9 } })], {
        overrideMetadata: true,
      }),
    );
    expect(await metadata()).toEqual([['z', 9]]);
  });

  check('replace keeps the creation date and nothing else', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1, b: 2 } });
    const before = await work.get('E');
    const result = await work.update(change('replace', { id: 'E', type: 'T' }, attributes({ b: 3, c: 4 })));
    expect(result.kind).toBe('done');
    const after = await work.get('E');
    expect([...after!.attrs.keys()].sort()).toEqual(['b', 'c']);
    expect(after!.creDate).toBe(before!.creDate);
    expect(after!.attrs.get('b')!.creDate).toBeGreaterThan(before!.attrs.get('b')!.creDate);
    expect(await work.update(change('replace', { id: 'N', type: 'T' }, []))).toEqual({
      kind: 'entityMissing',
    });
  });

  check('delete removes attributes, or the entity itself', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 1, b: 2 } });
    expect(
      summary(await work.update(change('delete', { id: 'E', type: 'T' }, attributes({ a: null, z: null })))),
    ).toEqual({
      kind: 'done',
      refused: ['z'],
      changed: [['a']],
    });
    expect(
      await work.update(change('delete', { id: 'E', type: 'T' }, attributes({ z: null }))),
    ).toMatchObject({
      kind: 'refused',
      refused: ['z'],
    });
    expect([...(await work.get('E'))!.attrs.keys()]).toEqual(['b']);
    const result = await work.update(change('delete', { id: 'E', type: 'T' }));
    expect(result.kind === 'done' && result.changes[0]?.after).toBeUndefined();
    expect(result.kind === 'done' && result.changes[0]?.before?.attrs.get('b')?.value).toBe(2);
    expect(await work.get('E')).toBeUndefined();
    expect(await work.update(change('delete', { id: 'E', type: 'T' }))).toEqual({ kind: 'entityMissing' });
  });

  check('without a type several entities are too many, unless all are meant', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'E', type: 'T', attrs: { a: 1 } },
      { id: 'E', type: 'U', attrs: { a: 1 } },
      { id: 'F', type: 'T', attrs: { a: 1 } },
    );
    expect(await work.update(change('update', { id: 'E' }, attributes({ a: 2 })))).toEqual({
      kind: 'tooManyResults',
    });
    expect((await work.update(change('update', { id: 'F' }, attributes({ a: 2 })))).kind).toBe('done');
    const result = await work.update(
      change('update', { id: 'E' }, attributes({ a: 3 }), { allMatching: true }),
    );
    expect(result.kind === 'done' && result.changes.map(({ after }) => after?.type)).toEqual(['T', 'U']);
    expect((await work.get('E', 'U'))?.attrs.get('a')?.value).toBe(3);
  });

  check('later updates of a list see earlier ones, and failures stop nothing', async () => {
    const work = new Workspace(store());
    const results = await store().update({ tenant: work.tenant, servicePath: '/' }, [
      change('create', { id: 'E', type: 'T' }, attributes({ a: 1 })),
      change('create', { id: 'E', type: 'T' }, attributes({ a: 2 })),
      change('update', { id: 'E', type: 'T' }, attributes({ a: { $inc: 5 } })),
      change('update', { id: 'N', type: 'T' }, attributes({ a: 1 })),
      change('append', { id: 'E', type: 'T' }, attributes({ b: 1 })),
    ]);
    expect(results.map(({ kind }) => kind)).toEqual([
      'done',
      'alreadyExists',
      'done',
      'entityMissing',
      'done',
    ]);
    expect(await work.value('E', 'a')).toBe(6);
  });

  check('update operators change the stored value', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { n: 10, list: [1, 2, 3], o: { x: 1, y: 2 } } });
    const apply = async (name: string, value: unknown) => {
      const result = await work.update(
        change('update', { id: 'E', type: 'T' }, attributes({ [name]: value })),
      );
      expect(result.kind).toBe('done');
      return work.value('E', name);
    };
    expect(await apply('n', { $inc: 2 })).toBe(12);
    expect(await apply('n', { $mul: 2 })).toBe(24);
    expect(await apply('n', { $min: 20 })).toBe(20);
    expect(await apply('n', { $max: 30 })).toBe(30);
    expect(await apply('list', { $push: 3 })).toEqual([1, 2, 3, 3]);
    expect(await apply('list', { $addToSet: 3 })).toEqual([1, 2, 3, 3]);
    expect(await apply('list', { $addToSet: 4 })).toEqual([1, 2, 3, 3, 4]);
    expect(await apply('list', { $pull: 3 })).toEqual([1, 2, 4]);
    expect(await apply('list', { $pullAll: [1, 4] })).toEqual([2]);
    expect(await apply('o', { $set: { z: 3 } })).toEqual(
      new Map([
        ['x', 1],
        ['y', 2],
        ['z', 3],
      ]),
    );
    expect(await apply('o', { $unset: { x: 1 } })).toEqual(
      new Map([
        ['y', 2],
        ['z', 3],
      ]),
    );
    expect(await apply('o', { $set: 'foo' })).toBe('foo');
  });

  check('update operators make attributes that the entity lacks', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E' });
    const operators = { min: { $min: 5 }, max: { $max: -5 }, pull: { $pull: 1 }, push: { $push: [1] } };
    await work.update(change('append', { id: 'E', type: 'T' }, attributes(operators)));
    const values = await Promise.all(Object.keys(operators).map((name) => work.value('E', name)));
    expect(values).toEqual([5, -5, '', [[1]]]);
    expect([...(await work.get('E'))!.attrs.keys()].sort()).toEqual(['max', 'min', 'pull', 'push']);
  });

  check('an operator on a value of the wrong type fails and changes nothing', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { a: 'text', b: 1 } });
    const result = await work.update(
      change('update', { id: 'E', type: 'T' }, attributes({ b: 2, a: { $inc: 1 } })),
    );
    expect(summary(result)).toEqual({ kind: 'failed', error: 'InternalServerError' });
    expect(await work.value('E', 'a')).toBe('text');
    expect(await work.value('E', 'b')).toBe(1);
  });

  check('a hundred parallel increments add up', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { n: 0 } });
    const results = await Promise.all(
      Array.from({ length: 100 }, () =>
        work.update(change('update', { id: 'E', type: 'T' }, attributes({ n: { $inc: 1 } }))),
      ),
    );
    expect(results.every(({ kind }) => kind === 'done')).toBe(true);
    expect(await work.value('E', 'n')).toBe(100);
  });

  check('parallel appends of different attributes all stay', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E' });
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        work.update(change('append', { id: 'E', type: 'T' }, attributes({ [`a${n}`]: n }))),
      ),
    );
    expect((await work.get('E'))?.attrs.size).toBe(30);
  });

  check('a second location fails', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { p: point('p', 1, 2) } });
    expect((await work.get('E'))?.location?.attrName).toBe('p');
    expect(summary(await work.update(change('append', { id: 'E', type: 'T' }, [point('q', 3, 4)])))).toEqual({
      kind: 'failed',
      error: 'NoResourcesAvailable',
    });
    expect([...(await work.get('E'))!.attrs.keys()]).toEqual(['p']);
    await work.update(change('delete', { id: 'E', type: 'T' }, attributes({ p: null })));
    expect((await work.get('E'))?.location).toBeUndefined();
  });

  check('a transient entity keeps its end until dateExpires goes', async () => {
    const work = new Workspace(store());
    const end = Math.floor(Date.now() / 1000) + 3600;
    await work.create({ id: 'E', attrs: { a: 1, dateExpires: attribute('dateExpires', end, 'DateTime') } });
    expect((await work.get('E'))?.expiresAtMs).toBe(end * 1000);
    await work.update(change('delete', { id: 'E', type: 'T' }, [attribute('dateExpires', null)]));
    expect((await work.get('E'))?.expiresAtMs).toBeUndefined();
    expect(await work.ids({})).toEqual(['E']);
  });
}
