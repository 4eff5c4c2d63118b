import fc from 'fast-check';
import { type AttributeInput, NgsiError, parseJson, renderJson } from '@smart-city/context';
import { parseAttribute } from './parse-attribute';
import { parseAttributes, parseBatchEntity, parseEntity } from './parse-entity';

const faultOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error instanceof NgsiError
      ? `${error.error}: ${error.message}`
      : `not an NgsiError: ${String(error)}`;
  }
  return 'none';
};
const bad = (text: string) => `BadRequest: ${text}`;
const SYNTAX = 'ParseError: Errors found in incoming JSON buffer';
const NESTING = 'ParseError: attribute or metadata value has overpassed maximum nesting limit: 50';
const entity = (body: string, keyValues = false) => parseEntity(parseJson(body), { keyValues });
const attributes = (body: string, keyValues = false) => parseAttributes(parseJson(body), { keyValues });
const long = 'x'.repeat(257);
const show = ({ name, type, value, metadata }: AttributeInput) =>
  `${name} ${type ?? ''} ${renderJson(value)}${[...metadata].map(([md, item]) => ` ${md}:${item.type}=${renderJson(item.value)}`).join('')}`;

describe('parseEntity (docs/behaviour/context-broker.md, "Values")', () => {
  it('reads normalized bodies and fills in types', () => {
    const { ref, attrs } = entity(
      '{"id":"E","type":"T","b":{"value":1.5},"a":{"value":"x","type":"Text","metadata":{"m":{"value":true},"n":{"value":null}}},' +
        '"o":{"value":{"k":[1]}},"l":{"value":[]},"z":{},"t":{"value":false}}',
    );
    expect(ref).toEqual({ id: 'E', type: 'T' });
    expect(attrs.map(show)).toEqual([
      'b Number 1.5',
      'a Text "x" m:Boolean=true n:None=null',
      'o StructuredValue {"k":[1]}',
      'l StructuredValue []',
      'z None null',
      't Boolean false',
    ]);
  });

  it('reads keyValues bodies', () => {
    const { ref, attrs } = entity('{"id":"E","a":"2020-01-01","b":{"value":1,"type":"x"},"c":null}', true);
    expect(ref).toEqual({ id: 'E' });
    expect(attrs.map(show)).toEqual([
      'a Text "2020-01-01"',
      'b StructuredValue {"value":1,"type":"x"}',
      'c None null',
    ]);
  });

  it('turns dates into seconds, in values, metadata and $min or $max', () => {
    const { attrs } = entity(
      '{"id":"E","d":{"type":"DateTime","value":"1970-01-01T00:00:01.5Z","metadata":{"m":{"type":"ISO8601","value":"1970-01-02"}}},' +
        '"n":{"type":"DateTime","value":null},"u":{"type":"DateTime","value":{"$max":"1970-01-01T00:01"}}}',
    );
    expect(attrs.map(show)).toEqual([
      'd DateTime 1.5 m:ISO8601=86400',
      'n DateTime null',
      'u DateTime {"$max":60}',
    ]);
  });

  it.each([
    ['[]', SYNTAX],
    ['"x"', SYNTAX],
    ['{}', bad('entity id length: 0, min length supported: 1')],
    ['{"type":"T"}', bad('entity id length: 0, min length supported: 1')],
    ['{"id":""}', bad('entity id length: 0, min length supported: 1')],
    ['{"id":1}', bad('Invalid JSON type for entity id')],
    ['{"id":"E","type":1}', bad('Invalid JSON type for entity type')],
    ['{"id":"E","type":""}', bad('entity type length: 0, min length supported: 1')],
    ['{"id":"E<"}', bad('Invalid characters in entity id')],
    ['{"id":"E é"}', bad('Invalid characters in entity id')],
    ['{"id":"E","type":"a#"}', bad('Invalid characters in entity type')],
    [`{"id":"${long}"}`, bad('entity id length: 257, max length supported: 256')],
    [`{"id":"E","type":"${long}"}`, bad('entity type length: 257, max length supported: 256')],
    ['{"id":"E","a":1}', bad('attribute must be a JSON object, unless keyValues option is used')],
    ['{"id":"E","a":{"foo":1}}', bad('unrecognized property for context attribute')],
    ['{"id":"E","a":{"type":1}}', bad('invalid JSON type for attribute type')],
    ['{"id":"E","a":{"value":1,"value":2}}', bad('duplicated value key in attribute')],
    ['{"id":"E","a":{"metadata":[]}}', bad('metadata not a JSON object')],
    ['{"id":"E","a":{"metadata":{"m":1}}}', bad('metadata must be a JSON object')],
    ['{"id":"E","a":{"metadata":{"m":{"type":1}}}}', bad('invalid JSON type for attribute metadata type')],
    ['{"id":"E","a":{"metadata":{"m":{"foo":1}}}}', bad('invalid JSON field for attribute metadata')],
    ['{"id":"E","a":{},"a":{}}', bad('duplicated attribute /a/')],
    ['{"id":"E","":{}}', bad('attribute name length: 0, min length supported: 1')],
    ['{"id":"E","a(":{}}', bad('Invalid characters in attribute name')],
    [`{"id":"E","${long}":{}}`, bad('attribute name length: 257, max length supported: 256')],
    ['{"id":"E","a":{"type":""}}', bad('attribute type length: 0, min length supported: 1')],
    [`{"id":"E","a":{"type":"${long}"}}`, bad('attribute type length: 257, max length supported: 256')],
    ['{"id":"E","a":{"type":"a b"}}', bad('Invalid characters in attribute type')],
    ['{"id":"E","a":{"metadata":{"":{}}}}', bad('metadata name length: 0, min length supported: 1')],
    [
      `{"id":"E","a":{"metadata":{"${long}":{}}}}`,
      bad('metadata name length: 257, max length supported: 256'),
    ],
    ['{"id":"E","a":{"metadata":{"a&":{}}}}', bad('Invalid characters in metadata name')],
    [
      '{"id":"E","a":{"metadata":{"m":{"type":""}}}}',
      bad('metadata type length: 0, min length supported: 1'),
    ],
    ['{"id":"E","a":{"metadata":{"m":{"type":"a?"}}}}', bad('Invalid characters in metadata type')],
    ['{"id":"E","a":{"value":"a;b"}}', bad('Invalid characters in attribute value')],
    ['{"id":"E","a":{"value":{"(":["a","b(c"]}}}', bad('Invalid characters in attribute value')],
    [
      '{"id":"E","a":{"value":1,"metadata":{"m":{"value":"<"}}}}',
      bad('Invalid characters in metadata value'),
    ],
    ['{"id":"E","a":{"value":{"x":1,"y":2,"y":3,"x":4}}}', bad('duplicated tag-name: /x/ in path: /')],
    ['{"id":"E","a":{"value":{"s":{"x":1,"x":4}}}}', bad('duplicated tag-name: /x/ in path: /s/')],
    ['{"id":"E","a":{"value":{"s":{"t":{"x":1,"x":4}}}}}', bad('duplicated tag-name: /x/ in path: /s/t/')],
    ['{"id":"E","a":{"value":{"s":[{"x":1,"x":4}]}}}', bad('duplicated tag-name: /x/ in path: /s//')],
    [
      '{"id":"E","a":{"value":1,"metadata":{"m":{"value":{"x":1,"x":2}}}}}',
      bad('duplicated tag-name: /x/ in path: /'),
    ],
    ['{"id":"E","a":{"type":"DateTime","value":"x"}}', bad('date has invalid format in attribute value')],
    ['{"id":"E","a":{"type":"ISO8601","value":5}}', bad('date has invalid format in attribute value')],
    [
      '{"id":"E","a":{"type":"DateTime","value":{"$inc":1}}}',
      bad('date has invalid format in attribute value'),
    ],
    ...['{"$min":1}', '{"$max":null}', '{"$min":"2020-01-01","$max":"2020-01-01"}', '{"$set":{}}', '{}'].map(
      (value) => [
        `{"id":"E","a":{"type":"DateTime","value":${value}}}`,
        bad('date has invalid format in attribute value'),
      ],
    ),
    [
      '{"id":"E","a":{"type":"DateTime","value":{"$min":"x"}}}',
      bad('date has invalid format in attribute value'),
    ],
    [
      '{"id":"E","a":{"value":1,"metadata":{"m":{"type":"DateTime","value":"x"}}}}',
      bad('date has invalid format in metadata value'),
    ],
    ['{"id":"E","a":{"type":"geo:json","value":"x"}}', bad('geo:json needs an object or null as value')],
    ['{"id":"E","a":{"type":"geo:json","value":[1,2]}}', bad('geo:json needs an object or null as value')],
    [`{"id":"E","a":{"value":${'['.repeat(52)}${']'.repeat(52)}}}`, NESTING],
    [`{"id":"E","a":{"value":1,"metadata":{"m":{"value":${'['.repeat(52)}${']'.repeat(52)}}}}}`, NESTING],
  ])('%s is refused: %s', (body, fault) => {
    expect(faultOf(() => entity(body))).toBe(fault);
  });

  it('takes nesting of 51 levels, and refuses 52 in keyValues too', () => {
    expect(faultOf(() => entity(`{"id":"E","a":{"value":${'['.repeat(51)}${']'.repeat(51)}}}`))).toBe('none');
    expect(faultOf(() => entity(`{"id":"E","a":${'{"k":'.repeat(52)}1${'}'.repeat(52)}}`, true))).toBe(
      NESTING,
    );
  });

  it('takes any character with TextUnrestricted, as type or as metadata true', () => {
    expect(faultOf(() => entity('{"id":"E","a":{"type":"TextUnrestricted","value":"<>(;)"}}'))).toBe('none');
    expect(
      faultOf(() => entity('{"id":"E","a":{"value":["<"],"metadata":{"TextUnrestricted":{"value":true}}}}')),
    ).toBe('none');
    expect(
      faultOf(() => entity('{"id":"E","a":{"value":"<","metadata":{"TextUnrestricted":{"value":"true"}}}}')),
    ).toBe(bad('Invalid characters in attribute value'));
  });

  it('takes non-ASCII and keys with forbidden characters in values', () => {
    expect(faultOf(() => entity('{"id":"E","a":{"value":{"<é>":"ñ ¿?&#/"}}}'))).toBe('none');
  });

  it('takes any character in strings inside objects and arrays of metadata', () => {
    expect(faultOf(() => entity('{"id":"E","a":{"metadata":{"m":{"value":["<"]}}}}'))).toBe('none');
    expect(faultOf(() => entity('{"id":"E","a":{"metadata":{"m":{"value":{"x":"a;b"}}}}}'))).toBe('none');
  });

  it('takes __proto__ and constructor for names like any other', () => {
    const { attrs } = entity('{"id":"E","__proto__":{"value":{"__proto__":1}},"constructor":{"value":2}}');
    expect(attrs.map(show)).toEqual(['__proto__ StructuredValue {"__proto__":1}', 'constructor Number 2']);
  });

  it('throws nothing but NgsiError, whatever the JSON', () => {
    const names = fc.constantFrom(
      'id',
      'type',
      'value',
      'metadata',
      'a',
      'm',
      '__proto__',
      '$inc',
      '',
      'a b',
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'large' },
        fc.constantFrom<unknown>(
          1,
          'x',
          '<',
          null,
          true,
          'DateTime',
          'geo:json',
          '2020-01-01',
          'TextUnrestricted',
        ),
        fc.dictionary(names, tie('tree'), { maxKeys: 5 }),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.boolean(), (plain, keyValues) => {
        const body = parseJson(JSON.stringify(plain));
        for (const parse of [parseEntity, parseAttributes, parseBatchEntity]) {
          expect(faultOf(() => parse(body, { keyValues }))).not.toMatch(/^not/);
        }
        expect(faultOf(() => parseAttribute('a', body))).not.toMatch(/^not/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseAttributes', () => {
  it.each([
    ['1', SYNTAX],
    ['{}', bad('empty payload')],
    ['{"id":"E"}', bad('entity id specified in payload')],
    ['{"type":"E","a":{}}', bad('entity type specified in payload')],
    ['{"a":1}', bad('attribute must be a JSON object, unless keyValues option is used')],
    ['{"a":{"value":1},"a":{"value":2}}', bad('duplicated attribute /a/')],
  ])('%s is refused: %s', (body, fault) => {
    expect(faultOf(() => attributes(body))).toBe(fault);
  });

  it('reads attributes in order', () => {
    expect(attributes('{"b":1,"a":2,"1":3}', true).map(show)).toEqual([
      'b Number 1',
      'a Number 2',
      '1 Number 3',
    ]);
  });
});

describe('parseAttribute', () => {
  it('reads one attribute', () => {
    expect(show(parseAttribute('a', parseJson('{"value":1,"type":"Float"}')))).toBe('a Float 1');
    expect(show(parseAttribute('a', parseJson('{}')))).toBe('a None null');
  });

  it('checks the name, though it is the path that has it', () => {
    expect(faultOf(() => parseAttribute('a&', parseJson('{"value":1}')))).toBe(
      bad('Invalid characters in attribute name'),
    );
  });

  it.each([
    ['[]', SYNTAX],
    ['{"x":1}', bad('unrecognized property for context attribute')],
    ['{"value":"("}', bad('Invalid characters in attribute value')],
  ])('%s is refused: %s', (body, fault) => {
    expect(faultOf(() => parseAttribute('a', parseJson(body)))).toBe(fault);
  });
});

describe('parseBatchEntity', () => {
  it.each([
    ['1', bad('entity is not a JSON object')],
    ['{"type":"T"}', bad('nor /id/ nor /idPattern/ present')],
    ['{"id":"E","idPattern":"E.*"}', bad('both /id/ and /idPattern/ present')],
    ['{"id":""}', bad('id and idPattern cannot be both empty at the same time')],
    ['{"id":"E","a":{},"a":{}}', bad('duplicated attribute /a/')],
  ])('%s is refused: %s', (body, fault) => {
    expect(faultOf(() => parseBatchEntity(parseJson(body)))).toBe(fault);
  });

  it('reads an item without type', () => {
    expect(parseBatchEntity(parseJson('{"id":"E"}'))).toEqual({
      ref: { id: 'E' },
      attrs: [],
      hasIdPattern: false,
    });
  });

  it('tells of an idPattern, and leaves typePattern out', () => {
    for (const idPattern of ['E.*', ''])
      expect(parseBatchEntity(parseJson(JSON.stringify({ idPattern, typePattern: 'T' })))).toMatchObject({
        attrs: [],
        hasIdPattern: true,
      });
  });
});
