import { parseJson } from '../json/parse-json';
import type { Entity } from '../model/entity';
import { ngsiv1Update } from './ngsiv1-update';
import { parseQueryContext } from './parse-query-context';
import { parseUpdateContext } from './parse-update-context';
import { contextElementOf, renderContextElement, renderContextResponse } from './render-context-element';
import { Ngsiv1Fault, renderStatus } from './status-code';

const lax = { strictIds: false };
const parse = (plain: unknown, options = lax) =>
  parseUpdateContext(parseJson(JSON.stringify(plain)), options);
const query = (plain: unknown) => parseQueryContext(parseJson(JSON.stringify(plain)), lax);
const faultOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof Ngsiv1Fault) return `${error.status.code} ${error.status.details}`;
    throw error;
  }
  return 'none';
};
const element = {
  type: 'Room',
  isPattern: 'false',
  id: 'R',
  attributes: [{ name: 't', type: 'degree', value: '12', metadatas: [{ name: 'm', type: 'x', value: '1' }] }],
};

describe('updateContext', () => {
  it('is read whatever the letter case of the action', () => {
    expect(parse({ contextElements: [element], updateAction: 'Append' })).toEqual({
      action: 'append',
      elements: [
        {
          id: 'R',
          type: 'Room',
          isPattern: false,
          attributes: [
            { name: 't', type: 'degree', value: '12', metadatas: [{ name: 'm', type: 'x', value: '1' }] },
          ],
        },
      ],
    });
  });
  it.each([
    [[], '400 JSON Parse Error'],
    [{ contextElements: {}, updateAction: 'APPEND' }, '400 JSON Parse Error'],
    [{ contextElements: [], updateAction: 'APPEND' }, '400 No context elements'],
    [{ contextElements: [element] }, '400 empty update action type'],
    [
      { contextElements: [element], updateAction: 'X' },
      '400 invalid update action type: right ones are: APPEND, APPEND_STRICT, DELETE, REPLACE, UPDATE',
    ],
    [{ contextElements: [{ type: 'T' }], updateAction: 'APPEND' }, '400 empty entityId:id'],
    [
      { contextElements: [{ id: 'E', isPattern: 'x' }], updateAction: 'APPEND' },
      '400 invalid isPattern value for entity: /x/',
    ],
    [
      { contextElements: [{ id: '[', isPattern: 'true' }], updateAction: 'APPEND' },
      '400 invalid regex for entity id pattern',
    ],
    [
      { contextElements: [{ id: 'E', attributes: [{ value: 1 }] }], updateAction: 'APPEND' },
      '400 missing attribute name',
    ],
    [
      { contextElements: [{ id: 'E', more: 1 }], updateAction: 'APPEND' },
      '400 JSON Parse Error: unknown field: /contextElements/contextElement/more',
    ],
    [{ contextElements: [{ id: 'E<' }], updateAction: 'APPEND' }, '400 Invalid characters in entity id'],
    [{ contextElements: ['E'], updateAction: 'APPEND' }, '400 JSON Parse Error'],
    [
      {
        contextElements: [{ id: 'E', attributes: [{ name: 'a', value: { b: '<' } }] }],
        updateAction: 'APPEND',
      },
      '400 Invalid characters in attribute value',
    ],
  ])('%j: %s', (body, fault) => expect(faultOf(() => parse(body))).toBe(fault));
  it('takes any printable id, unless ids are strict', () => {
    const body = { contextElements: [{ id: 'a b/c' }], updateAction: 'APPEND' };
    expect(faultOf(() => parse(body))).toBe('none');
    expect(faultOf(() => parse(body, { strictIds: true }))).toBe('400 Invalid characters in entity id');
  });
  it('casts texts only when asked to', () => {
    const [one] = parse({
      contextElements: [
        {
          id: 'E',
          attributes: [
            { name: 'n', type: 'Number', value: '1.5' },
            { name: 'b', type: 'Boolean', value: 'true' },
            { name: 'd', type: 'DateTime', value: '1970-01-01T00:00:10Z' },
            { name: 'x', type: 'Number', value: 'no' },
            { name: 'u', value: '1' },
          ],
        },
      ],
      updateAction: 'APPEND',
    }).elements;
    const values = (autocast: boolean) =>
      ngsiv1Update('append', one!, { autocast }).attrs.map(({ value }) => value);
    expect(values(true)).toEqual([1.5, true, 10, 'no', '1']);
    expect(values(false)).toEqual(['1.5', 'true', '1970-01-01T00:00:10Z', 'no', '1']);
    expect(ngsiv1Update('append', one!, { autocast: false }).attrs[4]).not.toHaveProperty('type');
  });
});

