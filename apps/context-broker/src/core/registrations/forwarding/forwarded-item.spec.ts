import { forwardedItem } from './forwarded-item';
import type { UpdateAnswer } from './update-answer';

/** The attributes A, B and C of E, all of which went to the one provider that answers so. */
function answeredBy(answer: UpdateAnswer) {
  const attrs = ['A', 'B', 'C'].map((name) => ({ name, type: 'T', value: 1, metadata: new Map() }));
  const assigned = new Map(attrs.map(({ name }) => [name, 0]));
  const { attributes, updated, failed } = forwardedItem({ ref: { id: 'E' }, attrs }, assigned, [answer]);
  return {
    updated,
    failed,
    codes: attributes.map(({ fate }) => (fate.kind === 'refused' ? fate.code : fate.kind)),
  };
}

const refusing = (taken: readonly string[], refused: readonly string[], id = 'E'): UpdateAnswer => ({
  kind: 'failed',
  reason: 'non-200 code: 422',
  taken: taken.length > 0 ? [{ id: 'E', type: 'T', names: taken }] : [],
  refused: [{ id, type: 'T', names: refused, code: '422', details: 'no' }],
});

describe('an update that a provider of NGSIv1 refuses in part (docs/behaviour/context-broker.md, "Forwarding")', () => {
  it('is done for the attributes that the provider took', () => {
    expect(answeredBy(refusing(['A', 'C'], ['B']))).toEqual({
      updated: ['A', 'C'],
      failed: ['B'],
      codes: ['updated', '422', 'updated'],
    });
  });

  it.each([
    ['names one attribute only', refusing([], ['B'])],
    ['names no attribute', refusing([], [])],
    ['names no entity', refusing([], [], '')],
  ])('is not done for those it does not speak of, where the refusal %s', (_what, answer) => {
    expect(answeredBy(answer)).toEqual({
      updated: [],
      failed: ['A', 'B', 'C'],
      codes: ['422', '422', '422'],
    });
  });

  it('is done for the whole entity where an answer of 200 names no attributes', () => {
    const whole = { id: 'E', type: 'T', names: [] };
    const other = { id: 'F', type: 'T', names: ['A'], code: '404', details: '' };
    expect(answeredBy({ kind: 'done', taken: [whole] }).updated).toEqual(['A', 'B', 'C']);
    expect(answeredBy({ kind: 'failed', taken: [whole], refused: [other] }).failed).toEqual([]);
  });
});
