import { badRequest, type Entity, type EntityChange, type UpdateResult } from '@smart-city/context';
import { Ngsiv1Fault, type UpdateContext, type ContextElement } from '@smart-city/ngsiv1';
import type { AttributeFate } from '../../core/entities/forwarding-port';
import { composeResponses, type SettledElement } from './compose-responses';
import { refusalOf } from './update-responses';

const element = (id: string, ...names: string[]): ContextElement => ({
  id,
  type: 'T',
  isPattern: '',
  attributes: names.map((name) => ({ name, type: 't', value: '1', metadatas: [] })),
});
const entity = (id: string, type = 'T'): Entity => ({
  id,
  type,
  servicePath: '/',
  attrs: new Map(),
  creDate: 0,
  modDate: 0,
});
const change = (after: Entity, ...requested: string[]): EntityChange => ({
  tenant: '',
  before: after,
  after,
  requested,
  changed: new Set(),
  metadataChanged: new Set(),
  previousCorrelator: undefined,
  at: 1,
});
const done = (id: string, written: string[], refused: string[] = []): UpdateResult => ({
  kind: 'done',
  changes: [change(entity(id), ...written)],
  refused,
});
const settled = (
  sent: ContextElement,
  result: UpdateResult,
  fates?: readonly (readonly [name: string, provider: number, fate: AttributeFate])[],
): SettledElement => ({
  element: sent,
  outcome: {
    update: { action: 'update', ref: { id: sent.id }, attrs: [] },
    result,
    ...(fates && {
      forwarded: {
        ref: { id: sent.id },
        updatedSome: true,
        failed: [],
        attributes: fates.map(([name, provider, fate]) => ({ name, provider, fate })),
      },
    }),
  },
});
/** `E: a b 200`, details in brackets. */
const told = (action: UpdateContext['action'], ...items: SettledElement[]) =>
  composeResponses(action, items).map(
    ({ element: { id, attributes }, status: { code, details } }) =>
      `${[`${id}:`, ...attributes.map(({ name }) => name), code].join(' ')}${details === undefined ? '' : ` (${details})`}`,
  );