describe('queryContext', () => {
  it('reads entities, attributes and scopes', () => {
    const scopes = [
      {
        type: 'FIWARE::Location',
        value: {
          circle: { centerLatitude: '40.4', centerLongitude: '-3.7', radius: '13500', inverted: 'true' },
        },
      },
      { type: 'FIWARE::StringQuery', value: 'a>1' },
      { type: 'Other', value: 'ignored' },
    ];
    expect(
      query({
        entities: [{ id: 'R.*', isPattern: 'true', type: 'Room' }, { id: 'E' }],
        attributes: ['t'],
        restriction: { scopes },
      }),
    ).toMatchObject({
      selectors: [{ idPattern: 'R.*', types: ['Room'] }, { ids: ['E'] }],
      attributes: ['t'],
      geo: { georel: 'near', geometry: { kind: 'point', position: [-3.7, 40.4] }, minDistanceM: 13500 },
      q: [{ kind: 'compare' }],
    });
    const vertices = [
      [0, 0],
      [0, 1],
      [1, 1],
    ].map(([latitude, longitude]) => ({ latitude: String(latitude), longitude: String(longitude) }));
    expect(
      query({
        entities: [{ id: 'E' }],
        restriction: { scopes: [{ type: 'FIWARE::Location', value: { polygon: { vertices } } }] },
      }).geo,
    ).toEqual({
      georel: 'coveredBy',
      geometry: {
        kind: 'polygon',
        positions: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      },
    });
  });
  it.each([
    [{}, '400 No entities'],
    [{ entities: [{ id: '(', isPattern: 'true' }] }, '400 invalid regex for entity id pattern'],
    [{ entities: [{ id: 'E' }], attributes: [''] }, '400 empty attribute name'],
    [
      { entities: [{ id: 'E' }], restriction: { scopes: [{ type: 'FIWARE::StringQuery', value: 'a==' }] } },
      '400 empty right-hand-side in q-item',
    ],
  ])('%j: %s', (body, fault) => expect(faultOf(() => query(body))).toBe(fault));
});

describe('rendering', () => {
  const entity: Entity = {
    id: 'E',
    type: 'T',
    servicePath: '/',
    creDate: 0,
    modDate: 0,
    attrs: new Map([
      [
        'b',
        {
          type: 'Number',
          value: 1,
          metadata: new Map([['m', { type: 'Text', value: 'x' }]]),
          creDate: 0,
          modDate: 0,
        },
      ],
      ['a', { type: 'DateTime', value: 0, metadata: new Map(), creDate: 0, modDate: 0 }],
    ]),
  };
  it('shows entities the NGSIv1 way', () => {
    expect(renderContextResponse(contextElementOf(entity), { code: 200 })).toBe(
      '{"contextElement":{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"a","type":"DateTime","value":"1970-01-01T00:00:00.000Z"},' +
        '{"name":"b","type":"Number","value":1,"metadatas":[{"name":"m","type":"Text","value":"x"}]}]},"statusCode":{"code":"200","reasonPhrase":"OK"}}',
    );
    expect(renderContextElement({ ...contextElementOf(entity), attributes: [] })).toBe(
      '{"type":"T","isPattern":"false","id":"E"}',
    );
    expect(
      renderContextElement(
        contextElementOf(
          entity,
          new Map([['x', { type: 'Text', value: 'v', metadata: new Map(), creDate: 0, modDate: 0 }]]),
        ),
        { asObject: true },
      ),
    ).toBe('{"type":"T","isPattern":"false","id":"E","attributes":{"x":{"type":"Text","value":"v"}}}');
    expect(renderStatus({ code: 404, details: 'E' })).toBe(
      '{"code":"404","reasonPhrase":"No context element found","details":"E"}',
    );
  });
});
