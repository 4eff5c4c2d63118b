import { attributes, change, queryOf, Workspace, type ContractContext } from './contract-kit';

/** Tenants are apart; service paths are part of an entity's identity. */
export function tenancyContract({ store, check }: ContractContext): void {
  check('tenants do not see each other', async () => {
    const [one, two] = [new Workspace(store()), new Workspace(store())];
    await one.create({ id: 'E', attrs: { a: 1 } });
    expect(await two.get('E')).toBeUndefined();
    expect(await two.ids({})).toEqual([]);
    expect(await two.update(change('update', { id: 'E', type: 'T' }, attributes({ a: 2 })))).toEqual({
      kind: 'entityMissing',
    });
    await two.create({ id: 'E', attrs: { a: 3 } });
    expect(await one.value('E', 'a')).toBe(1);
    const tenants = await store().listTenants();
    expect(tenants).toContain('');
    expect(tenants).toContain(one.tenant);
    expect(tenants).toContain(two.tenant);
  });

  check(
    'reading an unknown tenant does not make it',
    async () => {
      const nobody = new Workspace(store());
      expect(await store().find(nobody.everywhere, { id: 'E' })).toEqual([]);
      expect(await store().query(nobody.everywhere, queryOf({ count: true }))).toEqual({
        entities: [],
        count: 0,
      });
      expect(await store().listTypes(nobody.everywhere, { limit: 10, offset: 0, detail: true })).toEqual({
        types: [],
        count: 0,
      });
      expect(await store().getType(nobody.everywhere, 'T', true)).toBeUndefined();
      expect(await store().listTenants()).not.toContain(nobody.tenant);
    },
    'reads-make-nothing',
  );

  check('an id can exist in several service paths', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'E', path: '/', attrs: { a: 0 } },
      { id: 'E', path: '/x', attrs: { a: 1 } },
      { id: 'E', path: '/x/y', attrs: { a: 2 } },
    );
    expect(
      (await work.update(change('update', { id: 'E', type: 'T' }, attributes({ a: 10 })), '/x')).kind,
    ).toBe('done');
    expect(
      (await store().find(work.everywhere, { id: 'E', type: 'T' }, 10)).map(
        ({ attrs }) => attrs.get('a')?.value,
      ),
    ).toEqual([0, 10, 2]);
    expect(await store().find(work.everywhere, { id: 'E' })).toHaveLength(2);
    expect(
      (await store().find(work.paths('/x'), { id: 'E' }, 10)).map(({ servicePath }) => servicePath),
    ).toEqual(['/x']);
    expect(await work.update(change('delete', { id: 'E', type: 'T' }), '/z')).toEqual({
      kind: 'entityMissing',
    });
    await work.update(change('delete', { id: 'E', type: 'T' }), '/x');
    expect(
      (await store().find(work.everywhere, { id: 'E' }, 10)).map(({ servicePath }) => servicePath),
    ).toEqual(['/', '/x/y']);
  });

  check('service paths are exact, a subtree, or a list', async () => {
    const work = new Workspace(store());
    const paths = ['/', '/a', '/a/b', '/a/b/c', '/ab', '/a_b', '/A'];
    await work.create(...paths.map((path) => ({ id: `E${path.replaceAll('/', '-')}`, path })));
    const ids = async (...wanted: readonly string[]) =>
      (await work.ids({}, work.paths(...wanted))).map((id) => id.slice(1).replaceAll('-', '/'));
    expect(await ids('/#')).toEqual(paths);
    expect(await ids('/')).toEqual(['/']);
    expect(await ids('/a')).toEqual(['/a']);
    expect(await ids('/a/#')).toEqual(['/a', '/a/b', '/a/b/c']);
    expect(await ids('/a/b/#', '/ab')).toEqual(['/a/b', '/a/b/c', '/ab']);
    expect(await ids('/none')).toEqual([]);
    expect(await ids('/none', '/#')).toEqual(paths);
  });
}
