import { fromJsonValue, toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { NgsiError } from '../errors';
import type { JsonValue } from './json-value';
import { duplicateKeys, parseJson } from './parse-json';

const faultOf = (text: string | Uint8Array) => {
  try {
    parseJson(text);
  } catch (error) {
    return error instanceof NgsiError
      ? `${error.error}: ${error.message}`
      : `not an NgsiError: ${String(error)}`;
  }
  return 'none';
};
const SYNTAX = 'ParseError: Errors found in incoming JSON buffer';
const NESTING = 'ParseError: attribute or metadata value has overpassed maximum nesting limit: 50';

describe('parseJson', () => {
  it.each([
    ['{"a":1,"b":[true,false,null,"x",{}],"c":{"d":[]}}'],
    [' [ 1 , -2.5 , 1e3 , 0.1E-2 , 0 ] '],
    ['"\\u00e9\\n\\t\\b\\f\\r\\/\\\\\\"\\ud83d\\ude00"'],
    ['123456789012345678901234567890'],
    ['{"":{"":""}}'],
    ['[[[[]]],[{}]]'],
  ])('reads %s as JSON.parse does', (text) => {
    expect(fromJsonValue(parseJson(text))).toEqual(JSON.parse(text));
  });

  it.each([
    [''],
    [' '],
    ['{'],
    ['['],
    ['{"a"'],
    ['{"a":'],
    ['{"a":1'],
    ['{"a":1,'],
    ['{"a":1,}'],
    ['[1,]'],
    ['[1'],
    ['[1 2]'],
    ['{a:1}'],
    ["{'a':1}"],
    ['01'],
    ['-'],
    ['1.'],
    ['.5'],
    ['+1'],
    ['1e'],
    ['1e+'],
    ['tru'],
    ['nul'],
    ['True'],
    ['NaN'],
    ['Infinity'],
    ['"a'],
    ['"\\x"'],
    ['"\\u12g4"'],
    ['"\\u12'],
    ['"a\nb"'],
    ['"\\ud800"'],
    ['"\\udc00"'],
    ['"\\ud800\\u0041"'],
    ['{} {}'],
    ['[]]'],
    ['}'],
    ['{"a":1]'],
    ['[1}'],
    ['1e400'],
    ['-1e400'],
    ['\ufeff{}'],
    ['{"a\\u0000b":1}'],
    ['undefined'],
    ['/**/1'],
    ['[1,,2]'],
    ['{,}'],
  ])('refuses %j', (text) => {
    expect(faultOf(text)).toBe(SYNTAX);
  });

  it('keeps the order of keys, integer-like ones too, and special names', () => {
    const parsed = parseJson('{"b":1,"2":2,"1":3,"__proto__":{"x":1},"constructor":4}') as ReadonlyMap<
      string,
      JsonValue
    >;
    expect([...parsed.keys()]).toEqual(['b', '2', '1', '__proto__', 'constructor']);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('remembers repeated keys and lets the last value win', () => {
    const parsed = parseJson('{"a":1,"b":2,"a":3}') as ReadonlyMap<string, JsonValue>;
    expect([...parsed]).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(duplicateKeys(parsed)).toEqual(['a']);
  });

  it('reads bytes, and refuses what is not UTF-8', () => {
    expect(parseJson(Buffer.from('"é😀"'))).toBe('é😀');
    expect(faultOf(Buffer.from([0x22, 0xff, 0x22]))).toBe(SYNTAX);
    expect(faultOf(Buffer.from([0x22, 0xc3]))).toBe(SYNTAX);
    expect(parseJson(new Uint8Array(Buffer.from('xx[1]xx')).subarray(2, 5))).toEqual([1]);
  });

  it('takes minus zero for zero and tiny numbers for what they are', () => {
    expect(Object.is(parseJson('-0'), 0)).toBe(true);
    expect(Object.is(parseJson('-0.0'), 0)).toBe(true);
    expect(parseJson('1e-400')).toBe(0);
    expect(parseJson('5e-324')).toBe(5e-324);
  });

  it('survives nesting a hundred thousand deep', () => {
    expect(faultOf('['.repeat(100_000))).toBe(SYNTAX);
    expect(faultOf('{"a":'.repeat(100_000))).toBe(SYNTAX);
    expect(faultOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe(NESTING);
    expect(faultOf('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))).toBe(NESTING);
  });

  it('agrees with JSON.parse on random values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (plain) => {
        const text = JSON.stringify(plain);
        expect(fromJsonValue(parseJson(text))).toEqual(
          JSON.parse(text.replaceAll(/(?<![\w".])-0(?![\w".])/g, '0')),
        );
      }),
    );
  });

  it('throws nothing but ParseError on random and on damaged text, and accepts only what JSON.parse accepts', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), fc.nat(3))
      .map(
        ([text, at, junk, cut]) =>
          text.slice(0, at % (text.length + 1)) + junk + text.slice((at % (text.length + 1)) + cut),
      );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          damaged,
          fc.string({ unit: fc.constantFrom(...'{}[]":,0123456789.eE+-\\ntrufalse ') }),
        ),
        (text) => {
          const fault = faultOf(text);
          if (fault === 'none') expect(() => JSON.parse(text) as unknown).not.toThrow();
          else expect([SYNTAX, NESTING]).toContain(fault);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('throws nothing but ParseError on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => expect(['none', SYNTAX, NESTING]).toContain(faultOf(bytes))),
      { numRuns: 1000 },
    );
  });
});

describe('toJsonValue and fromJsonValue', () => {
  it('give back plain data, own __proto__ members included', () => {
    const plain = JSON.parse('{"a":[1,null,true],"__proto__":{"x":1}}') as unknown;
    expect(JSON.stringify(fromJsonValue(toJsonValue(plain)))).toBe('{"a":[1,null,true],"__proto__":{"x":1}}');
  });

  it('leave out undefined and refuse what JSON cannot hold', () => {
    expect([...(toJsonValue({ a: undefined, b: 1 }) as ReadonlyMap<string, JsonValue>)]).toEqual([['b', 1]]);
    for (const plain of [NaN, Infinity, 1n, Symbol('x'), () => 1])
      expect(() => toJsonValue(plain)).toThrow(TypeError);
  });
});
