import { OAuthError } from '../oauth-errors';
import { isLast, parseEvaluations } from './evaluations';

const subject = { type: 'user', id: 'alice' };

describe('Several evaluations', () => {
  it('have what the request says, member by member, below what they say themselves', () => {
    const body = {
      subject,
      context: { tenant: 'city', explain: true },
      resource: { type: 'path' },
      evaluations: [
        { resource: { id: '/a' } },
        { subject: { id: 'bob' }, resource: { type: 'entity', id: 'e' }, context: { tenant: 'town' } },
        7,
      ],
    };
    expect(parseEvaluations(body)).toEqual({
      semantic: 'execute_all',
      items: [
        { subject, context: { tenant: 'city', explain: true }, resource: { type: 'path', id: '/a' } },
        {
          subject: { type: 'user', id: 'bob' },
          context: { tenant: 'town', explain: true },
          resource: { type: 'entity', id: 'e' },
        },
        7,
      ],
    });
  });

  it.each([{}, { evaluations: [] }, { options: {} }])('are none in %j', (body) => {
    expect(parseEvaluations(body)).toEqual({ semantic: 'execute_all', items: [] });
  });

  it.each<unknown>([
    undefined,
    null,
    [],
    { evaluations: {} },
    { evaluations: Array(101).fill({}) },
    { subject: 'alice', evaluations: [{}] },
    { options: 'execute_all' },
    { options: { evaluations_semantic: 'deny' } },
    { options: { evaluations_semantic: 7 } },
  ])('are refused as a whole in %j', (body) => {
    expect(() => parseEvaluations(body)).toThrow(OAuthError);
  });

  it.each([
    ['execute_all', true, false],
    ['execute_all', false, false],
    ['deny_on_first_deny', true, false],
    ['deny_on_first_deny', false, true],
    ['permit_on_first_permit', true, true],
    ['permit_on_first_permit', false, false],
  ] as const)('by %s and a decision of %s end: %s', (semantic, decision, ends) => {
    expect(isLast(semantic, decision)).toBe(ends);
  });
});
