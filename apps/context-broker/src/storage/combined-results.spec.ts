import { NgsiError, type EntityChange, type UpdateResult } from '@smart-city/context';
import { combinedResults } from './combined-results';

const change = { before: undefined, after: undefined } as unknown as EntityChange;
const done: UpdateResult = { kind: 'done', changes: [change], refused: ['a', 'b'] };
const refused: UpdateResult = { kind: 'refused', refused: ['b', 'c'], entityType: 'T' };
const failed: UpdateResult = { kind: 'failed', error: new NgsiError('InternalServerError', 'no disk') };

describe('what became of an update that met several entities', () => {
  it('is done when one of them was changed, without what any of them refused', () => {
    expect(combinedResults([refused, done, failed, done])).toEqual({
      kind: 'done',
      changes: [change, change],
      refused: ['b', 'c', 'a'],
    });
  });

  it('is that of the first when nothing was done, if the database had no trouble', () => {
    expect(combinedResults([refused, { kind: 'entityMissing' }])).toBe(refused);
    expect(combinedResults([refused, failed])).toBe(failed);
  });
});
