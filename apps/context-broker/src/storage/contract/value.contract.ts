import { isJsonObject, parseJson, showNumbersAs, type JsonValue } from '@smart-city/context';
import { parseQ } from '@smart-city/ngsiv2';
import { attribute, attributes, change, queryOf, Workspace, type ContractContext } from './contract-kit';

/** Names that databases like to treat in their own way; all are legal in NGSIv2. */
const NAMES = [
  'a.b',
  '$inc',
  '__proto__',
  'constructor',
  'toString',
  '1',
  '01',
  '0',
  'a\\b',
  '[0]',
  'é'.normalize(),
  '*',
  '$.a',
  '..',
  "it's",
];

/** What goes in comes out: values, names, order. */
export function valueContract({ store, check }: ContractContext): void {
  let shared: Workspace | undefined;
  let values = 0;
  /** Of an entity of its own, in a tenant that all values share. */
  const roundTrip = async (value: JsonValue): Promise<JsonValue | undefined> => {
    const work = (shared ??= new Workspace(store()));
    const id = `E${(values += 1)}`;
    const created = await work.update(
      change('create', { id, type: 'T' }, [{ ...attribute('a', null), value }]),
    );
    expect(created.kind).toBe('done');
    // A query reads the database, whatever is cached.
    const { entities } = await store().query(work.everywhere, queryOf({}));
    expect(await work.value(id, 'a')).toEqual(value);
    return entities.find((entity) => entity.id === id)?.attrs.get('a')?.value;
  };

  for (const value of [
    null,
    true,
    false,
    '',
    'text',
    '☃ 😀 ',
    0,
    1.5,
    -2,
    1e21,
    1e-10,
    0.1 + 0.2,
    9007199254740992,
    5e-324,
    1.7976931348623157e308,
  ]) {
    check(`the value ${JSON.stringify(value)} stays`, async () => {
      expect(await roundTrip(value)).toBe(value);
    });
  }

  for (const text of ['[]', '{}', '[[],{},[null]]', '{"a":{"b":{"c":[1,"x",null,true,{"d":0.5}]}}}']) {
    check(`the value ${text} stays`, async () => {
      expect(await roundTrip(parseJson(text))).toEqual(parseJson(text));
    });
  }

  check('where numbers are shown exactly, $inc and $mul come to nine decimals', async () => {
    showNumbersAs('exact');
    try {
      const work = new Workspace(store());
      await work.create({ id: 'E', attrs: { sum: 0.1, product: 0.1, count: 1 } });
      const by = (name: string, operator: string, operand: number) =>
        attribute(name, { [operator]: operand }, 'Number');
      const step = [by('sum', '$inc', 0.2), by('product', '$mul', 3), by('count', '$inc', 2)];
      const done = await work.update(change('update', { id: 'E', type: 'T' }, step));
      const after = done.kind === 'done' ? done.changes[0]?.after : undefined;
      const values = ['sum', 'product', 'count'].map((name) => after?.attrs.get(name)?.value);
      expect(values).toEqual([0.3, 0.3, 3]);
      expect(await work.get('E')).toEqual(after);
    } finally {
      showNumbersAs('orion');
    }
  });

  check('keys inside a value keep their order, numbers and __proto__ too', async () => {
    const text =
      '{"b":1,"2":{"z":1,"10":2,"9":3},"a":2,"1":3,"__proto__":{"x":1},"constructor":4,"a.b":5,"$set":6}';
    const value = await roundTrip(parseJson(text));
    const keys = (json: JsonValue | undefined): unknown =>
      isJsonObject(json) ? [...json].map(([key, member]) => [key, keys(member)]) : json;
    expect(keys(value)).toEqual(keys(parseJson(text)));
  });

  check('attribute and metadata names of every kind stay', async () => {
    const work = new Workspace(store());
    const attrs = NAMES.map((name, n) =>
      attribute(name, n, 'Number', Object.fromEntries([[`m${name}`, { value: n }]])),
    );
    expect((await work.update(change('create', { id: 'E', type: 'T' }, attrs))).kind).toBe('done');
    const { entities } = await store().query(work.everywhere, {
      selectors: [],
      orderBy: [],
      limit: 1,
      offset: 0,
      count: false,
    });
    for (const entity of [await work.get('E'), entities[0]]) {
      expect(new Map([...entity!.attrs].map(([name, { value }]) => [name, value]))).toEqual(
        new Map(NAMES.map((name, n) => [name, n])),
      );
      for (const name of NAMES) expect([...entity!.attrs.get(name)!.metadata.keys()]).toEqual([`m${name}`]);
    }
    for (const [n, name] of NAMES.entries()) {
      const result = await work.update(
        change('update', { id: 'E', type: 'T' }, attributes(Object.fromEntries([[name, n + 100]]))),
      );
      expect(result.kind).toBe('done');
    }
    const updated = await work.get('E');
    expect(NAMES.map((name) => updated!.attrs.get(name)!.value)).toEqual(NAMES.map((_, n) => n + 100));
  });

  check('names of every kind can be asked for', async () => {
    const work = new Workspace(store());
    await work.update(change('create', { id: 'other', type: 'T' }, attributes({ x: 1 })));
    for (const [n, name] of NAMES.entries()) {
      // Not the first key, where `$inc` would be an operator.
      const value = new Map<string, JsonValue>([
        ['first', 0],
        [name, 1],
      ]);
      await work.update(change('create', { id: `E${n}`, type: 'T' }, [{ ...attribute(name, null), value }]));
      const target = { kind: 'attribute', name, path: [name] } as const;
      expect(
        await work.ids({
          q: [{ kind: 'compare', target, operator: '==', operand: { kind: 'number', value: 1 } }],
        }),
      ).toEqual([`E${n}`]);
      expect(
        await work.ids({ q: [{ kind: 'exists', target: { kind: 'attribute', name, path: [] } }] }),
      ).toEqual([`E${n}`]);
    }
  });

  check('metadata values of every kind stay and can be asked for', async () => {
    const work = new Workspace(store());
    const metadata = {
      text: { value: 'x' },
      list: { value: [1, 2] },
      object: { value: { k: 'v' } },
      nothing: { value: null },
    };
    await work.update(change('create', { id: 'E', type: 'T' }, [attribute('a', 1, 'Number', metadata)]));
    const stored = (await work.get('E'))!.attrs.get('a')!.metadata;
    expect([...stored].map(([name, { value }]) => [name, value])).toEqual([
      ['text', 'x'],
      ['list', [1, 2]],
      ['object', new Map([['k', 'v']])],
      ['nothing', null],
    ]);
    expect(await work.ids({ q: parseQ('a==1') })).toEqual(['E']);
  });
}
