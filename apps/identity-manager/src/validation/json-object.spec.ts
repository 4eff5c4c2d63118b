import { jsonObject, JsonObjectMember } from './json-object';
import { readShape } from './read-shape';

class Sample {
  @JsonObjectMember() extra?: unknown;
}

const faultsOf = (sent: object) => readShape(Sample, sent, 'program').faults.map(({ rule }) => rule);

/** Objects in each other, so many levels deep. */
const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) });

describe('A member that is an object of any members', () => {
  it.each<[unknown, object | null | undefined]>([
    [{ a: 1 }, { a: 1 }],
    ['{"a": 1}', { a: 1 }],
    ['{}', {}],
    [null, null],
    [undefined, undefined],
    ['', undefined],
  ])('may be %j', (extra, value) => {
    expect(faultsOf({ extra })).toEqual([]);
    expect(jsonObject(extra as never)).toEqual(value);
  });

  it.each<[string, unknown, string]>([
    ['a list', [1], 'object'],
    ['a number', 7, 'object'],
    ['a switch', false, 'object'],
    ['a list as text', '[1]', 'object'],
    ['a text as text', '"a"', 'object'],
    ['nothing as text', 'null', 'object'],
    ['a text that is no JSON', '{a: 1}', 'object'],
    ['half of a text', '{"a":', 'object'],
    ['a text that is not even read', `{"a": "${'x'.repeat(16_000)}"}`, 'object'],
    ['a deep one', nested(51), 'deep'],
    ['a deep one in lists', { a: JSON.parse('['.repeat(51) + ']'.repeat(51)) }, 'deep'],
    ['a large one', { a: 'x'.repeat(16_000) }, 'large'],
  ])('is not %s', (_case, extra, rule) => {
    expect(faultsOf({ extra })).toEqual([rule]);
  });

  it('has its bounds exactly', () => {
    expect(faultsOf({ extra: nested(50) })).toEqual([]);
    const around = JSON.stringify({ a: '' }).length;
    expect(faultsOf({ extra: { a: 'x'.repeat(16_000 - around) } })).toEqual([]);
    expect(faultsOf({ extra: { a: 'x'.repeat(16_001 - around) } })).toEqual(['large']);
  });

  it('as deep as a sender likes is refused, not followed', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000));
    expect(faultsOf({ extra: deep })).toEqual(['deep']);
  });

  it('gives no object its prototype', () => {
    const extra = jsonObject('{"__proto__": {"admin": true}}');
    expect((extra as { admin?: unknown }).admin).toBeUndefined();
  });
});
