import { MongoServerError } from 'mongodb';
import { isTooSlow } from './mongo-errors';

// The stand-in for MongoDB in the tests knows no time limit.
it('an operation that its time limit ended is told from other failures', () => {
  expect(isTooSlow(new MongoServerError({ code: 50, message: 'operation exceeded time limit' }))).toBe(true);
  expect(isTooSlow(new MongoServerError({ code: 11600, message: 'interrupted at shutdown' }))).toBe(false);
});
