import { toJsonValue } from '@smart-city/ngsi-testing';
import { type Attribute, type Entity, type EntityQuery, type EntityUpdate } from '@smart-city/context';
import { parseAggregate, parseMq, parseNewSubscription, parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import { readable, readableOnes, versionedPart, withinGrants } from './granted-reads';
import { requireSubscribable } from './granted-subscriptions';
import { withinChangeGrants } from './granted-changes';
import { mayUpdateElsewhere, withinWriteGrants } from './granted-writes';
import { readGrants } from './read-grants';

const attribute: Attribute = { type: 'Number', value: 1, metadata: new Map(), creDate: 1, modDate: 1 };
const entity = (id: string, type: string, servicePath = '/', names = ['t', 'secret']): Entity => ({
  id,
  type,
  servicePath,
  attrs: new Map(names.map((name) => [name, attribute])),
  creDate: 1,
  modDate: 1,
});
const grants = (...all: object[]) => readGrants(all.map((one) => ({ permission: 'p', ...one })));
const query = (more: Partial<EntityQuery> = {}): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 20,
  offset: 0,
  count: false,
  ...more,
});
const told = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing';
};

// Sections that these tests show:
// docs/behaviour/ngsi-ld.md#permissions

describe('grants', () => {
  it.each([
    [null],
    ['read'],
    [{}],
    [{ verbs: ['read', 'drop'] }],
    [{ verbs: 'read' }],
    [{ verbs: ['read'], types: 'Room' }],
    [{ verbs: ['read'], ids: [1] }],
    [{ verbs: ['read'], id_pattern: '(' }],
    [{ verbs: ['read'], until: '2020-01-01' }],
  ])('that are not understood are none: %j', (one) => expect(readGrants([one]).all).toEqual([]));

  it('name types and attributes in short or in full', () => {
    const full = 'https://uri.etsi.org/ngsi-ld/default-context/';
    const [one] = readGrants([
      { verbs: ['read'], types: [`${full}Room`], attrs: [`${full}t`, 'https://a.org/u'] },
    ]).all;
    expect(one?.covers(entity('R1', 'Room'))).toBe(true);
    expect([...(one?.attrs ?? [])]).toEqual(['t', 'https://a.org/u']);
  });

  it('are read once', () => {
    const answered = [{ verbs: ['read'] }];
    expect(readGrants(answered)).toBe(readGrants(answered));
    expect(readGrants(answered).key).not.toBe(readGrants([{ verbs: ['update'] }]).key);
  });

  it.each<[object, Entity, boolean]>([
    [{}, entity('R1', 'Room'), true],
    [{ types: ['Room'] }, entity('R1', 'Car'), false],
    [{ ids: ['R1', 'R2'], types: ['Room'] }, entity('R2', 'Room'), true],
    [{ ids: ['R1'] }, entity('R2', 'Room'), false],
    [{ id_pattern: '^R' }, entity('R2', 'Room'), true],
    [{ id_pattern: '^R' }, entity('r2', 'Room'), false],
    // Members that rule each other out cover nothing.
    [{ ids: ['R1'], id_pattern: '^R2$' }, entity('R1', 'Room'), false],
    [{ id_pattern: 'x^' }, entity('x', 'Room'), false],
    [{ service_paths: ['/a'] }, entity('R1', 'Room', '/a'), true],
    [{ service_paths: ['/a'] }, entity('R1', 'Room', '/a/b'), false],
    [{ service_paths: ['/a/#'] }, entity('R1', 'Room', '/a/b'), true],
    [{ service_paths: ['/a/#'] }, entity('R1', 'Room', '/ab'), false],
  ])('%j cover %s: %s', (one, found, isCovered) => {
    expect(readable(grants({ verbs: ['read'], ...one }), found) !== undefined).toBe(isCovered);
    expect(readable(grants({ verbs: ['update'], ...one }), found)).toBeUndefined();
  });
});

