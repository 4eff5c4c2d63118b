import { fromJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { NgsiError } from '../errors';
import { renderExactJson } from './exact-json';
import type { JsonObject, JsonValue } from './json-value';
import { duplicateKeys, parseJson, parseJsonInSlices } from './parse-json';
import { isJsonObject } from './plain-json';

const faultOf = (error: unknown) =>
  error instanceof NgsiError ? `${error.message}|${error.logged}` : String(error);
const outcome = (parse: () => JsonValue) => {
  try {
    return renderExactJson(parse());
  } catch (error) {
    return faultOf(error);
  }
};
/** Behind so many blanks a text counts as large. */
const LARGE = ' '.repeat(16_400);

describe('the JSON of a large text', () => {
  const texts = fc.oneof(
    fc.json(),
    fc.string({ unit: fc.constantFrom(...'{}[]":,019.eE-\\ntrufalse ') }),
    fc.string({
      unit: fc.constantFrom(
        '{"a":',
        '[',
        ']',
        '}',
        '1',
        ',',
        '"b":',
        '"long enough to be a part of the text"',
      ),
    }),
  );

  it('is that of the same text when it is small, faults included', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(outcome(() => parseJson(LARGE + text))).toBe(outcome(() => parseJson(` ${text}`)));
        const asTexts = { asTexts: true };
        expect(outcome(() => parseJson(LARGE + text, asTexts))).toBe(outcome(() => parseJson(text, asTexts)));
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same whatever the slices', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (text, slice) => {
        const parsed = parseJsonInSlices(Buffer.from(text), slice, () => Promise.resolve());
        expect(await parsed.then(renderExactJson, faultOf)).toBe(outcome(() => parseJson(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('rests between slices, also within one object', async () => {
    const members = Array.from({ length: 10_000 }, (_, at) => `"k${at}":${at}`).join(',');
    let rests = 0;
    const parsed = await parseJsonInSlices(Buffer.from(`{${members},"k1":0}`), 1_000, () => {
      rests += 1;
      return Promise.resolve();
    });
    expect(rests).toBeGreaterThan(members.length / 1_100);
    expect((parsed as JsonObject).size).toBe(10_000);
    expect(duplicateKeys(parsed as JsonObject)).toEqual(['k1']);
  });

  it('has objects of one member that read as Maps do', () => {
    const [one] = parseJson(`${LARGE}[{"a":1}]`) as [JsonObject];
    expect(one).toBeInstanceOf(Map);
    expect(isJsonObject(one)).toBe(true);
    const read = [one.size, one.get('a'), one.get('b'), one.has('a'), one.has('b')];
    expect(read).toEqual([1, 1, undefined, true, false]);
    expect([...one]).toEqual([['a', 1]]);
    expect([[...one.keys()], [...one.values()], [...one.entries()]]).toEqual([['a'], [1], [['a', 1]]]);
    expect([...new Map(one)]).toEqual([['a', 1]]);
    const seen: unknown[] = [];
    one.forEach((value, key) => seen.push(key, value));
    expect(seen).toEqual(['a', 1]);
    expect(fromJsonValue(one)).toEqual({ a: 1 });
  });

  it('notes repeated keys in them', () => {
    const [one, two] = parseJson(`${LARGE}[{"a":1,"a":2},{"a":1,"b":2,"a":3}]`) as [JsonObject, JsonObject];
    expect([duplicateKeys(one), one.get('a')]).toEqual([['a'], 2]);
    expect([duplicateKeys(two), two.get('a')]).toEqual([['a'], 3]);
  });
});
