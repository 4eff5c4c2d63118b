import {
  applyUpdate,
  type Attribute,
  type Entity,
  parseJson,
  renderJson,
  type UpdateResult,
} from '@smart-city/context';
import { ngsiv1Update } from './ngsiv1-update';
import { parsePayload } from './parse-payload';
import { parseQueryContext } from './parse-query-context';
import { parseUpdateAttributes, parseUpdateContext } from './parse-update-context';
import { contextElementOf, renderContextElement, renderContextResponse } from './render-context-element';
import { Ngsiv1Fault, renderStatus } from './status-code';

const lax = { strictIds: false };
const payload = (plain: unknown) =>
  parsePayload(() => parseJson(typeof plain === 'string' ? plain : JSON.stringify(plain), { asTexts: true }));
const parse = (plain: unknown, options = lax) => parseUpdateContext(payload(plain), options);
const query = (plain: unknown) => parseQueryContext(payload(plain));
const faultOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof Ngsiv1Fault) return `${error.found}: ${error.status.details}`;
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
const appending = (...attributes: unknown[]) => ({
  contextElements: [{ id: 'E', attributes }],
  updateAction: 'APPEND',
});
const valued = (json: string) =>
  parse(
    `{"contextElements":[{"id":"E","attributes":[{"name":"a","value":${json}}]}],"updateAction":"APPEND"}`,
  ).elements[0]!.attributes[0]!.value!;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}"x"${'}'.repeat(levels)}`;

describe('updateContext (docs/behaviour/ngsiv1.md, "Payloads")', () => {
  it('is read whatever the letter case of the action', () => {
    expect(parse({ contextElements: [element], updateAction: 'Append' })).toEqual({
      action: 'append',
      elements: [element],
    });
  });

  it.each([
    ['150', '"150"'],
    ['1.50', '"1.50"'],
    ['1e3', '"1e3"'],
    ['123456789012345678901234567890', '"123456789012345678901234567890"'],
    ['true', '"true"'],
    ['null', '"null"'],
    ['{}', '""'],
    ['[]', '""'],
    ['"a:1, true"', '"a:1, true"'],
    ['"a\\\\"', '"a\\\\"'],
    ['{"x":[1,{"y":null},[]],"z":{}}', '{"x":["1",{"y":"null"},""],"z":""}'],
  ])('takes the value %s for the text that was sent', (sent, read) => {
    expect(renderJson(valued(sent))).toBe(read);
  });

  it('takes numbers where texts are meant', () => {
    const [one] = parse(
      '{"contextElements":[{"id":1,"type":2.0,"isPattern":false}],"updateAction":"APPEND"}',
    ).elements;
    expect(one).toEqual({ id: '1', type: '2.0', isPattern: 'false', attributes: [] });
  });

  it.each([
    ['no JSON', '{"a', 'parsing: JSON Parse Error'],
    ['a word that is none', '{"contextElements":[x]}', 'parsing: JSON Parse Error'],
    ['an empty list', '[]', 'checking: No context elements'],
    ['a text for the list', { contextElements: 'x' }, 'checking: No context elements'],
    [
      'an object for the list',
      { contextElements: { id: 'E' } },
      'parsing: JSON Parse Error: unknown field: /contextElements/id',
    ],
    [
      'an object named like the item',
      { contextElements: { contextElement: {} } },
      'parsing: JSON Parse Error',
    ],
    ['a text for an element', { contextElements: ['E'] }, 'checking: empty entityId:id'],
    ['no elements', { contextElements: [], updateAction: 'APPEND' }, 'checking: No context elements'],
    ['no action', { contextElements: [element] }, 'checking: empty update action type'],
    [
      'an unknown action',
      { contextElements: [element], updateAction: 'X' },
      'checking: invalid update action type: right ones are: APPEND, APPEND_STRICT, DELETE, REPLACE, UPDATE',
    ],
    ['no id', { contextElements: [{ type: 'T' }] }, 'checking: empty entityId:id'],
    [
      'an object for the id',
      { contextElements: [{ id: { x: 1 } }] },
      'parsing: JSON Parse Error: unknown field: /contextElements/contextElement/id/x',
    ],
    [
      'a capital isPattern',
      { contextElements: [{ id: 'E', isPattern: 'True' }] },
      'checking: invalid isPattern value for entity: /True/',
    ],
    [
      'a bad pattern',
      { contextElements: [{ id: '[', isPattern: 'true' }] },
      'checking: invalid regex for entity id pattern',
    ],
    [
      'a NUL in a pattern',
      { contextElements: [{ id: 'a\0b', isPattern: '1' }] },
      'checking: invalid regex for entity id pattern',
    ],
    [
      'an unknown member',
      { contextElements: [{ id: 'E', attributeDomainName: 'x' }] },
      'parsing: JSON Parse Error: unknown field: /contextElements/contextElement/attributeDomainName',
    ],
    ['no attribute name', appending({ value: 1 }), 'checking: missing attribute name'],
    [
      'a forbidden character in the id',
      { contextElements: [{ id: 'E<' }] },
      'parsing: Illegal value for JSON field',
    ],
    [
      'one in a value',
      appending({ name: 'a', type: 'TextUnrestricted', value: 'a;b' }),
      'parsing: Illegal value for JSON field',
    ],
    ['one in a member', appending({ name: 'a', value: { b: '<' } }), 'parsing: Illegal value for JSON field'],
    [
      'one in an item',
      appending({ name: 'a', value: { b: ['<'] } }),
      'parsing: compound value error: Invalid characters in attribute value',
    ],
    [
      'one in the action',
      { contextElements: [element], updateAction: 'A=' },
      'parsing: Illegal value for JSON field',
    ],
    [
      'a name of 257 bytes',
      appending({ name: 'a'.repeat(257) }),
      'checking: attribute name length: 257, max length supported: 256',
    ],
    [
      'metadata of a type of 257 bytes',
      appending({ name: 'a', metadatas: [{ name: 'm', type: 'a'.repeat(257), value: 1 }] }),
      'checking: metadata type length: 257, max length supported: 256',
    ],
    ['metadata without a name', appending({ name: 'a', metadatas: [{}] }), 'checking: missing metadata name'],
    [
      'metadata with an empty value',
      appending({ name: 'a', metadatas: [{ name: 'm', value: '' }] }),
      'checking: missing metadata value',
    ],
    [
      'metadata with an object',
      appending({ name: 'a', metadatas: [{ name: 'm', value: { x: 1 } }] }),
      'parsing: JSON Parse Error: unknown field: /contextElements/contextElement/attributes/attribute/metadatas/metadata/value/x',
    ],
    [
      'metadata with a list',
      appending({ name: 'a', metadatas: [{ name: 'm', value: [1] }] }),
      'parsing: JSON Parse Error: unknown field: /contextElements/contextElement/attributes/attribute/metadatas/metadata/value/valu',
    ],
  ])('with %s is refused', (_what, body, fault) => expect(faultOf(() => parse(body))).toBe(fault));

  it.each([
    ['{"a":1,"a":2}', '/a/ in path: /'],
    ['{"b":{"a":1,"a":2}}', '/a/ in path: /b/'],
    ['{"c":{"b":{"a":1,"a":2}}}', '/a/ in path: /c/b/'],
    ['{"c":[{"a":1,"a":2}]}', '/a/ in path: /c/item/'],
  ])('says which member of %s is there twice', (json, where) => {
    expect(faultOf(() => valued(json))).toBe(`parsing: compound value error: duplicated tag-name: ${where}`);
  });

  it('takes the last of two members outside of values, and metadata without a value', () => {
    expect(parse('{"contextElements":[{"id":"A","id":"B"}],"updateAction":"APPEND"}').elements[0]!.id).toBe(
      'B',
    );
    const [one] = parse(appending({ name: 'a', metadatas: [{ name: 'm' }] })).elements;
    expect(one!.attributes[0]!.metadatas).toEqual([{ name: 'm', type: '' }]);
  });

  it('nests values fifty levels deep', () => {
    expect(faultOf(() => valued(nested(50)))).toBe('none');
    const fault = 'parsing: compound attribute value has overpassed maximum nesting limit';
    for (const levels of [51, 2000]) expect(faultOf(() => valued(nested(levels)))).toBe(fault);
  });

  it('takes any printable name, unless they are strict; ids and types of entities are never looked at', () => {
    const body = { contextElements: [{ id: 'a b/c', type: '?', attributes: [{ name: 'a b', value: 1 }] }] };
    const full = { ...body, updateAction: 'APPEND' };
    expect(faultOf(() => parse(full))).toBe('none');
    expect(faultOf(() => parse(full, { strictIds: true }))).toBe(
      'checking: Invalid characters in attribute name',
    );
    const metadata = appending({ name: 'a', metadatas: [{ name: 'm', type: 'x y', value: 1 }] });
    expect(faultOf(() => parse(metadata, { strictIds: true }))).toBe(
      'checking: Invalid characters in metadata type',
    );
  });

  it('of one entity may be empty', () => {
    expect(parseUpdateAttributes(payload('{}'), lax)).toEqual([]);
    expect(parseUpdateAttributes(payload({ attributes: [] }), lax)).toEqual([]);
  });
});

const stored = (attributes: Record<string, Partial<Attribute>>): Entity => ({
  id: 'E',
  type: 'T',
  servicePath: '/',
  creDate: 1,
  modDate: 1,
  attrs: new Map(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      { type: 'Text', value: '', metadata: new Map(), creDate: 1, modDate: 1, ...attribute },
    ]),
  ),
});

const PLACE = { tenant: '', servicePath: '/' };

describe('an NGSIv1 update', () => {
  const apply = (
    action: 'append' | 'update' | 'replace' | 'delete',
    before: Entity | undefined,
    attribute: unknown,
    autocast = false,
  ): UpdateResult => {
    const [one] = parse(appending(attribute)).elements;
    return applyUpdate(PLACE, before, ngsiv1Update(action, one!, { autocast }), 2);
  };
  const after = (result: UpdateResult) =>
    result.kind === 'done' ? result.changes[0]!.after!.attrs : (result as { error?: Error }).error?.message;
  const shown = (result: UpdateResult) => {
    const attribute = (after(result) as ReadonlyMap<string, Attribute>).get('a')!;
    return [attribute.type, attribute.value];
  };

  it('leaves what it gives no type without one', () => {
    expect(shown(apply('append', undefined, { name: 'a', value: 1 }))).toEqual(['', '1']);
    expect(shown(apply('update', stored({ a: { type: 'Number' } }), { name: 'a', value: 1 }))).toEqual([
      'Number',
      '1',
    ]);
  });

  it('without a value keeps the stored one, and makes an empty one where there is none', () => {
    const before = stored({ a: { value: 'x' } });
    expect(shown(apply('update', before, { name: 'a', type: 'New' }))).toEqual(['New', 'x']);
    expect(shown(apply('append', before, { name: 'a', type: 'New' }))).toEqual(['New', 'x']);
    expect(shown(apply('replace', before, { name: 'a', type: 'New' }))).toEqual(['New', '']);
    expect(shown(apply('append', undefined, { name: 'a', type: 'New' }))).toEqual(['New', '']);
    expect(shown(apply('update', before, { name: 'a', value: '' }))).toEqual(['Text', '']);
  });

  it('keeps texts of dates as they are', () => {
    const before = stored({ a: { type: 'DateTime', value: 10 } });
    expect(shown(apply('update', before, { name: 'a', value: 'soon' }))).toEqual(['DateTime', 'soon']);
  });

  it.each([
    ['Number', ' 23.5 ', 23.5],
    ['Quantity', '0x10', 16],
    ['Number', '', 0],
    ['Number', 'no', 'no'],
    ['Boolean', 'true', true],
    ['Boolean', 'TRUE', 'TRUE'],
    ['DateTime', '1970-01-01T00:00:10Z', 10],
    ['Text', '1', '1'],
  ])('casts, when asked to, a %s of the text "%s"', (type, text, value) => {
    expect(shown(apply('append', undefined, { name: 'a', type, value: text }, true))).toEqual([type, value]);
    expect(shown(apply('append', undefined, { name: 'a', type, value: text }))).toEqual([type, text]);
  });

  it('casts by the stored type, but on replacement', () => {
    const before = stored({ a: { type: 'Number', value: 1 } });
    expect(shown(apply('update', before, { name: 'a', value: 2 }, true))).toEqual(['Number', 2]);
    expect(shown(apply('update', before, { name: 'a', type: 'Text', value: 2 }, true))).toEqual(['Text', 2]);
    expect(shown(apply('replace', before, { name: 'a', type: 'Text', value: 2 }, true))).toEqual([
      'Text',
      '2',
    ]);
  });

  it('never makes another attribute the location, and reads coordinates that are texts', () => {
    const point = { name: 'a', type: 'geo:json', value: { type: 'Point', coordinates: [1, 2.5] } };
    const created = apply('append', undefined, point);
    expect(created.kind === 'done' && renderJson(created.changes[0]!.after!.location!.coords)).toBe(
      '{"type":"Point","coordinates":[1,2.5]}',
    );
    expect(shown(created)[1]).toEqual(parseJson('{"type":"Point","coordinates":["1","2.5"]}'));
    const before = (created as Extract<UpdateResult, { kind: 'done' }>).changes[0]!.after!;
    const withOther = { ...before, attrs: new Map([...before.attrs, ['b', before.attrs.get('a')!]]) };
    for (const action of ['append', 'update'] as const)
      expect(apply(action, withOther, { name: 'b', type: 'geo:point', value: '1, 1' })).toMatchObject({
        kind: 'failed',
        attribute: 'b',
        error: { fault: 'locationTaken', facts: { attribute: 'b', location: 'a' } },
      });
    expect(after(apply('append', undefined, { name: 'a', type: 'geo:point', value: 'bad' }))).toBe(
      'wrongGeometry',
    );
    expect(after(apply('delete', before, { name: 'a', type: 'geo:json' }))).toBe('locationDeleted');
  });

  it('writes a date of expiry that ends nothing', () => {
    const expires = { name: 'dateExpires', type: 'DateTime', value: '1970-01-01T00:00:10Z' };
    for (const autocast of [false, true]) {
      const result = apply('append', undefined, expires, autocast);
      expect(result.kind === 'done' && result.changes[0]!.after!.expiresAtMs).toBeUndefined();
    }
  });
});

describe('queryContext (docs/behaviour/ngsiv1.md, "queryContext")', () => {
  const scoped = (...scopes: unknown[]) => query({ entities: [{ id: 'E' }], restriction: { scopes } });
  const area = (value: unknown) => scoped({ type: 'FIWARE::Location', value });
  const geo = (value: unknown) => scoped({ type: 'FIWARE::Location::NGSIv2', value });

  it('reads entities, attributes and scopes', () => {
    const circle = { centerLatitude: 40.4, centerLongitude: '-3.7', radius: '13500', inverted: 'true' };
    expect(
      query({
        entities: [{ id: 'R.*', isPattern: 'true', type: 'Room' }, { id: 'E' }],
        attributes: ['t'],
        restriction: {
          scopes: [
            { type: 'FIWARE::Location', value: { circle } },
            { type: 'FIWARE::StringQuery', value: 'a>1' },
            { type: 'FIWARE::StringQuery', value: 'b' },
            { type: 'FIWARE::StringQuery::Metadata', value: 'a.m==1' },
            { type: 'Other', value: 'ignored' },
          ],
        },
      }),
    ).toMatchObject({
      selectors: [{ idPattern: 'R.*', types: ['Room'] }, { ids: ['E'] }],
      attributes: ['t'],
      geo: { georel: 'near', geometry: { kind: 'point', position: [-3.7, 40.4] }, minDistanceM: 13500 },
      isGeoUncounted: true,
      q: [{ kind: 'compare' }, { kind: 'exists' }],
      mq: [{ kind: 'compare' }],
      ignored: [],
    });
    const vertices = [
      [0, 0],
      [0, 1],
      [1, 1],
    ].map(([latitude, longitude]) => ({ latitude, longitude }));
    expect(area({ polygon: { vertices } }).geo).toEqual({
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

  it('reads the location of NGSIv2, whose relation and coordinates are lists', () => {
    const near = { georel: ['maxDistance:13500', 'near'], geometry: 'point', coords: [[40.4, '-3.7']] };
    expect(geo(near)).toMatchObject({
      geo: { georel: 'near', maxDistanceM: 13500, geometry: { position: [-3.7, 40.4] } },
      isGeoUncounted: false,
    });
    const box = { georel: ['coveredBy'], geometry: 'box', coords: [[1, 2], [3, 4]] }; // prettier-ignore
    expect(geo(box).geo).toMatchObject({ geometry: { kind: 'box', southWest: [2, 1], northEast: [4, 3] } });
    for (const odd of [
      { ...near, georel: 'near' },
      { ...near, coords: '40,3' },
      { ...near, georel: ['at'] },
    ])
      expect([geo(odd).geo, geo(odd).ignored.length]).toEqual([undefined, 1]);
  });

  it('takes the first of several locations, and filters by whether there is a type', () => {
    const circle = (radius: number) => ({
      type: 'FIWARE_Location',
      value: { circle: { centerLatitude: 1, centerLongitude: 1, radius } },
    });
    expect(scoped(circle(1), circle(2)).geo).toMatchObject({ maxDistanceM: 1 });
    const existence = (type: string) => scoped({ type, value: 'entity::type' }).selectors;
    expect(existence('FIWARE::Filter::Existence')).toEqual([{ ids: ['E'], typePattern: '.' }]);
    expect(existence('FIWARE::Filter::Not::Existence')).toEqual([{ ids: ['E'], types: [''] }]);
  });

  it('drops a string query that cannot be parsed, and says so', () => {
    const { q, ignored } = scoped({ type: 'FIWARE::StringQuery', value: 'a==' });
    expect([q, ignored]).toEqual([undefined, ['FIWARE::StringQuery /a==/: empty right-hand-side in q-item']]);
  });

  it('filters nothing without circle and polygon, and takes what is no coordinate for 0', () => {
    expect(area({}).geo).toBeUndefined();
    expect(area({ circle: { radius: '5' } }).geo).toMatchObject({ geometry: { position: [0, 0] } });
  });

  const circle = (members: object) => ({ circle: { centerLatitude: 1, centerLongitude: 1, ...members } });
  it.each([
    [circle({ radius: '0' }), 'checking: Radius zero for a circle area'],
    [circle({}), 'checking: Missing radius for circle area'],
    [circle({ radius: 1, centerLatitude: 91 }), 'checking: invalid value for latitude'],
    [circle({ radius: 1, centerLongitude: -181 }), 'checking: invalid value for longitude'],
    [circle({ radius: 1, inverted: 'TRUE' }), 'checking: bad string for circle/inverted: /TRUE/'],
    [circle({ r: 1 }), 'parsing: JSON Parse Error: unknown field: /restriction/scopes/scope/value/circle/r'],
    [{ polygon: { vertices: [{ latitude: 1 }] } }, 'checking: too few vertices for a polygon'],
    [
      { polygon: { vertices: [{ lat: 1 }] } },
      'parsing: JSON Parse Error: unknown field: /restriction/scopes/scope/value/polygon/vertices/vertice/lat',
    ],
  ])('refuses the area %j', (value, fault) => expect(faultOf(() => area(value))).toBe(fault));

  it.each([
    [
      { georel: ['coveredBy'], geometry: 'point', coords: [[1, 1]] },
      'point geometry cannot be used with coveredBy georel',
    ],
    [
      { georel: ['coveredBy'], geometry: 'line', coords: [[1, 1], [2, 2]] }, // prettier-ignore
      'line geometry cannot be used with coveredBy georel',
    ],
    [{ georel: ['intersects'], geometry: 'line', coords: [[1, 1]] }, 'not enough points for a line'],
    [{ georel: ['coveredBy'], geometry: 'polygon', coords: [[1, 1]] }, 'not enough vertices for a polygon'],
  ])('refuses the location %j', (value, fault) =>
    expect(faultOf(() => geo(value))).toBe(`checking: Query not supported: ${fault}`),
  );

  it.each([
    [{}, 'checking: No entities'],
    [{ entities: 'x' }, 'checking: No entities'],
    [{ entities: [{ id: '[', isPattern: 'true' }] }, 'checking: invalid regex for entity id pattern'],
    [{ entities: [{ x: 1 }] }, 'parsing: JSON Parse Error: unknown field: /entities/entity/x'],
    [{ entities: [{ id: 'E' }], attributes: [''] }, 'checking: Empty attribute name'],
    [{ entities: [{ id: 'E' }], attributes: ['a='] }, 'parsing: Illegal value for JSON field'],
    [
      { entities: [{ id: 'E' }], attributes: { a: 1 } },
      'parsing: JSON Parse Error: unknown field: /attributes/a',
    ],
    [{ entities: [{ id: 'E' }], restriction: {} }, 'checking: empty restriction'],
    [{ entities: [{ id: 'E' }], restriction: { scopes: [] } }, 'checking: empty restriction'],
    [
      { entities: [{ id: 'E' }], restriction: { attributeExpression: '' } },
      'checking: Empty attribute expression',
    ],
    [
      { entities: [{ id: 'E' }], restriction: { scopes: [{ value: 'x' }] } },
      'checking: Empty type in restriction scope',
    ],
    [
      { entities: [{ id: 'E' }], restriction: { scopes: [{ type: 'x' }] } },
      'checking: Empty value in restriction scope',
    ],
    [
      { entities: [{ id: 'E' }], restriction: { scopes: [{ type: 'x', value: 'a=' }] } },
      'checking: illegal chars in scope',
    ],
  ])('%j: %s', (body, fault) => expect(faultOf(() => query(body))).toBe(fault));

  it('accepts an attribute expression without effect', () => {
    expect(
      query({ entities: [{ id: 'E' }], attributes: 'a', restriction: { attributeExpression: 'x' } }),
    ).toMatchObject({ selectors: [{ ids: ['E'] }], attributes: [] });
  });
});

describe('rendering', () => {
  const attribute = (type: string, value: Attribute['value']): Partial<Attribute> => ({ type, value });
  it('shows entities the NGSIv1 way, attributes in the order of their names', () => {
    const entity = stored({
      b: { ...attribute('Number', 1), metadata: new Map([['m', { type: 'Text', value: 'x' }]]) },
      a: attribute('DateTime', 0),
    });
    expect(renderContextResponse(contextElementOf(entity), { code: 200 })).toBe(
      '{"contextElement":{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"a","type":"DateTime","value":"1970-01-01T00:00:00.000Z"},' +
        '{"name":"b","type":"Number","value":1,"metadatas":[{"name":"m","type":"Text","value":"x"}]}]},"statusCode":{"code":"200","reasonPhrase":"OK"}}',
    );
    expect(renderContextElement({ ...contextElementOf(entity), attributes: [] })).toBe(
      '{"type":"T","isPattern":"false","id":"E"}',
    );
  });

  it('shows metadata of null as null', () => {
    const entity = stored({ a: { metadata: new Map([['m', { type: 'None', value: null }]]) } });
    expect(renderContextElement(contextElementOf(entity))).toContain(
      '"metadatas":[{"name":"m","type":"None","value":null}]',
    );
  });

  it('shows those of providers after the local ones, in their order', () => {
    const entity = { ...stored({ b: attribute('Text', '1'), a: attribute('Text', '2') }), isOrdered: true };
    expect(contextElementOf(entity).attributes.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('shows attributes as members of an object when asked to', () => {
    expect(
      renderContextElement(contextElementOf(stored({ x: attribute('', 'v') })), { asObject: true }),
    ).toBe('{"type":"T","isPattern":"false","id":"E","attributes":{"x":{"type":"","value":"v"}}}');
  });

  it('escapes texts, but not what is inside compound values', () => {
    const entity = stored({ a: attribute('t', `<b c='d'>(e);"`), c: attribute('t', ['<']) });
    expect(renderContextElement(contextElementOf(entity))).toContain(
      '"value":"&lt;b c&#61;&#39;d&#39;&gt;&#40;e&#41;&#59;&quot;"},{"name":"c","type":"t","value":["<"]}',
    );
    expect(renderStatus({ code: 404, details: "'E'" })).toBe(
      '{"code":"404","reasonPhrase":"No context element found","details":"&#39;E&#39;"}',
    );
  });
});
