import type { DecisionPoint } from './decision-point';
import { Unavailable } from './read-json';
import type { AccessQuestion } from './verdict';

/** A decision point that knows one application, its user and what the user's roles permit. */
export interface DecisionPointUnderTest {
  readonly point: DecisionPoint;
  readonly applicationId: string;
  readonly userId: string;
  /** Of the user, valid. */
  readonly token: string;
  /** Of the same user for an application that is not trusted. */
  readonly foreignToken: string;
  /** What the user may do, and what not. */
  readonly permitted: Pick<AccessQuestion, 'action' | 'resource'>;
  readonly forbidden: Pick<AccessQuestion, 'action' | 'resource'>;
  /** From here on it does not answer. */
  readonly fallSilent: () => Promise<void>;
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

    it('says who the bearer is, and permits what the roles permit', async () => {
      const { point, token, permitted, userId, applicationId } = tested;
      expect(await point.ask({ token, ...permitted })).toEqual({
        kind: 'known',
        userId,
        applicationId,
        isPermitted: true,
      });
    });

    it('does not permit what they do not, and still says who asks', async () => {
      const { point, token, forbidden, userId, applicationId } = tested;
      expect(await point.ask({ token, ...forbidden })).toEqual({
        kind: 'known',
        userId,
        applicationId,
        isPermitted: false,
      });
    });

    it.each(['made-up', '', 'a b', 'x'.repeat(4_000), '&app_id=other', '\r\nX: y'])(
      'refuses a token that is none: %j',
      async (token) => {
        const answer = await tested.point.ask({ token, ...tested.permitted });
        expect(answer.kind === 'refused' && answer.reason !== '').toBe(true);
      },
    );

    it('refuses the token of an application that is not trusted', async () => {
      const { point, foreignToken, permitted } = tested;
      expect(await point.ask({ token: foreignToken, ...permitted })).toMatchObject({ kind: 'refused' });
    });

    it('rejects when there is no answer, and never permits', async () => {
      const { point, token, permitted } = tested;
      await tested.fallSilent();
      await expect(point.ask({ token, ...permitted })).rejects.toThrow(Unavailable);
    });

    it('answers each of many that ask at once', async () => {
      const { point, token, permitted, forbidden } = tested;
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => point.ask({ token, ...(n % 2 === 0 ? permitted : forbidden) })),
      );
      expect(answers.map((answer) => answer.kind === 'known' && answer.isPermitted)).toEqual(
        answers.map((_, n) => n % 2 === 0),
      );
    });
  });
}
