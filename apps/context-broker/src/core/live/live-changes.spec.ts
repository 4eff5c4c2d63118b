import fc from 'fast-check';
import {
  compileEntityQuery,
  type Attribute,
  type Entity,
  type EntityChange,
  type EntityQuery,
  type EntitySelector,
} from '@smart-city/context';
import { parseQ } from '@smart-city/ngsiv2';
import type { ShownAs } from '../entities/representation';
import type { Topic } from '../streams/topic';
import { LiveChanges } from './live-changes';
import { compileLiveQuery } from './live-query';

const attribute = (value: number): Attribute => ({
  type: 'Number',
  value,
  metadata: new Map(),
  creDate: 1,
  modDate: 1,
});
const room = (temperature: number, more: Partial<Entity> = {}): Entity => ({
  id: 'R',
  type: 'Room',
  servicePath: '/a',
  attrs: new Map([
    ['temperature', attribute(temperature)],
    ['size', attribute(1)],
  ]),
  creDate: 1,
  modDate: 1,
  ...more,
});
const changeOf = (
  before: Entity | undefined,
  after: Entity | undefined,
  changed: readonly string[] = ['temperature'],
  metadataChanged: readonly string[] = [],
): EntityChange => ({
  tenant: 't',
  before,
  after,
  requested: changed,
  changed: new Set(changed),
  metadataChanged: new Set(metadataChanged),
  previousCorrelator: undefined,
  at: 1,
});
const queryOf = (more: Partial<EntityQuery> = {}): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 0,
  offset: 0,
  count: false,
  ...more,
});
const shown = (...attrs: string[]): ShownAs => ({ representation: 'keyValues', attrs });
const PATHS = { servicePaths: [{ path: '/a', subtree: false }] };

describe('what a change is to a query', () => {
  const warm = compileLiveQuery(queryOf({ q: parseQ('temperature>20') }), PATHS, shown('temperature'));
  const json = (temperature: number) => `{"id":"R","type":"Room","temperature":${temperature}}`;

  it.each([
    ['comes', undefined, room(21), { kind: 'create', json: json(21) }],
    ['comes, but is not selected', undefined, room(19), undefined],
    ['changes', room(21), room(22), { kind: 'update', json: json(22) }],
    ['is selected only now', room(19), room(22), { kind: 'update', json: json(22) }],
    ['is not selected any more', room(21), room(19), { kind: 'leave', json: json(19) }],
    ['was not selected, and is not', room(18), room(19), undefined],
    ['goes', room(21), undefined, { kind: 'delete', json: json(21) }],
    ['goes, but was not selected', room(19), undefined, undefined],
    ['is elsewhere', room(21, { servicePath: '/b' }), room(22, { servicePath: '/b' }), undefined],
  ])('that the entity %s', (_, before, after, event) => expect(warm(changeOf(before, after))).toEqual(event));

  it.each([
    [[], ['size'], true],
    [['temperature'], ['size'], false],
    [['*'], ['size'], true],
    [['temperature', 'dateModified'], ['size'], true],
    [['temperature'], [], false],
    [[], [], false],
  ])('that shows %j when %j changes', (attrs, changed, isTold) => {
    const live = compileLiveQuery(queryOf(), PATHS, shown(...attrs));
    expect(live(changeOf(room(21), room(21), changed)) !== undefined).toBe(isTold);
  });

  it('that metadata alone is changed', () => {
    const live = compileLiveQuery(queryOf(), PATHS, shown('temperature'));
    expect(live(changeOf(room(21), room(21), [], ['temperature']))?.kind).toBe('update');
    expect(live(changeOf(room(21), room(21), [], ['size']))).toBeUndefined();
  });

  it('that an entity without attributes comes', () => {
    const bare = room(0, { attrs: new Map() });
    expect(compileLiveQuery(queryOf(), PATHS, shown())(changeOf(undefined, bare, []))?.kind).toBe('create');
  });
});

describe('LiveChanges', () => {
  const names = fc.constantFrom('R1', 'R2', 'Room12', 'X');
  const some = fc.uniqueArray(names, { minLength: 1, maxLength: 3 });
  const pattern = fc.constantFrom('.*', '^R', '2$', 'Room|X', '[R]oom');
  const selector: fc.Arbitrary<EntitySelector> = fc.oneof(
    fc.record({ ids: some, types: some }, { requiredKeys: [] }),
    fc.record({ idPattern: pattern, types: some, typePattern: pattern }, { requiredKeys: ['idPattern'] }),
    fc.record({ typePattern: pattern }),
  );

  it('tell exactly those whose query selects the entity, once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(selector, { maxLength: 2 }), { maxLength: 5 }),
        names,
        names,
        (all, id, type) => {
          const changes = new LiveChanges();
          const told: number[] = [];
          const ends = all.map((selectors, at) =>
            changes.add('t', selectors, compileLiveQuery(queryOf({ selectors }), PATHS, shown()), {
              publish: () => void told.push(at),
            } as unknown as Topic),
          );
          const entity = room(1, { id, type });
          expect([...changes.look([changeOf(undefined, entity)])].length).toBeGreaterThanOrEqual(told.length);
          const expected = all.flatMap((selectors, at) =>
            compileEntityQuery(queryOf({ selectors }))(entity) ? [at] : [],
          );
          expect(told.sort()).toEqual(expected);
          for (const end of ends) end();
          expect([changes.isEmpty, changes.watches('t')]).toEqual([true, false]);
        },
      ),
    );
  });

  it('look at nothing of other tenants', () => {
    const changes = new LiveChanges();
    const told: string[] = [];
    const live = compileLiveQuery(queryOf(), PATHS, shown());
    changes.add('t', [], live, { publish: (kind: string) => void told.push(kind) } as unknown as Topic);
    expect([changes.watches('t'), changes.watches('')]).toEqual([true, false]);
    for (const tenant of ['', 'T', 't'])
      void [...changes.look([{ ...changeOf(undefined, room(1)), tenant }])];
    expect(told).toEqual(['create']);
  });
});
