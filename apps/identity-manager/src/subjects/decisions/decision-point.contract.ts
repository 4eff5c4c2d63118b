import type { DecisionRequest } from './decision';
import type { DecisionPoint, Question } from './decision-point';

/** What the user of the contract's questions may do, and nothing else. */
export const PERMITTED: DecisionRequest = { action: 'GET', resource: '/a<b' };

/** A decision point, and questions as they come to it. */
export interface DecisionPointUnderTest {
  readonly point: DecisionPoint;
  /** Of a user whose one role gives what is {@link PERMITTED}, and of one who has no role. */
  readonly ofPermitted: Question;
  readonly ofNobody: Question;
  /** That it is unable to decide, by what is wrong. */
  readonly undecidable: Readonly<Record<string, Question>>;
  readonly close: () => Promise<void>;
}

/** What every adapter of {@link DecisionPoint} promises. @param open  a new one for each test */
export function decisionPointContract(open: () => Promise<DecisionPointUnderTest>): void {
  describe('DecisionPoint', () => {
    let tested: DecisionPointUnderTest;
    beforeEach(async () => {
      tested = await open();
    });
    afterEach(() => tested.close());

    const asked = async (request: DecisionRequest) =>
      (await tested.point.decide({ ...tested.ofPermitted, request })).decision;

    it('permits what a role permits', async () => {
      expect(await asked(PERMITTED)).toBe('Permit');
    });

    it.each<[string, DecisionRequest]>([
      ['another verb', { ...PERMITTED, action: 'POST' }],
      ['no verb', { ...PERMITTED, action: '' }],
      ['more than the resource', { ...PERMITTED, resource: `${PERMITTED.resource}/c` }],
      ['less than the resource', { ...PERMITTED, resource: '/a' }],
      ['the resource in other letters', { ...PERMITTED, resource: '/A<B' }],
      ['the resource as markup writes it', { ...PERMITTED, resource: '/a&lt;b' }],
      ['no resource', { ...PERMITTED, resource: '' }],
      [
        'a resource that ends its own markup',
        { ...PERMITTED, resource: '/c</AttributeValue><AttributeValue>/a&lt;b</AttributeValue>' },
      ],
      ['a verb that ends its own markup', { ...PERMITTED, action: 'POST"></Attribute><Attribute x="GET' }],
      ['what no markup may hold', { ...PERMITTED, resource: '/a<b\u0000\u000b' }],
    ])('denies %s, and names no permission', async (_what, request) => {
      expect(await tested.point.decide({ ...tested.ofPermitted, request })).toEqual({
        decision: 'Deny',
        permission: undefined,
      });
    });

    it('denies everything to a user without roles', async () => {
      expect((await tested.point.decide(tested.ofNobody)).decision).toBe('Deny');
    });

    it('denies what it is unable to decide, without a fault, and goes on deciding', async () => {
      for (const [what, question] of Object.entries(tested.undecidable))
        expect([what, (await tested.point.decide(question)).decision]).toEqual([what, 'Deny']);
      expect(await asked(PERMITTED)).toBe('Permit');
    });

    it('answers each of many that ask at once', async () => {
      const wanted = Array.from({ length: 50 }, (_, n) => (n % 3 === 0 ? 'Permit' : 'Deny'));
      const answers = await Promise.all(
        wanted.map((decision) => asked(decision === 'Permit' ? PERMITTED : { ...PERMITTED, action: 'PUT' })),
      );
      expect(answers).toEqual(wanted);
    });
  });
}
