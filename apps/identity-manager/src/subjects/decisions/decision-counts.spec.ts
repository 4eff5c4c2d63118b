import { ApplicationRow } from '../../database/entities/application.row';
import { DecisionCountRow } from '../../database/entities/decision-count.row';
import { addApplication } from '../../database/test-rows';
import { openTestContext, TestClock, type TestContext } from '../../test-context';
import { DecisionCounts } from './decision-counts';
import { DECISION_POINT, type DecisionPoint, type Question } from './decision-point';
import { decisionPointContract, PERMITTED } from './decision-point.contract';
import { DecisionsModule } from './decisions.module';
import { permissionOf } from './test-permissions';

const DAY_MS = 86_400_000;
const DEAR = permissionOf({ isRegex: true, resource: '[a-e].{900}x' });

const clock = new TestClock(0);
let context: TestContext;
let point: DecisionPoint;
let question: Question;
beforeAll(async () => {
  context = await openTestContext([DecisionsModule], {}, clock);
  point = context.get<DecisionPoint>(DECISION_POINT as never);
});
afterAll(() => context.close());
beforeEach(async () => {
  clock.set(20_000 * DAY_MS);
  const { id: applicationId } = await addApplication(context);
  const permissions = [permissionOf(PERMITTED)];
  question = { applicationId, azfDomain: '', userId: 'user', roles: [], permissions, request: PERMITTED };
});

const permit = () => point.decide(question);
const deny = () => point.decide({ ...question, permissions: [] });

describe('CountingDecisionPoint', () => {
  decisionPointContract(() =>
    Promise.resolve({
      point,
      ofPermitted: question,
      ofNobody: { ...question, permissions: [] },
      undecidable: {
        'a pattern that takes long': {
          ...question,
          permissions: [DEAR],
          request: { action: 'GET', resource: 'a'.repeat(1000) },
        },
      },
      close: () => Promise.resolve(),
    }),
  );
});

describe('Decisions that were made', () => {
  const counted = async (day = 0) =>
    (await context.get(DecisionCounts).since(question.applicationId, day))
      .map(({ day: on, decision, amount }) => `${on} ${decision} ${amount}`)
      .sort();

  it('are counted by day, and those that were only tried out are not', async () => {
    await permit();
    await permit();
    await deny();
    await point.decide({ ...question, isTrial: true });
    clock.pass(DAY_MS);
    await permit();
    expect(await counted()).toEqual(['20000 Deny 1', '20000 Permit 2', '20001 Permit 1']);
    expect(await counted(20_001)).toEqual(['20001 Permit 1']);
  });

  it('are added to what was written before, by whomever', async () => {
    await permit();
    expect(await counted()).toEqual(['20000 Permit 1']);
    await context.rows.increment(DecisionCountRow, { applicationId: question.applicationId }, 'amount', 5);
    await permit();
    expect(await counted()).toEqual(['20000 Permit 7']);
  });

  it('are all there, however many look at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, permit));
    expect(await Promise.all([counted(), counted()])).toEqual([['20000 Permit 20'], ['20000 Permit 20']]);
  });

  it('of an application that is gone keep no others from being counted', async () => {
    const gone = await addApplication(context);
    await point.decide({ ...question, applicationId: gone.id });
    await context.rows.delete(ApplicationRow, { id: gone.id });
    await permit();
    expect(await counted()).toEqual(['20000 Permit 1']);
  });

  it('cost nobody the answer when they cannot be written', async () => {
    await context.whileBroken('INSERT ON decision_counts', async () => {
      expect((await permit()).decision).toBe('Permit');
      expect(await counted()).toEqual([]);
    });
    await permit();
    expect(await counted()).toEqual(['20000 Permit 1']);
  });
});
