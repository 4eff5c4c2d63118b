import { Double, Long, ObjectId } from 'mongodb';
import { extendedJson } from './extended-json';

it('extended JSON looks like that of the C driver', () => {
  const value = new Map<string, unknown>([
    ['_id.id', 'E"1'],
    ['2', new Double(1)],
    ['1', [new Double(0.5), true, null, 3]],
    ['empty', { a: {}, b: [] }],
    ['when', new Date(1500)],
    ['path', /^\/a/],
    ['oid', new ObjectId('0123456789abcdef01234567')],
    ['long', Long.fromNumber(7)],
  ]);
  expect(extendedJson(value)).toBe(
    '{ "_id.id" : "E\\"1", "2" : 1.0, "1" : [ 0.5, true, null, 3 ], "empty" : { "a" : { }, "b" : [ ] }, ' +
      '"when" : { "$date" : "1970-01-01T00:00:01.500Z" }, "path" : { "$regularExpression" : { "pattern" : "^\\\\/a", "options" : "" } }, ' +
      '"oid" : { "$oid" : "0123456789abcdef01234567" }, "long" : 7 }',
  );
});
