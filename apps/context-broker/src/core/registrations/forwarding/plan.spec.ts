import type { AttributeInput, Entity, Registration } from '@smart-city/context';
import { candidates } from './matching';
import { mergeEntities } from './merge';
import { planQuery } from './plan-query';
import { planUpdate } from './plan-update';
import { foreignAttribute, foreignEntity } from './foreign-entity';

let ids = 0;
const registration = (
  url: string,
  entity: object,
  attrs: readonly string[] = [],
  change: Partial<Registration> = {},
): Registration => ({
  id: `r${(ids += 1)}`,
  servicePath: '/',
  entities: [{ isPattern: false, ...entity } as Registration['entities'][number]],
  attrs,
  provider: { url, forwardingMode: 'all', protocol: 'ngsiv2' },
  ...change,
});
const entity = (id: string, type: string, names: readonly string[]): Entity =>
  foreignEntity(id, type, new Map(names.map((name) => [name, foreignAttribute('Number', 1, new Map())])));
const query = (selectors: object[], attrs: readonly string[] = []) => ({
  selectors,
  attrs,
  limit: 20,
  offset: 0,
});
const asked = (
  registrations: readonly Registration[],
  selectors: object[],
  attrs: readonly string[],
  local: readonly Entity[],
) =>
  planQuery(registrations, query(selectors, attrs), local).map(({ provider, entities, attrs: names }) => [
    provider.url,
    entities[0]!,
    names,
  ]);
const E = { id: 'E', isPattern: false, type: 'T' };

