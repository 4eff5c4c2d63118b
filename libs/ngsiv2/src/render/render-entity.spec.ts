import { type Attribute, type Entity, type Metadata, NgsiError, parseJson } from '@smart-city/context';
import { renderAttribute, renderAttributes, renderEntity } from './render-entity';
import { renderAttributeValue } from './render-attribute-value';

const attribute = (type: string, value: string, metadata: Record<string, Metadata> = {}): Attribute => ({
  type,
  value: parseJson(value),
  metadata: new Map(Object.entries(metadata)),
  creDate: 1,
  modDate: 2.5,
});
const entity = (attrs: [string, Attribute][], type = 'T'): Entity => ({
  id: 'E',
  type,
  servicePath: '/a',
  attrs: new Map(attrs),
  creDate: 0,
  modDate: 60,
});
const simple = entity([
  ['b', attribute('Number', '1')],
  ['a', attribute('Number', '2')],
  ['1', attribute('Number', '3')],
  ['dateExpires', attribute('DateTime', '120')],
]);

describe('renderEntity', () => {
  it('writes normalized entities in byte order of names', () => {
    const rendered = renderEntity(
      entity([
        [
          'b',
          attribute('Number', '1.0', {
            z: { type: 'Text', value: 'x' },
            d: { type: 'DateTime', value: 1.5 },
          }),
        ],
        ['a', attribute('DateTime', '0')],
      ]),
    );
    expect(rendered).toBe(
      '{"id":"E","type":"T","a":{"type":"DateTime","value":"1970-01-01T00:00:00.000Z","metadata":{}},' +
        '"b":{"type":"Number","value":1,"metadata":{"d":{"type":"DateTime","value":"1970-01-01T00:00:01.500Z"},"z":{"type":"Text","value":"x"}}}}',
    );
  });

  it.each([
    [{ representation: 'keyValues' }, '{"id":"E","type":"T","1":3,"a":2,"b":1}'],
    [{ representation: 'values' }, '[3,2,1]'],
    [{ representation: 'keyValues', attrs: ['b', 'x', 'a', 'b'] }, '{"id":"E","type":"T","b":1,"a":2}'],
    [{ representation: 'values', attrs: ['b', 'a'] }, '[1,2]'],
    [{ representation: 'keyValues', attrs: ['x'] }, '{"id":"E","type":"T"}'],
    [
      { representation: 'keyValues', attrs: ['dateExpires', 'a'] },
      '{"id":"E","type":"T","dateExpires":"1970-01-01T00:02:00.000Z","a":2}',
    ],
    [
      { representation: 'keyValues', attrs: ['servicePath', '*', 'dateModified', 'dateCreated'] },
      '{"id":"E","type":"T","1":3,"a":2,"b":1,"dateCreated":"1970-01-01T00:00:00.000Z","dateModified":"1970-01-01T00:01:00.000Z","servicePath":"/a"}',
    ],
    [{ representation: 'keyValues', attrs: ['alterationType'] }, '{"id":"E","type":"T"}'],
    [
      {
        representation: 'keyValues',
        attrs: ['alterationType'],
        notification: { alterationType: 'entityChange' },
      },
      '{"id":"E","type":"T","alterationType":"entityChange"}',
    ],
    [
      { representation: 'keyValues', order: ['b', 'a', '1', 'dateExpires'] },
      '{"id":"E","type":"T","b":1,"a":2,"1":3}',
    ],
    [
      { attrs: ['dateCreated'] },
      '{"id":"E","type":"T","dateCreated":{"type":"DateTime","value":"1970-01-01T00:00:00.000Z","metadata":{}}}',
    ],
  ] as const)('%j gives %s', (options, expected) => {
    expect(renderEntity(simple, options)).toBe(expected);
  });

  it('shows Thing for no type, and the default type for attributes and metadata without', () => {
    expect(renderEntity(entity([['a', attribute('', '1', { m: { type: '', value: null } })]], ''))).toBe(
      '{"id":"E","type":"Thing","a":{"type":"Number","value":1,"metadata":{"m":{"type":"None","value":null}}}}',
    );
  });

  it('lets a user attribute that bears a builtin name win', () => {
    const mine = entity([['dateCreated', attribute('Text', '"mine"')]]);
    expect(renderEntity(mine, { representation: 'keyValues' })).toBe(
      '{"id":"E","type":"T","dateCreated":"mine"}',
    );
    expect(renderEntity(mine, { representation: 'keyValues', attrs: ['dateCreated'] })).toBe(
      '{"id":"E","type":"T","dateCreated":"mine"}',
    );
  });

  it('drops duplicates by rendered text with unique', () => {
    const many = entity([
      ['a', attribute('Number', '1')],
      ['b', attribute('Number', '1.0000000001')],
      ['c', attribute('Text', '"1"')],
    ]);
    expect(renderEntity(many, { representation: 'unique' })).toBe('[1,"1"]');
    expect(renderEntity(many, { representation: 'values' })).toBe('[1,1,"1"]');
  });

  it('selects metadata, builtins by name only', () => {
    const withMetadata = entity([
      ['a', attribute('Number', '1', { y: { type: 'Number', value: 1 }, x: { type: 'Number', value: 2 } })],
    ]);
    const metadataOf = (metadata: readonly string[]) =>
      /"metadata":(.*)\}\}$/.exec(
        renderEntity(withMetadata, {
          metadata,
          notification: { previousValue: () => ({ type: 'Text', value: 'old' }), actionType: () => 'update' },
        }),
      )?.[1];
    expect(metadataOf([])).toBe('{"x":{"type":"Number","value":2},"y":{"type":"Number","value":1}}');
    expect(metadataOf(['*'])).toBe('{"x":{"type":"Number","value":2},"y":{"type":"Number","value":1}}');
    expect(metadataOf(['y'])).toBe('{"y":{"type":"Number","value":1}}');
    expect(metadataOf(['actionType', 'y', 'previousValue'])).toBe(
      '{"actionType":{"type":"Text","value":"update"},"y":{"type":"Number","value":1},"previousValue":{"type":"Text","value":"old"}}',
    );
    expect(metadataOf(['dateModified', '*'])).toBe(
      '{"x":{"type":"Number","value":2},"y":{"type":"Number","value":1},"dateModified":{"type":"DateTime","value":"1970-01-01T00:00:02.500Z"}}',
    );
    expect(metadataOf(['dateCreated'])).toBe(
      '{"dateCreated":{"type":"DateTime","value":"1970-01-01T00:00:01.000Z"}}',
    );
    expect(metadataOf(['nothing'])).toBe('{}');
  });

  it.each(['Feature', 'FeatureCollection'])('shows a geo:json %s as its geometry in every form', (type) => {
    const point = '{"type":"Point","coordinates":[1,2]}';
    const feature = `{"type":"Feature","properties":{},"geometry":${point}}`;
    const value = type === 'Feature' ? feature : `{"type":"FeatureCollection","features":[${feature}]}`;
    const placed = entity([['p', attribute('geo:json', value)]]);
    expect(renderEntity(placed, { representation: 'keyValues' })).toBe(`{"id":"E","type":"T","p":${point}}`);
    expect(renderEntity(placed, { representation: 'values' })).toBe(`[${point}]`);
    expect(renderEntity(placed, { representation: 'unique' })).toBe(`[${point}]`);
    expect(renderAttribute('p', placed.attrs.get('p')!, { representation: 'keyValues' })).toBe(
      `{"p":${point}}`,
    );
    const noType = { ignoreType: { type: 'Boolean', value: true } };
    const asIs = entity([['p', attribute('geo:json', value, noType)]]);
    expect(renderEntity(asIs, { representation: 'values' })).toBe(`[${value}]`);
  });

  it('reduces a geo:json Feature to its geometry unless ignoreType', () => {
    const feature = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}';
    expect(renderAttribute('a', attribute('geo:json', feature))).toBe(
      '{"type":"geo:json","value":{"type":"Point","coordinates":[1,2]},"metadata":{}}',
    );
    expect(
      renderAttribute('a', attribute('geo:json', feature, { ignoreType: { type: 'Boolean', value: true } })),
    ).toContain('"Feature"');
  });
});