describe('reads', () => {
  const some = { verbs: ['read'], types: ['Room'], attrs: ['t'] };

  it('show the attributes of all grants that cover an entity, together', () => {
    const names = (...all: object[]) => [...readable(grants(...all), entity('R1', 'Room'))!.attrs.keys()];
    expect(names(some)).toEqual(['t']);
    expect(names(some, { verbs: ['read'], ids: ['R1'], attrs: ['secret'] })).toEqual(['t', 'secret']);
    expect(names(some, { verbs: ['read'], ids: ['R2'], attrs: ['secret'] })).toEqual(['t']);
    expect(names(some, { verbs: ['read'] })).toEqual(['t', 'secret']);
  });

  it('do not tell a place by an attribute that is not shown', () => {
    const located = { ...entity('R1', 'Room'), location: { attribute: 'secret' } as never };
    expect(readable(grants(some), located)!.location).toBeUndefined();
    expect(readable(grants({ verbs: ['read'] }), located)!.location).toBeDefined();
  });

  it('let nobody learn of versions what they may not see', () => {
    const room = entity('R1', 'Room');
    const names = (one: object) => [...versionedPart(grants(one), room).attrs.keys()];
    expect(names({ verbs: ['read'] })).toEqual(['t', 'secret']);
    expect(names({ verbs: ['read', 'update'], attrs: ['t'] })).toEqual(['t']);
    expect(names({ verbs: ['update'] })).toEqual([]);
  });

  it.each<[string, Partial<EntityQuery>]>([
    ['q', { q: parseQ('secret>5') }],
    ['a negation', { q: parseQ('!secret') }],
    ['one of two statements', { q: parseQ('t;secret==1') }],
    ['mq', { mq: parseMq('secret.unit==C') }],
    ['order', { orderBy: parseOrderBy('!secret') }],
    ['attributes to have', { anyOfAttributes: ['secret'] }],
    ['a place', { geo: {} as never }],
    ['the place that an attribute has', { geo: { attribute: 'secret' } as never }],
  ])('are not selected by what is not shown: %s', (_, asked) => {
    expect(told(() => withinGrants(grants(some), query(asked)))).toMatch(
      /^a permission to read .* is missing$/,
    );
    const both = grants(some, { verbs: ['read'], types: ['Car'] });
    expect(withinGrants(both, query(asked)).within).toEqual([[both.all[1]!.area]]);
  });

  it.each([
    ['sum:secret', undefined],
    ['count,max:t,distinct:secret', undefined],
    ['count', 'secret'],
    ['count', 'type,geo:cell:1'],
  ])('are not summed up by what is not shown: %s by %s', (aggregate, groupBy) => {
    const asked = parseAggregate(aggregate, groupBy);
    expect(told(() => withinGrants(grants(some), query(), asked))).toMatch(
      /^a permission to read (attributes (t, )?secret|all attributes of entities) is missing$/,
    );
    const both = grants(some, { verbs: ['read'], types: ['Car'] });
    expect(withinGrants(both, query(), asked).within).toEqual([[both.all[1]!.area]]);
  });

  it('are summed up by what is shown', () => {
    const one = grants(some);
    const asked = parseAggregate('count,avg:t,distinct:t', 'type,t');
    expect(withinGrants(one, query(), asked).within).toEqual([[one.all[0]!.area]]);
  });

  it('are narrowed to the areas, and refused without any', () => {
    const one = grants(some);
    expect(withinGrants(one, query({ q: parseQ('t>5') })).within).toEqual([[one.all[0]!.area]]);
    const distance = { geo: { attribute: 't' } as never, orderBy: parseOrderBy('geo:distance') };
    expect(withinGrants(one, query(distance)).within).toEqual([[one.all[0]!.area]]);
    expect(told(() => withinGrants(grants({ verbs: ['update'] }), query()))).toBe(
      'a permission to read entities is missing',
    );
  });

  it('of one entity are told the same whether it is there or not', () => {
    const of = (ref: { id: string; type?: string }, found: readonly Entity[]) =>
      told(() => readableOnes(grants({ ...some, ids: ['R1'] }), ref, found));
    const refused = 'a permission to read entity X is missing';
    expect(of({ id: 'X' }, [])).toBe(refused);
    expect(of({ id: 'X' }, [entity('X', 'Room')])).toBe(refused);
    expect(of({ id: 'R1', type: 'Car' }, [entity('R1', 'Car')])).toBe(
      'a permission to read entity R1 of type Car is missing',
    );
    for (const found of [[], [entity('R1', 'Car')], [entity('R1', 'Room')]])
      expect(of({ id: 'R1' }, found)).toBe('nothing');
  });
});

