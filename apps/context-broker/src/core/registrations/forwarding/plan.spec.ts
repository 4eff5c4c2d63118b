import type { AttributeInput, Entity, Registration } from '@smart-city/context';
import { candidates } from './matching';
import { mergeEntities } from './merge';
import { planQuery } from './plan-query';
import { planUpdate } from './plan-update';
import { foreignAttribute, foreignEntity } from './wire-entity';
import { renderQueryV1, renderUpdateV1 } from './legacy-request';
import { readQueryAnswerV1, readUpdateAnswerV1 } from './wire-ngsiv1';
import { renderQueryV2, renderUpdateV2 } from './wire-ngsiv2';
import { parseJson, renderJson } from '@smart-city/context';

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
  provider: { url, forwardingMode: 'all', legacyForwarding: false },
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
      provider: { url: 'x', forwardingMode, legacyForwarding: false },
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
  it('are written as NGSIv2 and as NGSIv1', () => {
    const [update] = planUpdate(
      [registration('a', { id: 'E', type: 'T' })],
      [
        {
          ref: { id: 'E', type: 'T' },
          attrs: [{ ...attr('A'), metadata: new Map([['m', { type: 'Text', value: 'x' }]]) }],
        },
      ],
    ).updates;
    expect(renderUpdateV2(update!).body).toBe(
      '{"entities":[{"id":"E","type":"T","A":{"type":"command","value":"A","metadata":{"m":{"type":"Text","value":"x"}}}}],"actionType":"update"}',
    );
    const elements = (identity: string, value: string) =>
      `{"contextElements":[{${identity},"attributes":[{"name":"A","type":"command","value":"A","metadatas":[{"name":"m","type":"Text","value":${value}}]}]}],"updateAction":"UPDATE"}`;
    expect(renderUpdateV1(update!, 'texts').body).toBe(
      elements('"type":"T","isPattern":"false","id":"E"', '"x"'),
    );
    expect(renderUpdateV1(update!, 'json').body).toBe(
      elements('"id":"E","isPattern":"false","type":"T"', '{"type":"Text","value":"x"}'),
    );
    const ask = planQuery([registration('a', { id: 'E' })], query([{ ids: ['E'] }]), [])[0]!;
    expect(renderQueryV2(ask, { limit: 20, offset: 0 })).toMatchObject({
      path: '/op/query?limit=20&offset=0&options=count',
      body: '{"entities":[{"id":"E"}],"attrs":[]}',
    });
    expect(renderQueryV1(ask, 'texts').body).toBe('{"entities":[{"type":"","isPattern":"false","id":"E"}]}');
    expect(renderQueryV1(ask, 'json').body).toBe(
      '{"entities":[{"id":"E","isPattern":"false","type":""}],"attributes":[]}',
    );
  });
  it('read NGSIv1 answers with codes as texts or numbers', () => {
    const read = (text: string, values: 'json' | 'texts' = 'texts') =>
      readUpdateAnswerV1(parseJson(text), false, values);
    const response = (code: string, names: string) =>
      `{"contextElement":{"id":"E","attributes":[${names}]},"statusCode":{"code":${code}}}`;
    expect(read(`{"contextResponses":[${response('"200"', '{"name":"A"}')}]}`).kind).toBe('done');
    expect(read(`{"contextResponses":[${response('200', '')}]}`).kind).toBe('done');
    const partly = `{"contextResponses":[${response('200', '{"name":"A"}')},${response('"422"', '{"name":"B"}')}]}`;
    const failure = { kind: 'failed', reason: 'non-200 code: 422' };
    expect(read(partly, 'json')).toEqual({ ...failure, fault: 'unreadableAnswer' });
    expect(read(partly)).toEqual({
      ...failure,
      taken: [{ id: 'E', type: '', names: ['A'] }],
      refused: [{ id: 'E', type: '', names: ['B'], code: '422', details: '' }],
    });
    expect(read('{"errorCode":{"code":"404"}}').kind).toBe('missing');
    expect(read('{"errorCode":{"code":"500"}}').kind).toBe('failed');
    expect(read('[]').kind).toBe('failed');
  });
});

describe('query answers of NGSIv1 providers (docs/behaviour/ngsiv1.md, "Answers of providers")', () => {
  const attributes =
    '{"name":"A","type":"Number","value":1.50},{"name":"B","type":"T","value":{"x":[true,{}]}},' +
    '{"name":"C","type":"T","value":[]},{"name":"D","type":"T"}';
  const text = `{"contextResponses":[{"contextElement":{"id":"E","type":"T","attributes":[${attributes}]},"statusCode":{"code":200}}]}`;
  const read = (values: 'json' | 'texts') =>
    [...(readQueryAnswerV1({ text, body: parseJson(text) }, values)?.[0]?.attrs ?? [])].map(
      ([name, { type, value }]) => [name, type, JSON.parse(renderJson(value)) as unknown],
    );

  it('have texts for scalars before 4.0.0, as they were sent', () => {
    expect(read('texts')).toEqual([
      ['A', 'Number', '1.50'],
      ['B', 'T', { x: ['true', ''] }],
      ['C', 'T', ''],
      ['D', 'T', ''],
    ]);
  });

  it('keep JSON types since, and drop the type of compound values', () => {
    expect(read('json')).toEqual([
      ['A', 'Number', 1.5],
      ['B', 'StructuredValue', { x: [true, {}] }],
      ['C', 'StructuredValue', []],
      ['D', 'T', null],
    ]);
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
