import { Logger } from '../../service/logger';
import { LocalDecisionPoint, type Question } from './decision-point';
import { decisionPointContract, PERMITTED, type DecisionPointUnderTest } from './decision-point.contract';
import { permissionOf } from './test-permissions';

const QUESTION: Question = {
  applicationId: 'app',
  azfDomain: '',
  userId: 'user',
  roles: [{ id: 'good', name: 'a role' }],
  permissions: [permissionOf(PERMITTED)],
  request: PERMITTED,
};

/** Matching this pattern on this text would take longer than one decision may. */
const DEAR = permissionOf({ isRegex: true, resource: '[a-e].{900}x' });
const LONG = { action: 'GET', resource: 'a'.repeat(1000) };

const opened = (log = new Logger('NONE')): DecisionPointUnderTest => ({
  point: new LocalDecisionPoint(log),
  ofPermitted: QUESTION,
  ofNobody: { ...QUESTION, roles: [], permissions: [] },
  undecidable: {
    'a pattern that is broken': {
      ...QUESTION,
      permissions: [permissionOf({ isRegex: true, resource: '(' })],
    },
    'a pattern that takes long': { ...QUESTION, permissions: [DEAR], request: LONG },
  },
  close: () => Promise.resolve(),
});

describe('LocalDecisionPoint', () => {
  decisionPointContract(() => Promise.resolve(opened()));

  it('names the permission that permitted', async () => {
    const { point, ofPermitted } = opened();
    expect((await point.decide(ofPermitted)).permission?.rule.resource).toBe(PERMITTED.resource);
  });

  it('tells the log that patterns take too long', async () => {
    const lines: string[] = [];
    const nothing = () => undefined;
    const log = new Logger('WARN', {
      write: (line) => void lines.push(line),
      flush: nothing,
      close: nothing,
    });
    const { point, undecidable } = opened(log);
    await point.decide(undecidable['a pattern that takes long']!);
    expect(lines).toEqual([expect.stringMatching(/too long.*"application":"app".*"user":"user"/)]);
  });
});