describe('renderAttributes and renderAttribute', () => {
  it('leave out id and type', () => {
    expect(renderAttributes(simple, { representation: 'keyValues', attrs: ['b', '1'] })).toBe(
      '{"b":1,"1":3}',
    );
    expect(renderAttributes(simple, { attrs: ['none'] })).toBe('{}');
    expect(renderAttributes(simple, { representation: 'unique' })).toBe('[3,2,1]');
  });

  it('write one attribute', () => {
    expect(renderAttribute('a"b', attribute('Text', '"x"'), { representation: 'keyValues' })).toBe(
      '{"a\\"b":"x"}',
    );
    expect(renderAttribute('a', attribute('Text', '"x"'), { representation: 'values' })).toBe('["x"]');
  });
});

describe('renderAttributeValue', () => {
  const json = 'application/json' as const;
  const text = 'text/plain' as const;
  it.each([
    ['StructuredValue', '{"a":1}', [json, text], json, '{"a":1}'],
    ['StructuredValue', '{"a":1}', [text, json], text, '{"a":1}'],
    ['StructuredValue', '[1]', [text], text, '[1]'],
    ['Text', '"a\\"b"', [json, text], text, '"a"b"'],
    ['Number', '1.50', [text], text, '1.5'],
    ['Boolean', 'true', [text], text, 'true'],
    ['None', 'null', [text], text, 'null'],
    ['DateTime', '1.5', [text], text, '1970-01-01T00:00:01.500Z'],
    ['DateTime', '1.5', [json, text], text, '1.5'],
    ['DateTime', 'null', [text], text, 'null'],
  ] as const)('%s %s for %j: %s %s', (type, value, accepted, contentType, body) => {
    expect(renderAttributeValue(attribute(type, value), accepted)).toEqual({ contentType, body });
  });

  it.each([
    ['Text', '"x"', [json], 'accepted MIME types: text/plain'],
    ['Number', '1', [], 'accepted MIME types: text/plain'],
    ['StructuredValue', '[]', [], 'accepted MIME types: application/json, text/plain'],
  ] as const)('%s %s for %j is refused: %s', (type, value, accepted, description) => {
    expect(() => renderAttributeValue(attribute(type, value), accepted)).toThrow(
      new NgsiError('NotAcceptable', description),
    );
  });
});
