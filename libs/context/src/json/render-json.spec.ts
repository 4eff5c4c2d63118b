import { toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { parseJson } from './parse-json';
import { renderJson, renderString } from './render-json';
import { renderNumber } from './render-number';

describe('renderNumber', () => {
  it.each([
    [1, '1'],
    [1.0, '1'],
    [0.1 + 0.2, '0.3'],
    [1e21, '1e+21'],
    [1e-10, '0'],
    [-1e-10, '0'],
    [-0, '0'],
    [-1, '-1'],
    [23.5, '23.5'],
    [-0.5, '-0.5'],
    [1.123456789123, '1.123456789'],
    [42.9999999999, '43'],
    [0.99999999999, '1'],
    [3.0000000001, '3'],
    [0.000000001, '0.000000001'],
    [1e-9 / 4, '0'],
    [1 / 1024, '0.000976562'],
    [3 / 1024, '0.002929688'],
    [1234567890123, '1234567890123'],
    [2 ** 53, '9007199254740992'],
    [2 ** 62, '4611686018427387904'],
    [2 ** 63, '9.2233720368547758e+18'],
    [-(2 ** 64), '-1.8446744073709552e+19'],
    [1.5e300, '1.5000000000000001e+300'],
    [1e18, '1000000000000000000'],
    [1678887736.5, '1678887736.5'],
  ])('writes %d as %s', (value, text) => {
    expect(renderNumber(value)).toBe(text);
  });

  it('always writes JSON within 1e-9 of the value, or exactly for large ones', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const back = parseJson(renderNumber(value)) as number;
        expect(Math.abs(back - value)).toBeLessThanOrEqual(
          Math.abs(value) < 2 ** 30 ? 1.1e-9 : Math.abs(value) * 1e-15,
        );
      }),
    );
  });

  it('rounds the exact value to nine decimals, half to even, and drops trailing zeros', () => {
    const decimals = fc.tuple(fc.nat({ max: 2 ** 24 }), fc.nat({ max: 10 ** 11 - 1 }), fc.nat({ max: 11 }));
    const numbers = fc.oneof(
      fc.double({ min: 1e-9, max: 2 ** 24 }),
      decimals.map(([whole, fraction, digits]) =>
        Number(`${whole}.${String(fraction).padStart(11, '0').slice(0, digits)}`),
      ),
    );
    fc.assert(
      fc.property(numbers, (value) => {
        fc.pre(value % 1 >= 1e-9);
        const unit = 10n ** 51n;
        // All digits of a double of this size.
        const exact = BigInt(value.toFixed(60).replace('.', ''));
        const rest = 2n * (exact % unit);
        const down = exact / unit;
        const rounded = rest > unit || (rest === unit && down % 2n === 1n) ? down + 1n : down;
        const [whole, part] = [rounded / 10n ** 9n, String(rounded % 10n ** 9n).padStart(9, '0')];
        expect(renderNumber(value)).toBe(`${whole}.${part}`.replace(/\.?0+$/, ''));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('renderString', () => {
  it.each([
    ['plain é 😀 / slash', '"plain é 😀 / slash"'],
    ['"\\\b\f\n\r\t', '"\\"\\\\\\b\\f\\n\\r\\t"'],
    ['\u0000\u001f\u007f', '"\\u0000\\u001F\u007f"'],
  ])('writes %j', (text, expected) => {
    expect(renderString(text)).toBe(expected);
  });
});

describe('renderJson', () => {
  it('is undone by parseJson, numbers with more than nine decimals aside', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (plain) => {
        const rendered = renderJson(toJsonValue(plain));
        expect(renderJson(parseJson(rendered))).toBe(rendered);
      }),
    );
  });

  it('keeps members in order', () => {
    expect(renderJson(parseJson('{"b":1,"2":[{"z":null,"a":false}],"1":"x"}'))).toBe(
      '{"b":1,"2":[{"z":null,"a":false}],"1":"x"}',
    );
  });
});
