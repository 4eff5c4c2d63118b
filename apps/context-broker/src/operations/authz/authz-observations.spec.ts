import type { Verdict } from '@smart-city/authz';
import type { BrokerLog } from '../../logs/broker-log';
import { AuthzObservations } from './authz-observations';

const AWAY: Verdict = { kind: 'unavailable', reason: 'the identity manager cannot be reached' };
const caller = { id: 'ann', applicationId: 'weather' };
const DECIDED: Verdict = { kind: 'permit', caller };
const DENIED: Verdict = { kind: 'deny', caller };
const WITHOUT_ASKING: Verdict = { kind: 'unauthenticated', reason: 'no token', isTokenMissing: true };

/** The lines of a log after these verdicts, each of the identity manager unless a cache had it. */
function linesAfter(verdicts: readonly (readonly [Verdict, 'cache' | 'checked'])[]): readonly string[] {
  const lines: string[] = [];
  const log = {
    error: (message: string) => lines.push(`ERROR ${message}`),
    info: (message: string) => lines.push(`INFO ${message}`),
  };
  const observations = new AuthzObservations(log as unknown as BrokerLog);
  for (const [verdict, source] of verdicts) observations.judged(verdict, source);
  return lines;
}

const REFUSED = 'ERROR Runtime Error (requests are refused: the identity manager cannot be reached)';
const BACK = 'INFO the identity manager decides again';

describe('the log about an identity manager', () => {
  it('says nothing of one that decides', () => {
    expect(
      linesAfter([
        [DECIDED, 'checked'],
        [DENIED, 'checked'],
      ]),
    ).toEqual([]);
  });
  it.each([DECIDED, DENIED])('says once that it is away, and once that it is back: %j', (decision) => {
    const outage = [
      [AWAY, 'checked'],
      [AWAY, 'checked'],
      [decision, 'checked'],
      [decision, 'checked'],
    ] as const;
    expect(linesAfter([...outage, ...outage])).toEqual([REFUSED, BACK, REFUSED, BACK]);
  });
  it('does not take for a return what was decided without it', () => {
    expect(
      linesAfter([
        [AWAY, 'checked'],
        [DECIDED, 'cache'],
        [WITHOUT_ASKING, 'checked'],
        [{ kind: 'malformed', reason: 'two tokens' }, 'checked'],
      ]),
    ).toEqual([REFUSED]);
  });
});