describe('which provider is asked for what (docs/behaviour/context-broker.md, "Forwarding")', () => {
  const byAttr = registration('a', { id: 'E', type: 'T' }, ['A', 'B']);
  const whole = registration('w', { id: 'E', type: 'T' });
  const any = registration('any', { id: '.*', isPattern: true, type: 'T' }, ['A']);

  it('asks for what is not here', () => {
    expect(asked([byAttr], [{ ids: ['E'] }], [], [])).toEqual([['a', E, ['A', 'B']]]);
    expect(asked([byAttr], [{ ids: ['E'] }], [], [entity('E', 'T', ['A'])])).toEqual([['a', E, ['B']]]);
    expect(asked([byAttr], [{ ids: ['E'] }], ['B', 'C'], [])).toEqual([['a', E, ['B']]]);
    expect(asked([byAttr], [{ ids: ['E'] }], ['A'], [entity('E', 'T', ['A'])])).toEqual([]);
    expect(asked([byAttr], [{ ids: ['F'] }], [], [])).toEqual([]);
    expect(asked([byAttr], [{ ids: ['E'], types: ['U'] }], [], [])).toEqual([]);
    expect(asked([byAttr], [{ ids: ['E'] }], ['dateCreated'], [])).toEqual([]);
    expect(asked([byAttr], [{ ids: ['E'] }], ['*', 'dateCreated'], [])).toEqual([['a', E, ['A', 'B']]]);
  });
  it('asks whole entities for all, whatever is wanted and here', () => {
    expect(asked([whole], [{ ids: ['E'] }], [], [])).toEqual([['w', E, []]]);
    expect(asked([byAttr, whole], [{ ids: ['E'] }], ['A', 'C'], [])).toEqual([
      ['a', E, ['A']],
      ['w', E, []],
    ]);
    expect(asked([byAttr, whole], [{ ids: ['E'] }], ['A'], [])).toEqual([
      ['a', E, ['A']],
      ['w', E, []],
    ]);
    expect(asked([whole], [{ ids: ['E'] }], ['A'], [entity('E', 'T', ['A'])])).toEqual([['w', E, []]]);
  });
  it('asks for all registered attributes when one is read by its path and is not here', () => {
    const one = (name: string, local: readonly Entity[]) =>
      planQuery([byAttr], { ...query([{ ids: ['E'] }], [name]), isOneAttribute: true }, local).map(
        ({ attrs }) => attrs,
      );
    expect(one('A', [])).toEqual([['A', 'B']]);
    expect(one('Z', [])).toEqual([['A', 'B']]);
    expect(one('A', [entity('E', 'T', ['A'])])).toEqual([]);
    expect(one('dateCreated', [])).toEqual([]);
  });
  it('asks no registration without type for a pattern of a type', () => {
    const untyped = registration('u', { id: '.*', isPattern: true }, ['A']);
    expect(asked([untyped], [{ idPattern: '.*', types: ['T'] }], [], [])).toEqual([]);
    expect(asked([untyped], [{ types: ['T'] }], [], [])).toEqual([]);
    expect(asked([untyped], [{ idPattern: '.*' }], [], [])).toHaveLength(1);
    const every = { id: '.*', isPattern: true };
    expect(asked([untyped], [{ ids: ['E'], types: ['T'] }], [], [])).toEqual([['u', every, ['A']]]);
    const named = registration('n', { id: 'E' }, ['A']);
    expect(asked([named], [{ ids: ['E'], types: ['T'] }], [], [])).toEqual([]);
    expect(asked([named], [{ ids: ['E'] }], [], [])).toEqual([['n', { id: 'E', isPattern: false }, ['A']]]);
  });
  it('asks a pattern of a type as it is registered, and for ids only when the type is named', () => {
    const every = { id: '.*', isPattern: true, type: 'T' };
    expect(asked([any], [{ ids: ['X'], types: ['T'] }], [], [])).toEqual([['any', every, ['A']]]);
    expect(asked([any], [{ ids: ['X', 'Y'], types: ['T', 'U'] }], [], [])).toEqual([['any', every, ['A']]]);
    expect(asked([any], [{ ids: ['X'], types: ['U'] }], [], [])).toEqual([]);
    expect(asked([any], [{ ids: ['X'] }], [], [])).toEqual([]);
  });
  it('asks each attribute of one provider only, the first', () => {
    const other = registration('b', { id: 'E', type: 'T' }, ['B', 'C']);
    expect(asked([byAttr, other], [{ ids: ['E'] }], [], [])).toEqual([
      ['a', E, ['A', 'B']],
      ['b', E, ['C']],
    ]);
  });
  it('gathers attributes of several registrations of one provider', () => {
    const more = registration('a', { id: 'E', type: 'T' }, ['C']);
    expect(asked([byAttr, more], [{ ids: ['E'] }], [], [])).toEqual([['a', E, ['A', 'B', 'C']]]);
  });
  it('answers pattern queries with registered entities and registered patterns', () => {
    expect(asked([byAttr], [{ idPattern: '^E' }], [], [])).toEqual([['a', E, ['A', 'B']]]);
    expect(asked([byAttr], [], [], [])).toEqual([['a', E, ['A', 'B']]]);
    expect(asked([any], [{ types: ['T'] }], [], [])).toEqual([
      ['any', { id: '.*', isPattern: true, type: 'T' }, ['A']],
    ]);
  });
  it('adds no entities to a full page', () => {
    const full = Array.from({ length: 20 }, (_, at) => entity(`L${at}`, 'T', []));
    expect(asked([byAttr], [{ idPattern: '.*' }], [], full)).toEqual([]);
    expect(
      asked([registration('a', { id: 'L1', type: 'T' }, ['A'])], [{ idPattern: '.*' }], [], full),
    ).toHaveLength(1);
  });
  it('asks with no type that the registration does not have', () => {
    const untyped = [['a', { id: 'E', isPattern: false }, ['X']]];
    const local = [entity('E', 'T', ['A'])];
    expect(asked([registration('a', { id: 'E' }, ['X'])], [{ ids: ['E'] }], [], local)).toEqual(untyped);
    expect(asked([registration('a', { id: 'E' }, ['X'])], [{ ids: ['E'] }], [], [])).toEqual(untyped);
  });
  it('considers mode, expiry and service path, but not the status', () => {
    const now = 1000;
    const paths = [{ path: '/', subtree: false }];
    const url = (change: Partial<Registration>, kind: 'query' | 'update' = 'query') =>
      candidates([registration('x', { id: 'E' }, [], change)], kind, paths, now).length;
    expect(url({})).toBe(1);
    expect(url({ status: 'inactive' })).toBe(1);
    expect(url({ expiresAtSeconds: 999 })).toBe(0);
    expect(url({ expiresAtSeconds: 1001 })).toBe(1);
    expect(url({ servicePath: '/a' })).toBe(0);
    const mode = (forwardingMode: 'query' | 'update' | 'none') => ({
      provider: { url: 'x', forwardingMode, protocol: 'ngsiv2' },
    });
    expect([url(mode('query')), url(mode('update')), url(mode('none'))]).toEqual([1, 0, 0]);
    expect([url(mode('query'), 'update'), url(mode('update'), 'update')]).toEqual([0, 1]);
    expect(candidates([whole, byAttr], 'query', paths, now).map(({ provider }) => provider.url)).toEqual([
      'a',
      'w',
    ]);
  });
});