describe('writes', () => {
  const input = (name: string) => ({ name, value: 1, metadata: new Map() });
  const update = (action: EntityUpdate['action'], more: Partial<EntityUpdate> = {}): EntityUpdate => ({
    action,
    ref: { id: 'R1', type: 'Room' },
    attrs: [input('t')],
    ...more,
  });
  const outcome = (all: object[], asked: EntityUpdate, before: Entity | undefined) =>
    told(() => {
      const [guarded] = withinWriteGrants(grants(...all), '/', [asked]);
      expect(guarded!.precondition!(before)).toBe(true);
    });
  const stored = entity('R1', 'Room');
  const room = { types: ['Room'] };
  const missing = (verb: string, what = '') =>
    `a permission to ${verb} ${what}entity R1 of type Room in / is missing`;

  it.each<[string, object, EntityUpdate, Entity | undefined, string]>([
    ['creates', { verbs: ['create'] }, update('create'), undefined, 'nothing'],
    ['creates', { verbs: ['update'] }, update('create'), undefined, missing('create')],
    ['updates', { verbs: ['update'] }, update('update'), stored, 'nothing'],
    ['updates', { verbs: ['read', 'create', 'delete'] }, update('update'), stored, missing('update')],
    ['appends to what is there', { verbs: ['update'] }, update('append'), stored, 'nothing'],
    ['appends and makes', { verbs: ['update'] }, update('append'), undefined, missing('create')],
    ['appends to what is there', { verbs: ['create'] }, update('append'), stored, missing('update')],
    ['deletes', { verbs: ['delete'] }, update('delete', { attrs: [] }), stored, 'nothing'],
    ['deletes', { verbs: ['update'] }, update('delete', { attrs: [] }), stored, missing('delete')],
    ['deletes an attribute', { verbs: ['update'] }, update('delete'), stored, 'nothing'],
    ['updates some', { verbs: ['update'], attrs: ['t'] }, update('update'), stored, 'nothing'],
    [
      'updates others',
      { verbs: ['update'], attrs: ['x'] },
      update('update'),
      stored,
      missing('update', 'attributes t of '),
    ],
    ['replaces all', { verbs: ['update'], attrs: ['t'] }, update('replace'), stored, missing('update')],
    [
      'deletes all',
      { verbs: ['delete'], attrs: ['t'] },
      update('delete', { attrs: [] }),
      stored,
      missing('delete'),
    ],
  ])('who %s with %j', (_, grant, asked, before, expected) => {
    expect(outcome([{ ...room, ...grant }], asked, before)).toBe(expected);
  });

  it('hold the type to the grants that the entity turns out to have', () => {
    const untyped = update('update', { ref: { id: 'R1' } });
    expect(outcome([{ ...room, verbs: ['update'] }], untyped, stored)).toBe('nothing');
    const readsCars = { types: ['Car'], verbs: ['read'] };
    expect(outcome([{ ...room, verbs: ['update'] }, readsCars], untyped, entity('R1', 'Car'))).toBe(
      'a permission to update entity R1 of type Car in / is missing',
    );
  });

  it('tell nothing of a hidden entity: neither its type nor that it is there', () => {
    const untyped = update('update', { ref: { id: 'R1' } });
    const notFound = 'entityNotFound';
    expect(outcome([{ ...room, verbs: ['update'] }], untyped, entity('R1', 'Car'))).toBe(notFound);
    const gone = update('delete', { ref: { id: 'R1' }, attrs: [] });
    expect(outcome([{ ...room, verbs: ['delete'] }], gone, entity('R1', 'Car'))).toBe(notFound);
    const some = { types: ['Car'], verbs: ['update'], attrs: ['u'] };
    expect(outcome([some, { ...room, verbs: ['update'] }], untyped, entity('R1', 'Car'))).toBe(
      'a permission to update attributes t of entity R1 in / is missing',
    );
  });

  it('keep to the condition of the request, too', () => {
    const [guarded] = withinWriteGrants(grants({ verbs: ['update'] }), '/', [
      update('update', { precondition: () => false }),
    ]);
    expect(guarded!.precondition!(stored)).toBe(false);
  });

  it('of a batch are refused as one where it can be told before', () => {
    const other = update('update', { ref: { id: 'C1', type: 'Car' } });
    const batch = () =>
      withinWriteGrants(grants({ ...room, verbs: ['update'] }), '/', [update('update'), other]);
    expect(told(batch)).toBe('a permission to update entity C1 of type Car in / is missing');
  });
});

