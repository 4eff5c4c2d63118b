import { type EntityQuery, type OrderPosition } from '@smart-city/context';
import { parseOrderBy } from '@smart-city/ngsiv2';
import { attribute, attributes, change, queryOf, Workspace, type ContractContext } from './contract-kit';

const range = (length: number) => Array.from({ length }, (_, n) => n);

/** Pages that go on from a position. */
export function cursorContract({ store, check }: ContractContext): void {
  const page = async (work: Workspace, asked: Partial<EntityQuery>, after?: OrderPosition) =>
    store().query(work.everywhere, queryOf({ limit: 3, ...asked, cursor: after ? { after } : {} }));

  /** All pages, with something done between each and the next. */
  async function walk(
    work: Workspace,
    asked: Partial<EntityQuery>,
    between: (pages: number) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<string[]> {
    const seen: string[] = [];
    let after: OrderPosition | undefined;
    for (let pages = 1; pages < 50; pages++) {
      const { entities, next } = await page(work, asked, after);
      seen.push(...entities.map(({ id, type }) => (type === 'T' ? id : `${id}/${type}`)));
      if (next === undefined) return seen;
      after = JSON.parse(JSON.stringify(next)) as OrderPosition;
      await between(pages);
    }
    throw new Error('pages without end');
  }

  /** Created in one request, so that their dates are as close as dates can be. */
  async function given(length = 10): Promise<Workspace> {
    const work = new Workspace(store());
    await store().update(
      { tenant: work.tenant, servicePath: '/' },
      range(length).map((n) =>
        change('create', { id: `E${n}`, type: n % 4 === 3 ? 'U' : 'T' }, attributes({ n: n % 3 })),
      ),
    );
    return work;
  }

  check('come to the whole list, in any order that has them', async () => {
    const work = await given();
    await store().update(
      { tenant: work.tenant, servicePath: '/a' },
      range(3).map((n) => change('create', { id: `E${n}`, type: 'T' }, [attribute('n', 1)])),
    );
    for (const order of [
      '',
      'dateCreated',
      '!dateCreated',
      'id',
      '!id',
      '!type,id',
      'servicePath,!type',
      'dateModified',
    ]) {
      const orderBy = parseOrderBy(order);
      const all = await walk(work, { orderBy });
      expect(all).toHaveLength(13);
      expect(new Set(all).size).toBe(10);
      const whole = await walk(work, { orderBy, limit: 1000 });
      expect({ order, all }).toEqual({ order, all: whole });
    }
  });

  check('hold what the query selects, and its count is of all', async () => {
    const work = await given();
    expect(await walk(work, { selectors: [{ types: ['T'] }], limit: 2 })).toEqual([
      'E0',
      'E1',
      'E2',
      'E4',
      'E5',
      'E6',
      'E8',
      'E9',
    ]);
    expect(await walk(work, { selectors: [{ ids: ['E7', 'E1', 'E2'] }], limit: 1 })).toEqual([
      'E1',
      'E2',
      'E7/U',
    ]);
    const { next, count } = await page(work, { count: true });
    expect(count).toBe(10);
    expect((await page(work, { count: true }, next)).count).toBe(10);
    expect((await page(work, { limit: 0 })).next).toBeUndefined();
  });

  check('neither repeat nor miss an entity that stays, whatever comes and goes', async () => {
    const work = await given();
    const seen = await walk(work, {}, async (pages) => {
      // One that was seen, one that was not, and a new one.
      await work.update(change('delete', { id: `E${pages - 1}` }));
      await work.update(change('delete', { id: `E${10 - pages}` }));
      await work.create({ id: `new${pages}` });
      await work.update(change('append', { id: 'E4', type: 'T' }, attributes({ n: pages })));
    });
    const staying = ['E3/U', 'E4', 'E5', 'E6'];
    for (const id of staying) expect(seen.filter((other) => other === id)).toEqual([id]);
    expect(new Set(seen).size).toBe(seen.length);
    const byId = await given();
    const sorted = await walk(byId, { orderBy: parseOrderBy('!id') }, () =>
      byId.update(change('delete', { id: 'E8' })),
    );
    expect(sorted.filter((id) => id !== 'E8')).toEqual([
      'E9',
      'E7/U',
      'E6',
      'E5',
      'E4',
      'E3/U',
      'E2',
      'E1',
      'E0',
    ]);
  });

  check('as finished text go on where those of entities do', async () => {
    const work = await given();
    const shown = { representation: 'keyValues', attrs: [], metadata: [] } as const;
    for (const count of [false, true]) {
      const query = queryOf({ limit: 3, count, cursor: {} });
      const { json, next } = await store().list(work.everywhere, query, shown);
      expect(next).toEqual((await page(work, {})).next);
      const second = await store().list(work.everywhere, { ...query, cursor: { after: next } }, shown);
      expect(
        (JSON.parse(`[${json},${second.json}]`) as { id: string }[][]).flat().map(({ id }) => id),
      ).toEqual(range(6).map((n) => `E${n}`));
    }
  });

  check('that nobody gave out are refused', async () => {
    const work = await given();
    const text = 'the cursor is none that was given out for this order';
    for (const after of [
      [],
      [1],
      ['x', 'E', 'T', '/'],
      [null, 1],
      [1, ['eA==']],
      range(40),
    ] as OrderPosition[])
      await expect(page(work, {}, after)).rejects.toMatchObject({ error: 'BadRequest', message: text });
    await expect(page(work, { orderBy: parseOrderBy('geo:distance') })).rejects.toMatchObject({
      error: 'BadRequest',
    });
  });
}
