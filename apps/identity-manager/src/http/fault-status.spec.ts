import { Busy, Conflict, Fault, Forbidden, Invalid, NotFound, TooMany } from '../faults/faults';
import { statusOfFault } from './fault-status';

class Unheard extends Fault {}

describe('The status of a fault', () => {
  it.each<[Fault, number]>([
    [new Invalid('name', 'long', { max: 1 }), 400],
    [new Forbidden('internal'), 403],
    [new NotFound('user'), 404],
    [new Conflict('email', 'taken'), 409],
    [new TooMany(1), 429],
    [new Busy(1), 503],
    [new Unheard('nobody knows it'), 500],
  ])('%o', (fault, status) => {
    expect(statusOfFault(fault)).toBe(status);
  });
});
