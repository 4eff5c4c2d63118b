import { MongoServerError } from 'mongodb';
import { UnsupportedQuery } from '../unsupported-query';
import { isTooSlow, mongoError } from './mongo-errors';

// The stand-in for MongoDB in the tests knows no time limit.
it('an operation that its time limit ended is told from other failures', () => {
  expect(isTooSlow(new MongoServerError({ code: 50, message: 'operation exceeded time limit' }))).toBe(true);
  expect(isTooSlow(new MongoServerError({ code: 11600, message: 'interrupted at shutdown' }))).toBe(false);
});

it('an operator that the server has not got is told from other failures', () => {
  const where = { database: 'orion', collection: 'entities', operation: 'query', detail: {} };
  const unsupported = (code: number, message: string) =>
    mongoError(where, new MongoServerError({ code, message })).ngsiError instanceof UnsupportedQuery;
  expect(unsupported(2, 'unknown operator: $geoIntersects')).toBe(true);
  expect(unsupported(238, '$geoIntersects is not implemented yet')).toBe(true);
  expect(unsupported(2, 'Longitude/latitude is out of bounds')).toBe(false);
  expect(unsupported(11600, 'interrupted at shutdown')).toBe(false);
});
