import { parseJson } from '../json/parse-json';
import { bsonText } from './bson-text';

describe('bsonText', () => {
  it.each([
    ['0', '0.0'],
    ['-12', '-12.0'],
    ['1.5', '1.5'],
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.3'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05.0'],
    ['1234567890123456', '1234567890123456.0'],
    ['12345678901234567', '1.234567890123457e+16'],
    ['1e308', '1e+308.0'],
    ['null', 'null'],
    ['true', 'true'],
    ['"a\\"b"', '"a"b"'],
    ['{}', '{}'],
    ['[]', '[]'],
    ['{"a.b":1,"$c":[1,"x",{"d":null}]}', '{ a=b: 1.0, >c: [ 1.0, "x", { d: null } ] }'],
  ])('prints %s as %s', (json, text) => {
    expect(bsonText(parseJson(json))).toBe(text);
  });
});