describe('the responses of an update (docs/behaviour/ngsiv1.md, "updateContext")', () => {
  it('tell what was there element by element, and after all of them what was not', () => {
    expect(
      told(
        'update',
        settled(element('E', 'a', 'b'), done('E', ['a'], ['b'])),
        settled(element('F', 'a'), done('F', ['a'])),
        settled(element('G', 'a'), { kind: 'entityMissing' }),
      ),
    ).toEqual(['E: a 200', 'F: a 200', 'G: a 404 (G)', 'E: b 404 (E)']);
  });

  it('tell each entity of an id apart', () => {
    const both: UpdateResult = {
      kind: 'done',
      changes: [change(entity('E', 'T'), 'a'), change(entity('E', 'U'), 'a', 'b')],
      refused: ['b'],
    };
    const responses = composeResponses('update', [settled({ ...element('E', 'a', 'b'), type: '' }, both)]);
    expect(responses.map(({ element: { type, attributes } }) => [type, attributes.length])).toEqual([
      ['T', 1],
      ['U', 2],
      ['T', 1],
    ]);
  });

  it.each([
    ['update', '472 (action: UPDATE - entity: [E, T] - offending attribute: b)'],
    ['delete', '472 (action: DELETE - entity: [E, T] - offending attribute: b - attribute not found)'],
  ] as const)('of %s name the last of attributes that are all missing', (action, status) => {
    expect(told(action, settled(element('E', 'a', 'b'), { kind: 'refused', refused: ['a', 'b'] }))).toEqual([
      `E: a b ${status}`,
    ]);
  });

  it('of a strict append name what was there already', () => {
    const already = (names: string) =>
      `E: 400 (one or more of the attributes in the request already exist: E/T - [ ${names} ])`;
    expect(told('appendStrict', settled(element('E', 'a', 'b'), done('E', ['b'], ['a'])))).toEqual([
      'E: b 200',
      already('a'),
    ]);
    expect(
      told('appendStrict', settled(element('E', 'a', 'b'), { kind: 'refused', refused: ['a', 'b'] })),
    ).toEqual([already('a, b')]);
  });

  it('show the attributes up to the one at fault, all of them at creation', () => {
    const error = badRequest('why');
    const sent = element('E', 'a', 'b', 'c');
    expect(told('append', settled(sent, { kind: 'failed', error }))).toEqual(['E: a b c 472 (why)']);
    for (const action of ['append', 'appendStrict'] as const)
      expect(told(action, settled(sent, { kind: 'failed', error, attribute: 'b' }))).toEqual([
        'E: a b 472 (action: APPEND - entity: [E, T] - offending attribute: b - why)',
      ]);
  });

  it('tell what providers did after what is here, in the order of the providers', () => {
    const refused: AttributeFate = { kind: 'refused', code: '472', details: 'no' };
    expect(
      told(
        'update',
        settled(element('E', 'a', 'b', 'c', 'd'), done('E', ['a'], ['b', 'c', 'd']), [
          ['b', 1, { kind: 'updated' }],
          ['c', -1, { kind: 'missing' }],
          ['d', 0, refused],
        ]),
        settled(element('F', 'x', 'y'), { kind: 'entityMissing' }, [
          ['x', 0, { kind: 'updated' }],
          ['y', 1, { kind: 'missing' }],
        ]),
      ),
    ).toEqual(['E: a b 200', 'E: c 404 (E)', 'E: d 472 (no)', 'F: x 200', 'F: y 404 (F)']);
  });

  it('leave out attributes whose provider is beyond the limit, and are 404 when none is left', () => {
    const unasked: AttributeFate = { kind: 'unasked' };
    const item = (first: AttributeFate) =>
      settled(element('E', 'a', 'b'), { kind: 'entityMissing' }, [
        ['a', 0, first],
        ['b', 1, unasked],
      ]);
    expect(told('update', item({ kind: 'updated' }))).toEqual(['E: a 200']);
    expect(() => told('update', item(unasked))).toThrow(Ngsiv1Fault);
  });

  it('have the type that a provider of NGSIv1 tells of an entity that was named without', () => {
    const sent = { ...element('E', 'a', 'b', 'c', 'd'), type: '' };
    const responses = composeResponses('update', [
      settled(sent, { kind: 'entityMissing' }, [
        ['a', 0, { kind: 'updated', type: 'Thing' }],
        ['b', 0, { kind: 'refused', type: 'Thing', code: '472', details: 'no' }],
        ['c', 1, { kind: 'updated' }],
        ['d', 2, { kind: 'updated', type: 'Thing' }],
      ]),
    ]);
    expect(
      responses.map(({ element: { type, attributes } }) => [type, ...attributes.map(({ name }) => name)]),
    ).toEqual([
      ['Thing', 'a', 'd'],
      ['Thing', 'b'],
      ['', 'c'],
    ]);
  });

  it.each([
    ['unexpectedStatus', 500, undefined],
    ['unreachable', 404, 'error forwarding update'],
    ['emptyAnswer', 404, 'invalid context provider response'],
    ['unreadableAnswer', 404, 'invalid context provider response'],
  ] as const)('are one fault when a provider is %s', (fault, code, details) => {
    const item = settled(element('E', 'a'), { kind: 'entityMissing' }, [['a', 0, { kind: 'failed', fault }]]);
    try {
      told('update', item);
      throw new Error('nothing was thrown');
    } catch (error) {
      expect((error as Ngsiv1Fault).status).toEqual({ code, ...(details && { details }) });
    }
  });
});

describe('an element is refused', () => {
  const refusal = (action: UpdateContext['action'], sent: ContextElement) => {
    const response = refusalOf(action, sent);
    return response && [response.element.attributes.map(({ name }) => name), response.status];
  };

  it('for an attribute that is named twice', () => {
    for (const action of ['append', 'delete'] as const)
      expect(refusal(action, element('E', 'b', 'a', 'a'))).toEqual([
        ['a'],
        { code: 422, details: 'duplicated attribute /a/' },
      ]);
  });

  it('for a pattern, which no update has', () => {
    expect(refusal('append', { ...element('E', 'a'), isPattern: '1' })).toEqual([[], { code: 501 }]);
  });

  it('for an attribute of which nothing is said, unless it is to be deleted', () => {
    const sent = {
      ...element('E', 'a'),
      attributes: [
        { name: 'a', type: '', value: '', metadatas: [] },
        { name: 'b', type: '', metadatas: [] },
      ],
    };
    expect(refusal('delete', sent)).toBeUndefined();
    expect(refusal('append', sent)).toEqual([
      ['b'],
      {
        code: 422,
        details:
          'action: APPEND - entity: [E, T, false] - offending attribute: b - empty attribute not allowed in APPEND or UPDATE',
      },
    ]);
  });
});