describe('changes by filter', () => {
  const input = (name: string) => ({ name, value: 1, metadata: new Map() });
  const all = grants(
    { verbs: ['read'], types: ['Room'], attrs: ['t', 'u'] },
    { verbs: ['update'], types: ['Room'], attrs: ['t'] },
    { verbs: ['update'], ids: ['R1'], attrs: ['u'] },
    { verbs: ['update', 'delete'], service_paths: ['/a/#'] },
    { verbs: ['delete'], attrs: ['t'] },
  );
  const [rooms, some, one, whole] = all.all.map(({ area }) => area);
  const within = (
    action: EntityUpdate['action'],
    names: readonly string[],
    asked: Partial<EntityQuery> = {},
  ) => withinChangeGrants(all, query(asked), { action, attrs: names.map(input) }).within;

  it('are of what may be read, and changed so', () => {
    expect(within('update', ['t'])).toEqual([[rooms], [some, whole]]);
    expect(within('append', ['t', 'u', 't'])).toEqual([[rooms], [some, whole], [one, whole]]);
    expect(within('delete', ['u'])).toEqual([[rooms], [one, whole]]);
    expect(within('append', [])).toEqual([[rooms], [some, one, whole]]);
  });

  it('that take all of an entity want all attributes', () => {
    expect(within('delete', [])).toEqual([[rooms], [whole]]);
    expect(within('replace', ['t'])).toEqual([[rooms], [whole]]);
  });

  it.each<[EntityUpdate['action'], readonly string[], object, object, string]>([
    ['update', ['x'], { attrs: ['t'] }, {}, 'update attributes x'],
    ['delete', [], { verbs: ['update'] }, {}, 'delete entities'],
    ['delete', [], { verbs: ['delete'], attrs: ['t'] }, {}, 'delete all attributes of entities'],
    ['replace', ['t'], { attrs: ['t'] }, {}, 'update all attributes of entities'],
    ['update', ['t'], {}, { q: parseQ('secret>5') }, 'read attributes secret'],
  ])('%s of %j with %j where nothing can be left', (action, names, grant, asked, missing) => {
    const few = grants({ verbs: ['read'], attrs: ['t'] }, { verbs: ['update'], ...grant });
    const work = () => withinChangeGrants(few, query(asked), { action, attrs: names.map(input) });
    expect(told(work)).toBe(`a permission to ${missing} is missing`);
  });

  it('of who may read nothing are refused', () => {
    const blind = grants({ verbs: ['update', 'delete'] });
    expect(told(() => withinChangeGrants(blind, query(), { action: 'delete', attrs: [] }))).toBe(
      'a permission to read entities is missing',
    );
  });
});

describe('updates of what a provider has', () => {
  const update = (type: string | undefined, action: EntityUpdate['action'] = 'update'): EntityUpdate => ({
    action,
    ref: { id: 'R1', ...(type !== undefined && { type }) },
    attrs: [{ name: 't', value: 1, metadata: new Map() }],
  });
  it.each<[object, EntityUpdate, boolean]>([
    [{}, update('Room'), true],
    [{ types: ['Room'] }, update('Room'), true],
    [{ types: ['Car'] }, update('Room'), false],
    [{ types: ['Room'] }, update(undefined), false],
    [{ ids: ['R1'] }, update(undefined), true],
    [{ verbs: ['read', 'create'] }, update('Room'), false],
    [{ service_paths: ['/b'] }, update('Room'), false],
    [{ attrs: ['t'] }, update('Room'), true],
    [{ attrs: ['u'] }, update('Room'), false],
    [{ attrs: ['t'] }, update('Room', 'replace'), false],
  ])('with %j: %j may be: %s', (grant, asked, isPermitted) =>
    expect(mayUpdateElsewhere(grants({ verbs: ['update'], ...grant }), asked, '/a')).toBe(isPermitted),
  );
});

