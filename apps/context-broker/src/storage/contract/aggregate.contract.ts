import fc from 'fast-check';
import { cellBox, renderJson } from '@smart-city/context';
import { parseAggregate, parseQ } from '@smart-city/ngsiv2';
import type {
  AggregateQuery,
  Attribute,
  Entity,
  EntityGroup,
  GroupKey,
  JsonValue,
} from '@smart-city/context';
import { attribute, change, point, queryOf, Workspace, type ContractContext } from './contract-kit';

/** A single value of an entity; undefined where an attribute has none, or a date. */
function single(found: Attribute | undefined): JsonValue | undefined {
  if (found === undefined || found.type === 'DateTime') return undefined;
  return typeof found.value === 'object' && found.value !== null ? undefined : found.value;
}

function keyOf(entity: Entity, key: GroupKey): JsonValue | undefined {
  if (key.by === 'type') return entity.type;
  if (key.by === 'attribute') return single(entity.attrs.get(key.name));
  const coordinates = (entity.location?.coords as ReadonlyMap<string, JsonValue> | undefined)?.get(
    'coordinates',
  );
  if (!Array.isArray(coordinates)) return undefined;
  const [lon, lat] = coordinates as readonly number[];
  return cellBox(Math.floor((lon! + 180) / key.degrees), Math.floor((lat! + 90) / key.degrees), key.degrees);
}

/** What any store has to answer, without an order. */
function modelOf(entities: readonly Entity[], { terms, groupBy }: AggregateQuery): readonly EntityGroup[] {
  const groups = new Map<string, { keys: JsonValue[]; members: Entity[] }>();
  if (groupBy.length === 0) groups.set('[]', { keys: [], members: [] });
  for (const entity of entities) {
    const keys = groupBy.map((key) => keyOf(entity, key));
    if (keys.includes(undefined)) continue;
    const known = keys as JsonValue[];
    const group = groups.get(renderJson(known)) ?? { keys: known, members: [] };
    groups.set(renderJson(known), group);
    group.members.push(entity);
  }
  return [...groups.values()].map(({ keys, members }) => ({
    keys,
    values: terms.map((term) => {
      if (term.kind === 'count') return members.length;
      const values = members.flatMap(({ attrs }) => single(attrs.get(term.attribute)) ?? []);
      const nulls = members.some(({ attrs }) => single(attrs.get(term.attribute)) === null);
      if (term.kind === 'distinct') return new Set(values).size + (nulls ? 1 : 0);
      const numbers = values.filter((value) => typeof value === 'number');
      if (numbers.length === 0) return null;
      const sum = numbers.reduce((total, number) => total + number, 0);
      if (term.kind === 'sum' || term.kind === 'avg') return term.kind === 'sum' ? sum : sum / numbers.length;
      return Math[term.kind](...numbers);
    }),
  }));
}

const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((n) => n / 2),
  fc.constantFrom('a', 'B', 'b', '', '1', true, false, null, [1, 2], { k: 1 }),
);
const entity = fc.record({
  type: fc.constantFrom('T', 'U', ''),
  path: fc.constantFrom('/', '/a'),
  a: fc.option(value, { nil: undefined }),
  'b.c': fc.option(value, { nil: undefined }),
  date: fc.boolean(),
  place: fc.option(fc.tuple(fc.integer({ min: -180, max: 179 }), fc.integer({ min: -90, max: 89 })), {
    nil: undefined,
  }),
});
const asked = fc
  .tuple(
    fc.subarray(['count', 'sum:a', 'avg:a', 'min:b.c', 'max:a', 'distinct:a', 'distinct:b.c', 'sum:date'], {
      minLength: 1,
    }),
    fc.subarray(['type', 'a', 'b.c', 'date', 'geo:cell:45'], { maxLength: 3 }),
  )
  .map(([terms, keys]) => parseAggregate(terms.join(','), keys.length === 0 ? undefined : keys.join(',')));

