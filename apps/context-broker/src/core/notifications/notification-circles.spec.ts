import type { EntityChange } from '@smart-city/context';
import { NotificationCircles } from './notification-circles';

const of = (id: string) => ({ before: undefined, after: { id, type: 'T' } }) as EntityChange;
const notified = (times: number) => `root${'; cbnotif=1'.repeat(times)}`;

describe('NotificationCircles', () => {
  it('never stops what no notification caused, whatever the client calls it', () => {
    const circles = new NotificationCircles();
    for (let turn = 0; turn < 100; turn++) {
      expect(circles.closes('root', 's', of('E'))).toBe(false);
      expect(circles.closes('root; other', 's', of('E'))).toBe(false);
    }
  });

  it('stops the eleventh notification of one subscription about one entity that one request led to', () => {
    const circles = new NotificationCircles();
    const turns = Array.from({ length: 12 }, () => circles.closes(notified(1), 's', of('E')));
    expect(turns.indexOf(true)).toBe(10);
    expect(circles.closes(notified(1), 's', of('F'))).toBe(false);
    expect(circles.closes(notified(1), 'other', of('E'))).toBe(false);
    expect(circles.closes(`other ${notified(1)}`, 's', of('E'))).toBe(false);
  });

  it('stops after twenty hops, forwards included, whatever it remembers', () => {
    const circles = new NotificationCircles();
    expect(circles.closes(notified(19), 's', of('E'))).toBe(false);
    expect(circles.closes(notified(20), 's', of('E'))).toBe(true);
    expect(circles.closes(`${notified(10)}${'; cbfwd=2'.repeat(10)}`, 's', of('G'))).toBe(true);
  });
});
