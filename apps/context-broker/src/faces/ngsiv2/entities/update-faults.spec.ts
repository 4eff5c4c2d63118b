import { NgsiError, type EntityUpdate, type UpdateResult } from '@smart-city/context';
import type { UpdateOutcome } from '../../../core/entities/update-outcome';
import { attributeFault, batchFault, singleFault } from './update-faults';

const outcome = (
  id: string,
  result: UpdateResult,
  action: EntityUpdate['action'] = 'update',
  type?: string,
): UpdateOutcome => ({
  update: { action, ref: type === undefined ? { id } : { id, type }, attrs: [] },
  result,
});
const done = (...refused: string[]): UpdateResult => ({ kind: 'done', changes: [], refused });
const refused = (...names: string[]): UpdateResult => ({ kind: 'refused', refused: names });
const shown = (error: NgsiError | undefined) => error && [error.status, error.error, error.message];

describe('the fault of one update', () => {
  it.each([
    [outcome('E', done()), undefined],
    [
      outcome('E', { kind: 'entityMissing' }),
      [404, 'NotFound', 'The requested entity has not been found. Check type and id'],
    ],
    [outcome('E', refused('a', 'b')), [422, 'Unprocessable', 'do not exist: E - [ a, b ]']],
    [outcome('E', done('b'), 'update', 'T'), [422, 'PartialUpdate', 'do not exist: E/T - [ b ]']],
    [
      outcome('E', done('b'), 'appendStrict'),
      [422, 'PartialUpdate', 'one or more of the attributes in the request already exist: E - [ b ]'],
    ],
    [outcome('E', { kind: 'alreadyExists' }), [422, 'Unprocessable', 'Already Exists']],
  ])('%#', (given, expected) => {
    expect(shown(singleFault(given))).toEqual(expected);
  });

  it('is a missing attribute for operations on one attribute', () => {
    expect(shown(attributeFault(outcome('E', refused('a'))))).toEqual([
      404,
      'NotFound',
      'The entity does not have such an attribute',
    ]);
  });

  it('is what providers say when they were asked', () => {
    const forwarded = { ref: { id: 'E', type: 'T' }, updatedSome: true, failed: ['A', 'B'], attributes: [] };
    expect(shown(singleFault({ ...outcome('E', refused('A', 'B')), forwarded }))).toEqual([
      404,
      'PartialUpdate',
      'Some of the following attributes were not updated: { E-T : [A, B] }',
    ]);
    expect(
      shown(singleFault({ ...outcome('E', refused('A')), forwarded: { ...forwarded, updatedSome: false } })),
    ).toEqual([404, 'NotFound', 'The requested entity has not been found. Check type and id']);
    expect(
      singleFault({ ...outcome('E', refused('A')), forwarded: { ...forwarded, failed: [] } }),
    ).toBeUndefined();
  });
});

describe('the fault of a batch', () => {
  it('gathers names', () => {
    const missing = (id: string) => outcome(id, { kind: 'entityMissing' }, 'update', 'T');
    expect(batchFault([outcome('E', done())])).toBeUndefined();
    expect(shown(batchFault([missing('E1'), outcome('E2', done()), missing('E3')]))).toEqual([
      422,
      'PartialUpdate',
      'do not exist: E1/T - [entity itself], E3/T [entity itself]',
    ]);
    expect(shown(batchFault([missing('E1'), missing('E2')]))).toEqual([
      404,
      'NotFound',
      'do not exist: E1/T - [entity itself], E2/T [entity itself]',
    ]);
    expect(shown(batchFault([outcome('E1', refused('a')), missing('E2')]))).toEqual([
      422,
      'Unprocessable',
      'do not exist: E1 - [ a ], E2/T [entity itself]',
    ]);
  });

  it('is the error itself when there is one update', () => {
    const error = new NgsiError('InternalServerError', 'Database Error');
    expect(batchFault([outcome('E', { kind: 'failed', error })])).toBe(error);
  });
});
