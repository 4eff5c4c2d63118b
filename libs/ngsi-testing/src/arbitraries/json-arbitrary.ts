import type { JsonValue } from '@smart-city/context';
import fc from 'fast-check';

/** Few words, so that what one arbitrary writes another one asks for. Some hold dots, digits, bytes above U+FFFF. */
export const WORDS = [
  '',
  'a',
  'b',
  'ab',
  'x.y',
  '0',
  '1',
  'ä',
  '\uffee',
  '\u{1f600}',
  'null',
  'true',
  '5',
] as const;
export const KEYS = ['k', 'x.y', '0', '1', 'constructor', '__proto__'] as const;

export const wordArbitrary: fc.Arbitrary<string> = fc.constantFrom(...WORDS);

export const numberArbitrary: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.1, 0.30000000000000004, 1e21, 1e-10, -2.5, 2 ** 53),
);

const { value: valueArbitrary } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    numberArbitrary,
    wordArbitrary,
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 3 })
      .map((members) => new Map(members)),
  ),
}));

/** A JSON value of few words, keys and numbers, nested at most three deep. */
export const jsonArbitrary: fc.Arbitrary<JsonValue> = valueArbitrary;