describe('updates', () => {
  const attr = (name: string): AttributeInput => ({
    name,
    type: 'command',
    value: name,
    metadata: new Map(),
  });
  it('give each attribute to the first that covers it, in one request per provider', () => {
    const registrations = [
      registration('a', { id: 'E', type: 'T' }, ['A', 'B']),
      registration('b', { id: 'E', type: 'T' }),
      registration('a', { id: 'F' }, ['A']),
    ];
    const plan = planUpdate(registrations, [
      { ref: { id: 'E', type: 'T' }, attrs: [attr('A'), attr('C')] },
      { ref: { id: 'F' }, attrs: [attr('A'), attr('Z')] },
    ]);
    expect(
      plan.updates.map(({ provider, entities }) => [
        provider.url,
        entities.map((e) => [e.entity.id, e.attrs.map(({ name }) => name)]),
      ]),
    ).toEqual([
      [
        'a',
        [
          ['E', ['A']],
          ['F', ['A']],
        ],
      ],
      ['b', [['E', ['C']]]],
    ]);
    expect(plan.assignments.map((map) => Object.fromEntries(map))).toEqual([{ A: 0, C: 1 }, { A: 0 }]);
  });
  it('without a type go to registrations without type only', () => {
    const registrations = [registration('a', { id: 'E', type: 'T' }), registration('b', { id: 'E' })];
    const urls = (ref: { id: string; type?: string }) =>
      planUpdate(registrations, [{ ref, attrs: [attr('A')] }]).updates.map(({ provider }) => provider.url);
    expect(urls({ id: 'E' })).toEqual(['b']);
    expect(urls({ id: 'E', type: 'T' })).toEqual(['a']);
    expect(urls({ id: 'E', type: 'U' })).toEqual([]);
  });
});

describe('merging', () => {
  it('keeps local attributes, adds foreign ones and entities, and leaves out what was not asked', () => {
    const local = [entity('E', 'T', ['A'])];
    const foreign = foreignEntity(
      'E',
      'T',
      new Map([
        ['A', foreignAttribute('Text', 'far', new Map())],
        ['B', foreignAttribute('Text', 'far', new Map())],
      ]),
    );
    const merged = mergeEntities(
      local,
      [[foreign, entity('X', 'T', ['A'])], [entity('F', 'T', [])], [entity('F', 'T', ['Z'])]],
      [{ ids: ['E', 'F'] }],
    );
    expect(merged.map(({ id }) => id)).toEqual(['E', 'F']);
    expect(merged[0]!.attrs.get('A')!.value).toBe(1);
    expect(merged[0]!.attrs.get('B')!.value).toBe('far');
    expect([...merged[1]!.attrs.keys()]).toEqual(['Z']);
  });
});
