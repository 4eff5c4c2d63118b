import fc from 'fast-check';
import { parseJson } from '../json/parse-json';
import { bsonOrder } from './bson-order';
import { byteOrder } from './byte-order';
import { parseDateTime, renderDateTime, storedDateTimes } from './date-time';
import { valuesEqual } from './values-equal';

describe('byteOrder', () => {
  it('orders as the UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(byteOrder(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    expect(byteOrder('\uffff', '😀')).toBeLessThan(0);
  });
});

describe('valuesEqual', () => {
  it.each([
    ['1', '1.0', true],
    ['1', '"1"', false],
    ['null', 'false', false],
    ['[1,2]', '[2,1]', false],
    ['{"a":1,"b":[{}]}', '{"b":[{}],"a":1}', true],
    ['{"a":null}', '{}', false],
    ['{"a":null}', '{"b":null}', false],
    ['[]', '{}', false],
  ])('%s and %s: %s', (a, b, equal) => {
    expect(valuesEqual(parseJson(a), parseJson(b))).toBe(equal);
    expect(valuesEqual(parseJson(b), parseJson(a))).toBe(equal);
  });
});

describe('bsonOrder', () => {
  it('orders types as MongoDB does, then values', () => {
    const sorted = ['null', '-1', '2.5', '"a"', '"b"', '{}', '{"a":1}', '[]', '[1]', 'false', 'true'].map(
      (text) => parseJson(text),
    );
    expect([...sorted].reverse().sort(bsonOrder)).toEqual(sorted);
  });
});

describe('parseDateTime (docs/behaviour/context-broker.md, "Dates")', () => {
  it.each([
    ['1970-01-01', 0],
    ['2017-06-17T07', 1497682800],
    ['2017-06-17T07:21', 1497684060],
    ['2017-06-17T0721', 1497684060],
    ['2017-06-17T07:21:24', 1497684084],
    ['2017-06-17T072124', 1497684084],
    ['2017-06-17T07Z', 1497682800],
    ['2017-06-17T07:21:24.5Z', 1497684084.5],
    ['2017-06-17T07:21:24.', 1497684084],
    ['2017-06-17T07:21Z', 1497684060],
    ['2017-6-7', 1496793600],
    ['  2017-06-17', 1497657600],
    ['2017-06-17T7:1:4', 1497682864],
    ['2017-06-17T07:21:24+01', 1497680484],
    ['2017-06-17T07:21:24-01:30', 1497689484],
    ['2017-06-17T07:21:24.5+0130', 1497678684.5],
    ['2017-06-17T07:21:24.5+01:30', 1497678684.5],
    ['2017-06-17T07:21:24+01:30:00', 1497678684],
    ['2017-06-17T07:21:24+1', 1497680484],
    ['2017-06-17T07:21:24+01.00', 1497680484],
    ['2017-06-17T07:21:24-01.30', 1497687684],
    ['2017-06-17T07:21:24+011', 1497680424],
    ['2017-06-17T07:21:24+01:60', 1497676884],
    ['2017-06-17T07:21:24+24:00', 1497597684],
    ['2016-02-29', 1456704000],
    ['1900-01-01T00:00:00Z', -2208988800],
    ['1969-12-31T23:59:59.500Z', -0.5],
  ])('reads %s', (text, seconds) => {
    expect(parseDateTime(text)).toBe(seconds);
  });

  it.each([
    [''],
    ['x'],
    ['1969-12-31T23:59:59Z'],
    ['1970-01-01T00:59:59+01:00'],
    ['2017'],
    ['2017-06'],
    ['2017-02-29'],
    ['2017-13-01'],
    ['2017-00-10'],
    ['2017-06-31'],
    ['1899-12-31'],
    ['2017-06-17Z'],
    ['2017-06-17T'],
    ['2017-06-17T24:00'],
    ['2017-06-17T07:60'],
    ['2017-06-17T07:21:60'],
    ['2017-06-17T07:2124'],
    ['2017-06-17T07:21:24z'],
    ['2017-06-17 07:21:24'],
    ['2017-06-17T07:21:24ZZ'],
    ['2017-06-17T07:21:24.2381234567Z'],
    ['2017-06-17T07+01:00'],
    ['2017-06-17T07:21:24+'],
    ['2017-06-17T07:21:24+01x'],
    ['2017-06-17T07:21:24Z1'],
  ])('refuses %j', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });
});

describe('a date with milliseconds', () => {
  it('is stored with the seconds of its minute in single precision', () => {
    expect(parseDateTime('2017-06-17T07:21:24.238Z')).toBe(1497684084.2380009);
    expect(parseDateTime('2017-06-17T072124.238+01:00')).toBe(1497680484.2380009);
  });

  it('may be stored in double precision too', () => {
    expect(storedDateTimes('2017-06-17T07:21:24.238Z')).toEqual([1497684084.2380009, 1497684084.238]);
    expect(storedDateTimes('2017-06-17T07:21:24.5Z')).toEqual([1497684084.5]);
    expect(storedDateTimes('x')).toBeUndefined();
  });
});

describe('renderDateTime', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [1497684084.238, '2017-06-17T07:21:24.238Z'],
    [1497684084.2380009, '2017-06-17T07:21:24.238Z'],
    [1497684084.2389, '2017-06-17T07:21:24.238Z'],
    [1497684032.0019989, '2017-06-17T07:20:32.002Z'],
    [-0.5, '1969-12-31T23:59:59.500Z'],
    [253402300800, '10000-01-01T00:00:00.000Z'],
  ])('writes %d', (seconds, text) => {
    expect(renderDateTime(seconds)).toBe(text);
  });

  it('is undone by parseDateTime to the millisecond, and never fails', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(9999, 11, 31) }), (ms) => {
        const seconds = ms / 1000;
        expect(renderDateTime(parseDateTime(renderDateTime(seconds)) as number)).toBe(
          new Date(ms).toISOString(),
        );
      }),
    );
    for (const seconds of [1e300, -1e300]) expect(typeof renderDateTime(seconds)).toBe('string');
  });
});
