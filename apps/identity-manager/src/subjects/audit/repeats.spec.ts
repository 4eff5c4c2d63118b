import fc from 'fast-check';
import type { AuditEvent } from './audit-event';
import { Repeats } from './repeats';

const guess = (more: Partial<AuditEvent> = {}): AuditEvent => ({
  event: 'login',
  outcome: 'failure',
  subject: 'ana@city.example',
  address: '192.0.2.1',
  ...more,
});

describe('Repeats', () => {
  let now = 0;
  let repeats: Repeats;
  beforeEach(() => {
    now = 1_700_000_000_000;
    repeats = new Repeats(() => now, { own: 3, windowMs: 1000, places: 5 });
  });
  const record = (...events: readonly AuditEvent[]) =>
    events.filter((event) => !repeats.counts(event)).length;

  it('leave the first few their lines, and make one of the others', () => {
    expect(record(...Array<AuditEvent>(10).fill(guess()))).toBe(3);
    expect(repeats.take(false)).toEqual([]);
    now += 1000;
    expect(repeats.take(false)).toEqual([
      guess({ details: { repeats: 7, since: '2023-11-14T22:13:20.000Z' } }),
    ]);
    expect(repeats.take(true)).toEqual([]);
    expect(record(guess())).toBe(1);
  });

  it('name a few of the subjects', () => {
    const many = Array.from({ length: 20 }, (_, index) => guess({ subject: `user ${index}` }));
    expect(record(...many)).toBe(3);
    expect(repeats.take(true)).toEqual([
      guess({
        subject: undefined,
        details: {
          repeats: 17,
          since: '2023-11-14T22:13:20.000Z',
          subjects: ['user 3', 'user 4', 'user 5', 'user 6', 'user 7'],
        },
      }),
    ]);
  });

  it('tell places, kinds and users apart', () => {
    const others = [guess({ address: '192.0.2.2' }), guess({ event: 'key' }), guess({ actorId: 'ana' })];
    expect(record(...Array<AuditEvent>(9).fill(guess()), ...others)).toBe(6);
    // One household has as many addresses of IPv6 as it likes.
    const net = Array.from({ length: 9 }, (_, index) => guess({ address: `2001:db8::${index + 1}` }));
    expect(record(...net)).toBe(3);
  });

  it('are bounded for any number of places', () => {
    const places = Array.from({ length: 500 }, (_, index) =>
      guess({ address: `10.0.${index >> 8}.${index & 255}` }),
    );
    expect(record(...places)).toBe(5 + 3);
    expect(repeats.take(true)).toEqual([
      expect.objectContaining({
        event: 'login',
        address: 'many',
        details: expect.objectContaining({ repeats: 492 }),
      }),
    ]);
  });

  it('go on counting when they are looked at within the window', () => {
    record(...Array<AuditEvent>(5).fill(guess()));
    expect(repeats.take(true)).toHaveLength(1);
    expect(record(guess())).toBe(0);
    expect(repeats.take(true)).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ repeats: 1 }) }),
    ]);
  });

  it('are none of what users achieve', () => {
    const done = guess({ outcome: 'success', actorId: 'ana' });
    expect(record(...Array<AuditEvent>(50).fill(done))).toBe(50);
    const issued = guess({ event: 'token.issue', outcome: 'success', applicationId: 'app' });
    expect(record(...Array<AuditEvent>(50).fill(issued))).toBe(50);
  });

  it('lose none: own lines and numbers add up, whenever they are taken', () => {
    const step = fc.record({ place: fc.nat(8), wait: fc.nat(600), takes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        repeats = new Repeats(() => now, { own: 3, windowMs: 1000, places: 5 });
        let told = 0;
        const sum = (all: boolean) =>
          repeats.take(all).reduce((total, { details }) => total + Number(details?.['repeats']), 0);
        for (const { place, wait, takes } of steps) {
          now += wait;
          told += record(guess({ address: `10.0.0.${place}` }));
          if (takes) told += sum(false);
        }
        return told + sum(true) === steps.length;
      }),
    );
  });
});
