import { withoutExpiry, type Entity, type EntityRewrite, type RewriteResult } from '@smart-city/context';
import { attribute, attributes, change, Workspace, type ContractContext } from './contract-kit';
import { becomes, draft, EVERY_KIND, instance, property } from './ngsi-ld-sample';

/** Rewrites: entities of NGSI-LD, known by their id alone. */
export function rewriteContract({ store, check }: ContractContext): void {
  const rewrite = async (work: Workspace, ...rewrites: readonly EntityRewrite<string>[]) =>
    store().rewrite(work.tenant, rewrites);
  const written = (result: RewriteResult<string> | undefined): Entity => {
    if (result?.kind !== 'done' || result.change.after === undefined) throw new Error(JSON.stringify(result));
    return result.change.after;
  };

  check('keep all that an entity of NGSI-LD has', async () => {
    const work = new Workspace(store());
    const made = draft('urn:a:1', EVERY_KIND, {
      type: 'https://example.org/Car.x',
      furtherTypes: ['Vehicle', 'https://example.org/Thing'],
      scopes: ['/a/b', '/ä'],
      servicePath: '/a/b',
      expiresAt: '2095-01-01T00:00:00,125Z',
    });
    const [result] = await rewrite(work, becomes(made));
    const after = written(result);
    expect(withoutExpiry(after.attrs)).toEqual(made.attrs);
    expect(await store().find(work.everywhere, { id: 'urn:a:1' })).toEqual([after]);
    const { entities } = await store().query(work.everywhere, {
      selectors: [{ ids: ['urn:a:1'] }],
      orderBy: [],
      limit: 1,
      offset: 0,
      count: false,
    });
    expect(entities).toEqual([after]);
    expect([...entities[0]!.attrs.keys()]).toEqual([...made.attrs.keys(), 'dateExpires']);
  });

  check('are applied in order, and say what they did', async () => {
    const work = new Workspace(store());
    const add = (n: number): EntityRewrite<string> => ({
      id: 'E',
      rewrite: (before) => {
        if (before === undefined) return { kind: 'fault', fault: `no entity for ${n}` };
        const value = Number(before.attrs.get('a')!.value) + n;
        return {
          kind: 'write',
          after: { ...before, attrs: new Map([['a', property(value)]]) },
          requested: ['a'],
        };
      },
    });
    const results = await rewrite(
      work,
      add(1),
      becomes(draft('E', { a: property(1) })),
      add(2),
      { id: 'E', rewrite: () => ({ kind: 'leave' }) },
      add(3),
    );
    expect(results.map(({ kind }) => kind)).toEqual(['fault', 'done', 'done', 'left', 'done']);
    expect(results[0]).toEqual({ kind: 'fault', fault: 'no entity for 1' });
    expect(results[4]).toMatchObject({
      change: { tenant: work.tenant, requested: ['a'], changed: new Set(['a']) },
    });
    expect(await work.value('E', 'a')).toBe(6);
    const [gone] = await rewrite(work, { id: 'E', rewrite: () => ({ kind: 'delete' }) });
    expect(gone).toMatchObject({ kind: 'done', change: { before: { id: 'E' } } });
    expect(await work.get('E')).toBeUndefined();
  });

  check('share one date', async () => {
    const work = new Workspace(store());
    const results = await rewrite(
      work,
      ...['E', 'F', 'G'].map((id) => becomes(draft(id, { a: property(1) }))),
    );
    expect(new Set(results.map((result) => written(result).modDate)).size).toBe(1);
  });

  check('mean the oldest entity of the id, or the oldest that is meant', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'E', type: 'A', path: '/x', attrs: { a: 1 } },
      { id: 'E', type: 'B', path: '/y', attrs: { a: 2 } },
    );
    const seen: (string | undefined)[] = [];
    const look = (isMeant?: EntityRewrite<string>['isMeant']): EntityRewrite<string> => ({
      id: 'E',
      ...(isMeant && { isMeant }),
      rewrite: (before) => {
        seen.push(before?.type);
        return { kind: 'leave' };
      },
    });
    await rewrite(
      work,
      look(),
      look(({ type }) => type === 'B'),
      look(({ type }) => type === 'C'),
    );
    expect(seen).toEqual(['A', 'B', undefined]);
  });

  check('give an entity another type and path', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', type: 'A', path: '/x', attrs: { a: 1 } }, { id: 'F', type: 'A' });
    const moved = draft('E', { a: property(1) }, { type: 'B', servicePath: '/y', furtherTypes: ['A'] });
    const [result] = await rewrite(work, becomes(moved));
    const [found, ...others] = await store().find(work.everywhere, { id: 'E' });
    expect([found, others]).toEqual([written(result), []]);
    expect(found).toMatchObject({ type: 'B', servicePath: '/y', furtherTypes: ['A'] });
    expect(await store().find(work.paths('/x'), { id: 'E' })).toEqual([]);
    const { types } = await store().listTypes(work.everywhere, { limit: 9, offset: 0, detail: true });
    expect(types.map(({ type, count }) => [type, count])).toEqual([
      ['A', 1],
      ['B', 1],
    ]);
    // The old names are free again.
    await work.create({ id: 'E', type: 'A', path: '/x' });
    expect(await store().find(work.everywhere, { id: 'E' })).toHaveLength(2);
  });

  check('refuse to move where another entity is', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'E', type: 'A' }, { id: 'E', type: 'B' });
    const [result] = await rewrite(work, becomes(draft('E', { a: property(1) }, { type: 'B' })));
    expect(result).toEqual({ kind: 'alreadyExists' });
    expect((await work.get('E', 'A'))?.attrs.size).toBe(0);
  });

  check('do not lose what others write meanwhile', async () => {
    const work = new Workspace(store());
    await rewrite(work, becomes(draft('E', { a: property(0) })));
    const add: EntityRewrite<string> = {
      id: 'E',
      rewrite: (before) => {
        const attrs = new Map(before!.attrs).set('a', property(Number(before!.attrs.get('a')!.value) + 1));
        return { kind: 'write', after: { ...before!, attrs }, requested: ['a'] };
      },
    };
    const put = (n: number) => change('append', { id: 'E', type: 'T' }, attributes({ [`b${n}`]: n }));
    const numbers = Array.from({ length: 5 }, (_, n) => n);
    const results = await Promise.all([
      ...numbers.map(() => rewrite(work, add)),
      ...numbers.map((n) => work.update(put(n))),
    ]);
    expect(results).toHaveLength(10);
    const entity = await work.get('E');
    expect(entity?.attrs.get('a')?.value).toBe(5);
    expect(entity?.attrs.size).toBe(6);
  });

  check('an attribute that NGSIv2 updates keeps its kind and its other instances', async () => {
    const work = new Workspace(store());
    const other = instance('Relationship', 'urn:a:9', { datasetId: 'urn:d:1' });
    const link = { ...instance('Relationship', 'urn:a:1', { objectType: 'Room' }), instances: [other] };
    await rewrite(work, becomes(draft('E', { link, other: link })));
    const result = await work.update(
      change('update', { id: 'E', type: 'T' }, [attribute('link', 'urn:a:2'), attribute('other', 5)]),
    );
    expect(result.kind).toBe('done');
    const after = (await work.get('E'))!;
    expect(after.attrs.get('link')).toMatchObject({
      kind: 'Relationship',
      type: 'Text',
      value: 'urn:a:2',
      objectType: 'Room',
      instances: [other],
    });
    expect(after.attrs.get('other')).toMatchObject({ kind: 'Property', type: 'Number', instances: [other] });
    expect(after.attrs.get('other')).not.toHaveProperty('objectType');
  });

  check('an entity that NGSIv2 replaces has nothing left of NGSI-LD but types and scopes', async () => {
    const work = new Workspace(store());
    await rewrite(
      work,
      becomes(draft('E', EVERY_KIND, { furtherTypes: ['U'], scopes: ['/a', '/b'], servicePath: '/a' })),
    );
    await work.update(change('replace', { id: 'E', type: 'T' }, attributes({ speed: 1, raw: 2 })), '/a');
    const after = (await work.get('E'))!;
    expect(after).toMatchObject({ furtherTypes: ['U'], scopes: ['/a', '/b'] });
    const { modDate } = after;
    expect(after.attrs.get('speed')).toEqual({
      type: 'Number',
      value: 1,
      metadata: new Map(),
      creDate: modDate,
      modDate,
    });
    expect([...after.attrs.keys()]).toEqual(['speed', 'raw']);
  });
}
