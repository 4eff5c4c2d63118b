import { renderList } from '../rendered-list';
import { parseMq, parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import type { EntitySelector } from '@smart-city/context';
import { attribute, change, point, queryOf, Workspace, type ContractContext } from './contract-kit';
import type { Guarantee } from './guarantees';

const date = (text: string) => attribute('a', Date.parse(text) / 1000, 'DateTime');

/** One entity per way to hold a value under `a`. */
const VALUES = {
  n5: 5,
  n10: 10,
  half: 0.5,
  minus: -3,
  zero: 0,
  s5: '5',
  red: 'red',
  green: 'green',
  empty: '',
  accent: 'écru',
  yes: true,
  no: false,
  nothing: null,
  numbers: [1, 5, 20],
  colours: ['red', 'blue'],
  mixed: [null, '5', true],
  none: [],
  nested: [[5], ['red']],
  object: { k: 5, s: 'red', l: [1, 2], o: { d: true }, 'a.b': 'dotted', n: null },
  objects: [{ k: 5 }, { k: 'red' }, { o: { d: false } }],
  date: date('2020-01-01T00:00:00Z'),
  later: date('2021-06-15T12:30:00.500Z'),
} as const;

/** `q` over {@link VALUES} and one entity without `a` ("missing"): ids in byte order. */
const Q_TABLE: readonly (readonly [q: string, ids: string, needs?: Guarantee])[] = [
  [
    'a',
    'accent colours date empty green half later minus mixed n10 n5 nested no none nothing numbers object objects red s5 yes zero',
  ],
  ['!a', 'missing'],
  ['a==5', 'n5 numbers'],
  ['a:5', 'n5 numbers'],
  ["a=='5'", 'mixed s5'],
  ['a==red', 'colours red'],
  ['a==true', 'mixed yes'],
  ['a==false', 'no'],
  ['a==null', 'mixed nothing'],
  [
    'a!=5',
    'accent colours date empty green half later minus mixed n10 nested no none nothing object objects red s5 yes zero',
  ],
  [
    'a!=red',
    'accent date empty green half later minus mixed n10 n5 nested no none nothing numbers object objects s5 yes zero',
  ],
  [
    'a!=null',
    'accent colours date empty green half later minus n10 n5 nested no none numbers object objects red s5 yes zero',
  ],
  ['a==5,10', 'n10 n5 numbers', 'in-by-item'],
  ['a==red,green', 'colours green red', 'in-by-item'],
  ['a==null,5', 'mixed n5 nothing numbers'],
  ['a==null,red', 'colours mixed nothing red'],
  [
    'a!=red,null',
    'accent date empty green half later minus n10 n5 nested no none numbers object objects s5 yes zero',
    'in-by-item',
  ],
  ['a==2020-01-01,2021-06-15T12:30:00.5Z', 'date later'],
  ['a==4..15', 'n10 n5 numbers'],
  [
    'a!=-1..6',
    'accent colours date empty green later minus mixed n10 nested no none nothing object objects red s5 yes',
  ],
  ["a=='g'..'s'", 'colours green red'],
  ['a>5', 'date later n10 numbers'],
  ['a>=5', 'date later n10 n5 numbers'],
  ['a<0', 'minus'],
  ['a<=0.5', 'half minus zero'],
  ['a>r', 'accent colours red'],
  ["a<'5'", 'empty'],
  ['a>2020-01-01', 'later'],
  ['a>=2020-01-01T00:00:00Z', 'date later'],
  ['a==2020-01-01', 'date'],
  ['a==2019-01-01..2020-12-31', 'date'],
  [
    'a!=2020-01-01',
    'accent colours empty green half later minus mixed n10 n5 nested no none nothing numbers object objects red s5 yes zero',
  ],
  ['a~=^r', 'colours red'],
  ['a~=e', 'colours green red', 'text-only-regex'],
  ['a~=[0-9]', 'mixed s5', 'text-only-regex'],
  ['a~=.', 'accent colours green mixed red s5', 'text-only-regex'],
  ['a.k', 'object objects'],
  [
    '!a.k',
    'accent colours date empty green half later minus missing mixed n10 n5 nested no none nothing numbers red s5 yes zero',
    'paths-into-arrays',
  ],
  ['a.k==5', 'object objects'],
  ['a.k!=5', '', 'paths-into-arrays'],
  ['a.s==red', 'object'],
  ['a.n==null', 'object'],
  ['a.n', 'object'],
  ['a.l==2', 'object'],
  ['a.l>5', ''],
  ['a.o.d==true', 'object'],
  ['a.o.d!=true', 'objects', 'paths-into-arrays'],
  ["a.'a.b'==dotted", 'object'],
  ['a.0==1', 'numbers'],
  ['a.k~=^r', 'objects'],
  ['a>0;a<8', 'half n5 numbers'],
  ['a>0;a!=5;a<30', 'half n10'],
  ['a==5;a==20', 'numbers'],
  ['b', ''],
  [
    'servicePath==/',
    'accent colours date empty green half later minus missing mixed n10 n5 nested no none nothing numbers object objects red s5 yes zero',
  ],
  ['servicePath~=x', ''],
  ['dateCreated>2000-01-01;a==null', 'mixed nothing'],
  ['dateModified<2000-01-01', ''],
];

const METADATA = {
  five: { m: { value: 5 } },
  text: { m: { value: 'x' }, 'p.q': { value: 1 } },
  list: { m: { value: [5, 'x'] } },
  object: { m: { value: { k: 5 } } },
  nothing: { m: { value: null } },
  none: {},
} as const;

const MQ_TABLE: readonly (readonly [mq: string, ids: string])[] = [
  ['a.m', 'five list nothing object text'],
  ['!a.m', 'missing none'],
  ['a.m==5', 'five list'],
  ['a.m==x', 'list text'],
  ['a.m!=5', 'nothing object text'],
  ['a.m==null', 'nothing'],
  ['a.m>4', 'five list'],
  ['a.m.k==5', 'object'],
  ["a.'p.q'==1", 'text'],
  ['a.m~=x', 'list text'],
  ['a.dateCreated>2000-01-01', 'five list none nothing object text'],
  ['a.dateModified<2000-01-01', ''],
  ['a.m;a.m!=x', 'five nothing object'],
];

const words = (text: string) => (text === '' ? [] : text.split(' '));

/** Selection, order and paging. */
export function queryContract({ store, check }: ContractContext): void {
  const filled = new Map<string, Promise<Workspace>>();
  /** A tenant that several reading tests share. */
  const shared = (name: string, fill: (work: Workspace) => Promise<void>): Promise<Workspace> => {
    let work = filled.get(name);
    if (work === undefined) {
      const made = new Workspace(store());
      filled.set(name, (work = fill(made).then(() => made)));
    }
    return work;
  };

  const values = () =>
    shared('values', (work) =>
      work.create(
        { id: 'missing', attrs: { other: 1 } },
        ...Object.entries(VALUES).map(([id, value]) => ({ id, attrs: { a: value } })),
      ),
    );
  for (const [q, ids, needs] of Q_TABLE) {
    check(
      `q=${q}`,
      async () => {
        expect(await (await values()).idsOfQ(q)).toEqual(words(ids));
      },
      needs,
    );
  }

  const metadata = () =>
    shared('metadata', (work) =>
      work.create(
        { id: 'missing' },
        ...Object.entries(METADATA).map(([id, items]) => ({
          id,
          attrs: { a: attribute('a', 1, 'Number', items) },
        })),
      ),
    );
  for (const [mq, ids] of MQ_TABLE) {
    check(`mq=${mq}`, async () => {
      expect((await (await metadata()).ids({ mq: parseMq(mq) })).sort()).toEqual(words(ids));
    });
  }

  const selection = () =>
    shared('selection', (work) =>
      work.create(
        { id: 'Room1', type: 'Room', attrs: { a: 1 } },
        { id: 'Room2', type: 'Room', attrs: { b: 1 } },
        { id: 'Car1', type: 'Car', attrs: { a: 1, b: 1 } },
        { id: 'room.1', type: 'MyRoom' },
      ),
    );
  const SELECTORS: readonly (readonly [name: string, selectors: readonly EntitySelector[], ids: string])[] = [
    ['nothing selects everything', [], 'Room1 Room2 Car1 room.1'],
    ['ids', [{ ids: ['Room2', 'Car1', 'nobody'] }], 'Room2 Car1'],
    ['ids are no patterns', [{ ids: ['Room.', 'room.1'] }], 'room.1'],
    ['idPattern is unanchored', [{ idPattern: '1' }], 'Room1 Car1 room.1'],
    ['idPattern with anchors', [{ idPattern: '^Room[0-9]+$' }], 'Room1 Room2'],
    ['types', [{ types: ['Room', 'Car'] }], 'Room1 Room2 Car1'],
    ['typePattern', [{ typePattern: 'Room' }], 'Room1 Room2 room.1'],
    ['all members must hold', [{ idPattern: '1', types: ['Room'] }], 'Room1'],
    [
      'any selector',
      [{ ids: ['Room1'], types: ['Room'] }, { types: ['Car'] }, { ids: ['Room2'], types: ['Car'] }],
      'Room1 Car1',
    ],
    [
      'selectors that overlap give an entity once',
      [{ ids: ['Room1'] }, { idPattern: 'Room1' }, { types: ['Room'] }],
      'Room1 Room2',
    ],
    ['no types', [{ types: [] }], ''],
  ];
  for (const [name, selectors, ids] of SELECTORS) {
    check(`selection: ${name}`, async () => {
      expect(await (await selection()).ids({ selectors })).toEqual(words(ids));
    });
  }

  check('a date with milliseconds is found as Orion stores it and as others do', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'single', attrs: { d: attribute('d', 1497684084.2380009, 'DateTime') } },
      { id: 'double', attrs: { d: attribute('d', 1497684084.238, 'DateTime') } },
      { id: 'next', attrs: { d: attribute('d', 1497684084.239, 'DateTime') } },
    );
    const iso = '2017-06-17T07:21:24.238Z';
    expect(await work.idsOfQ(`d==${iso}`)).toEqual(['double', 'single']);
    expect(await work.idsOfQ(`d!=${iso}`)).toEqual(['next']);
    expect(await work.idsOfQ(`d>=${iso}`)).toEqual(['double', 'next', 'single']);
    expect(await work.idsOfQ(`d>${iso}`)).toEqual(['next']);
    expect(await work.idsOfQ(`d<=${iso}`)).toEqual(['double', 'single']);
    expect(await work.idsOfQ(`d<${iso}`)).toEqual([]);
    expect(await work.idsOfQ(`d==${iso}..${iso}`)).toEqual(['double', 'single']);
    expect(await work.idsOfQ(`d==1970-01-01,${iso}`)).toEqual(['double', 'single']);
  });

  check('selection: within areas, besides', async () => {
    const work = await selection();
    const everywhere = [{ path: '/', subtree: true }];
    const rooms = { selector: { types: ['Room'], idPattern: '^R' }, servicePaths: everywhere };
    const car = { selector: { ids: ['Car1'] }, servicePaths: everywhere };
    const elsewhere = { selector: {}, servicePaths: [{ path: '/elsewhere', subtree: true }] };
    expect(await work.ids({ within: [[rooms, car]] })).toEqual(['Room1', 'Room2', 'Car1']);
    expect(await work.ids({ within: [[rooms, car]], q: parseQ('b') })).toEqual(['Room2', 'Car1']);
    expect(await work.ids({ within: [[rooms]], selectors: [{ idPattern: '1' }] })).toEqual(['Room1']);
    expect(await work.ids({ within: [[elsewhere]] })).toEqual([]);
    expect(await work.ids({ within: [[]] })).toEqual([]);
    expect(
      await work.ids({
        within: [
          [rooms, car],
          [car, elsewhere],
        ],
      }),
    ).toEqual(['Car1']);
    expect(await work.ids({ within: [[rooms, car], []] })).toEqual([]);
    const others = Array.from({ length: 1500 }, (_, n) => ({
      selector: { ids: [`E${n}`], types: ['Room'] },
      servicePaths: everywhere,
    }));
    expect(await work.ids({ within: [[...others, elsewhere, car]] })).toEqual(['Car1']);
    expect(await work.ids({ within: [[rooms, car]], limit: 1, offset: 1 })).toEqual(['Room2']);
  });

  check('selection: a thousand selectors', async () => {
    const work = await selection();
    const byId = Array.from({ length: 1000 }, (_, n) => ({ ids: [`Room${n}`], types: ['Room'] }));
    const byPattern = Array.from({ length: 300 }, (_, n) => ({ idPattern: `^Car${n}$` }));
    expect(await work.ids({ selectors: [...byId, ...byPattern] })).toEqual(['Room1', 'Room2', 'Car1']);
  });

  check('anyOfAttributes selects entities that have one of them', async () => {
    const work = await selection();
    expect(await work.ids({ anyOfAttributes: ['b'] })).toEqual(['Room2', 'Car1']);
    expect(await work.ids({ anyOfAttributes: ['a', 'b'] })).toEqual(['Room1', 'Room2', 'Car1']);
    expect(await work.ids({ anyOfAttributes: ['x'] })).toEqual([]);
  });

  check('pages cover the answer once, with the count of all', async () => {
    const work = new Workspace(store());
    const ids = Array.from({ length: 25 }, (_, n) => `E${n}`);
    await work.create(...ids.map((id, n) => ({ id, attrs: { n } })));
    const seen: string[] = [];
    for (let offset = 0; offset < 30; offset += 10) {
      const page = await store().query(work.everywhere, queryOf({ limit: 10, offset, count: true }));
      expect(page.count).toBe(25);
      seen.push(...page.entities.map(({ id }) => id));
    }
    expect(seen).toEqual(ids);
    expect(
      await store().query(work.everywhere, queryOf({ limit: 0, count: true, q: parseQ('n>=20') })),
    ).toEqual({ entities: [], count: 5 });
    expect((await store().query(work.everywhere, queryOf({ limit: 1 }))).count).toBeUndefined();
    expect(await work.ids({ offset: 1e9 })).toEqual([]);
  });

  check('keys are those of the page, in its order, whatever the page is', async () => {
    const work = new Workspace(store());
    await work.create({ id: 'A', path: '/a' }, { id: 'B', type: 'U', path: '/b' }, { id: 'C', path: '/a/c' });
    await work.update(change('create', { id: 'D', type: '' }));
    const key = (id: string, type: string, servicePath: string) => ({ id, type, servicePath });
    const all = [key('A', 'T', '/a'), key('B', 'U', '/b'), key('C', 'T', '/a/c'), key('D', '', '/')];
    const keysOf = store();
    expect(await keysOf.findKeys(work.everywhere, queryOf({ limit: 5000 }))).toEqual({ keys: all });
    expect(
      await keysOf.findKeys(
        work.paths('/a/#'),
        queryOf({ limit: 1, count: true, orderBy: [{ by: 'id', descending: true }] }),
      ),
    ).toEqual({ keys: [all[2]], count: 2 });
    expect(await keysOf.findKeys(work.everywhere, queryOf({ limit: 0, count: true }))).toEqual({
      keys: [],
      count: 4,
    });
    expect(await keysOf.findKeys(new Workspace(store()).everywhere, queryOf({}))).toEqual({ keys: [] });
    const some = { selectors: [{ idPattern: '^[AD]$' }] };
    expect(await keysOf.findKeys(work.everywhere, queryOf(some))).toEqual({ keys: [all[0], all[3]] });
  });

  check('a query sees every write that was acknowledged', async () => {
    const work = new Workspace(store());
    for (let n = 1; n <= 20; n += 1) {
      await work.create({ id: `E${n}`, attrs: { n } });
      expect((await store().query(work.everywhere, queryOf({ count: true }))).count).toBe(n);
    }
  });

  const ORDER = {
    low: 1,
    high: 10,
    text: 'a',
    text2: 'B',
    no: false,
    yes: true,
    nothing: null,
    object: { k: 1 },
    object2: { k: 2 },
    list: [0, 20],
    list2: [5],
    empty: [],
  } as const;
  const ordered = () =>
    shared('ordered', (work) =>
      work.create(
        { id: 'missing' },
        ...Object.entries(ORDER).map(([id, value]) => ({ id, attrs: { v: value } })),
      ),
    );
  check(
    'orderBy: values of every type, ascending',
    async () => {
      expect(await (await ordered()).ids({ orderBy: parseOrderBy('v') })).toEqual(
        words('empty missing nothing list low list2 high text2 text object object2 no yes'),
      );
    },
    'list-order',
  );
  check(
    'orderBy: values of every type, descending',
    async () => {
      expect(await (await ordered()).ids({ orderBy: parseOrderBy('!v') })).toEqual(
        words('yes no object2 object text text2 list high list2 low missing nothing empty'),
      );
    },
    'list-order',
  );

  check('orderBy: several keys, each with its direction', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'a', type: 'X', attrs: { v: 1 } },
      { id: 'b', type: 'Y', attrs: { v: 2 } },
      { id: 'c', type: 'X', attrs: { v: 2 } },
      { id: 'd', type: 'Y', attrs: { v: 1 } },
    );
    expect(await work.ids({ orderBy: parseOrderBy('type,!v') })).toEqual(['c', 'a', 'b', 'd']);
    expect(await work.ids({ orderBy: parseOrderBy('!v,!id') })).toEqual(['c', 'b', 'd', 'a']);
    expect(await work.ids({ orderBy: parseOrderBy('!dateCreated') })).toEqual(['d', 'c', 'b', 'a']);
    expect(await work.ids({ orderBy: parseOrderBy('!id'), limit: 2, offset: 1 })).toEqual(['c', 'b']);
  });

  check('gives a page as text, too, in every representation', async () => {
    const work = new Workspace(store());
    await work.create(
      { id: 'A', attrs: { n: 1, 'b.c': { k: [1, 'x'] } } },
      { id: 'B', attrs: { n: 2 } },
      { id: 'C', type: 'U' },
      { id: 'D', attrs: { at: point('at', 3, 4) } },
    );
    for (const query of [queryOf({ count: true }), queryOf({ limit: 1, offset: 1 }), queryOf({ limit: 0 })])
      for (const representation of ['normalized', 'keyValues', 'values', 'unique', 'feature'] as const) {
        const { entities, ...rest } = await store().query(work.everywhere, query);
        expect(await store().list(work.everywhere, query, { representation })).toEqual({
          json: renderList(entities, { representation }),
          ...rest,
        });
      }
  });
}