/** Groups of entities, and what is worked out of them. */
export function aggregateContract({ store, check }: ContractContext): void {
  const groupsOf = (work: Workspace, aggregate: string, groupBy?: string, query = {}) =>
    store().aggregate(work.everywhere, queryOf(query), parseAggregate(aggregate, groupBy));
  const group = (keys: JsonValue[], ...values: (number | null)[]) => ({ keys, values });

  check('groups come in the order of their keys, a page at a time', async () => {
    const work = new Workspace(store());
    const values = ['b', 2, null, true, 'a', 10, false, 2];
    await work.create(...values.map((a, n) => ({ id: `E${n}`, attrs: { a, n } })), {
      id: 'X',
      attrs: { a: [1] },
    });
    const all = [
      group([null], 2),
      group([2], 8),
      group([10], 5),
      group(['a'], 4),
      group(['b'], 0),
      group([false], 6),
      group([true], 3),
    ];
    expect(await groupsOf(work, 'sum:n', 'a')).toEqual({ groups: all });
    expect(await groupsOf(work, 'sum:n', 'a', { limit: 2, offset: 3, count: true })).toEqual({
      groups: all.slice(3, 5),
      count: 7,
    });
    expect(await groupsOf(work, 'count', 'a', { limit: 0, count: true })).toEqual({ groups: [], count: 7 });
    expect(await groupsOf(work, 'count', 'a', { q: parseQ('n>5') })).toEqual({
      groups: [group([2], 1), group([false], 1)],
    });
  });

  check('without keys all entities are one group, and nothing is one, too', async () => {
    const work = new Workspace(store());
    const terms = 'count,avg:a,max:a,distinct:a';
    expect(await groupsOf(work, terms, undefined, { count: true })).toEqual({
      groups: [group([], 0, null, null, 0)],
      count: 1,
    });
    expect(await groupsOf(work, terms, 'type', { count: true })).toEqual({ groups: [], count: 0 });
    await work.create(
      { id: 'A', attrs: { a: 1 } },
      { id: 'B', attrs: { a: 4 } },
      { id: 'C', attrs: { a: 'x' } },
    );
    expect(await groupsOf(work, terms)).toEqual({ groups: [group([], 3, 2.5, 4, 3)] });
    expect(await groupsOf(work, terms, undefined, { q: parseQ('none') })).toEqual({
      groups: [group([], 0, null, null, 0)],
    });
    expect(await groupsOf(work, terms, undefined, { offset: 1 })).toEqual({ groups: [] });
  });

  check('cells are boxes, the last one ends with the world', async () => {
    const work = new Workspace(store());
    const places = [
      [-3.7, 40.4],
      [-3.1, 40.9],
      [180, 90],
      [-180, -90],
    ] as const;
    for (const [n, [lon, lat]] of places.entries())
      await work.update(change('create', { id: `P${n}`, type: 'T' }, [point('location', lon, lat)]));
    await work.create({ id: 'nowhere' });
    expect(await groupsOf(work, 'count', 'geo:cell:1')).toEqual({
      groups: [
        group([[-180, -90, -179, -89]], 1),
        group([[-4, 40, -3, 41]], 2),
        group([[179, 89, 180, 90]], 1),
      ],
    });
    expect(await groupsOf(work, 'count', 'geo:zoom:1')).toEqual({
      groups: [group([[-180, -90, 0, 90]], 3), group([[0, -90, 180, 90]], 1)],
    });
  });

  check('random entities make the groups of the model', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entity, { maxLength: 12 }),
        fc.array(asked, { minLength: 6, maxLength: 6 }),
        async (made, queries) => {
          const work = new Workspace(store());
          for (const [n, { type, path, a, 'b.c': b, date, place }] of made.entries())
            await work.update(
              change('create', { id: `E${n}`, type }, [
                ...(a === undefined ? [] : [attribute('a', a)]),
                ...(b === undefined ? [] : [attribute('b.c', b)]),
                ...(date ? [attribute('date', n, 'DateTime')] : []),
                ...(place === undefined ? [] : [point('location', ...place)]),
              ]),
              path,
            );
          const { entities } = await store().query(work.everywhere, queryOf({}));
          for (const one of queries) {
            const { groups, count } = await store().aggregate(work.everywhere, queryOf({ count: true }), one);
            const sorted = (all: readonly EntityGroup[]) => all.map((each) => JSON.stringify(each)).sort();
            expect(sorted(groups)).toEqual(sorted(modelOf(entities, one)));
            expect(count).toBe(groups.length);
          }
        },
      ),
      { numRuns: 8 },
    );
  });
}