describe('subscriptions', () => {
  const wanted = (subject: object, notification: object = {}, servicePath = '/a') =>
    parseNewSubscription(
      toJsonValue({ subject, notification: { http: { url: 'http://h' }, ...notification } }),
      servicePath,
    );
  const rooms = { entities: [{ idPattern: '.*', type: 'Room' }] };
  const condition = { attrs: ['t'] };
  const some = { verbs: ['subscribe'], types: ['Room'], attrs: ['t'] };

  it.each<[object, ReturnType<typeof wanted>, boolean]>([
    [{ types: ['Room'] }, wanted(rooms), true],
    [{ types: ['Room'], verbs: ['read'] }, wanted(rooms), false],
    [{ types: ['Car'] }, wanted(rooms), false],
    [{ types: ['Room'] }, wanted({ entities: [{ idPattern: '.*' }] }), false],
    [{ types: ['Room'] }, wanted({ entities: [{ idPattern: '.*', typePattern: 'Room' }] }), false],
    [{ types: ['Room'] }, wanted({ entities: [...rooms.entities, { id: 'C', type: 'Car' }] }), false],
    [{ ids: ['R1'] }, wanted({ entities: [{ id: 'R1' }] }), true],
    [{ ids: ['R1'] }, wanted(rooms), false],
    [{ id_pattern: '^R' }, wanted({ entities: [{ id: 'R1' }] }), true],
    [{ id_pattern: '^R' }, wanted({ entities: [{ idPattern: '^R' }] }), true],
    [{ id_pattern: '^R' }, wanted({ entities: [{ idPattern: '^R1' }] }), false],
    [{ service_paths: ['/a'] }, wanted(rooms), true],
    [{ service_paths: ['/a/#'] }, wanted(rooms, {}, '/a/b/#'), true],
    [{ service_paths: ['/a'] }, wanted(rooms, {}, '/a/#'), false],
    [{ service_paths: ['/b/#'] }, wanted(rooms), false],
    [{ service_paths: ['/a/#'] }, wanted(rooms, {}, '/#'), false],
    [some, wanted({ ...rooms, condition }, { attrs: ['t', 'dateModified'] }), true],
    [some, wanted({ ...rooms, condition }), false],
    [some, wanted({ ...rooms, condition }, { attrs: ['t', 'secret'] }), false],
    [some, wanted({ ...rooms, condition }, { exceptAttrs: ['secret'] }), false],
    [some, wanted(rooms, { attrs: ['t'] }), false],
    [some, wanted({ ...rooms, condition: { attrs: ['secret'] } }, { attrs: ['t'] }), false],
    [
      some,
      wanted({ ...rooms, condition: { ...condition, expression: { q: 't>1' } } }, { attrs: ['t'] }),
      true,
    ],
    [
      some,
      wanted({ ...rooms, condition: { ...condition, expression: { q: '!secret' } } }, { attrs: ['t'] }),
      false,
    ],
  ])('with %j: %j may be made: %s', (grant, definition, isAllowed) => {
    const text = told(() => requireSubscribable(grants({ verbs: ['subscribe'], ...grant }), definition));
    expect(text === 'nothing').toBe(isAllowed);
    if (!isAllowed) expect(text).toMatch(/^a permission to subscribe .* is missing$/);
  });

  it('do not write what they like with a grant of some attributes', () => {
    const custom = parseNewSubscription(
      toJsonValue({
        subject: { ...rooms, condition },
        notification: { httpCustom: { url: 'http://h', payload: '${secret}' }, attrs: ['t'] },
      }),
      '/a',
    );
    expect(told(() => requireSubscribable(grants(some), custom))).not.toBe('nothing');
    expect(told(() => requireSubscribable(grants({ verbs: ['subscribe'] }), custom))).toBe('nothing');
  });
});
