import { jsonKey, renderExactJson } from './exact-json';
import type { JsonValue } from './json-value';

const value: JsonValue = new Map<string, JsonValue>([
  ['b', [1, 'two', null, true, false]],
  ['1', new Map([['"\u2028\n', 'é\\']])],
  ['a', []],
]);

describe('exact JSON', () => {
  it('keeps the order of members, and escapes what JSON has to', () => {
    expect(renderExactJson(value)).toBe(
      '{"b":[1,"two",null,true,false],"1":{"\\"\u2028\\n":"é\\\\"},"a":[]}',
    );
    expect(jsonKey(value)).toBe(renderExactJson(value));
  });

  it.each([0.1 + 0.2, 5e-324, Number.MAX_VALUE, -0, Infinity, -Infinity])('reads back %d', (number) => {
    expect(Object.is(JSON.parse(renderExactJson(number)), number)).toBe(true);
  });

  it('writes what is no number as null', () => {
    expect(renderExactJson(NaN)).toBe('null');
  });

  it('has one key for both zeros, and none for two other numbers', () => {
    expect(jsonKey([-0])).toBe(jsonKey([0]));
    expect(jsonKey(Infinity)).not.toBe(jsonKey(null));
    expect(jsonKey(0.1 + 0.2)).not.toBe(jsonKey(0.3));
    expect(jsonKey('1')).not.toBe(jsonKey(1));
  });
});
