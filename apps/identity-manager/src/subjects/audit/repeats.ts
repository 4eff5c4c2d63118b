import { addressGroup } from '../../limits/address-group';
import type { AuditEvent } from './audit-event';

interface Limits {
  /** Events of one kind from one place that get lines of their own within a window. */
  readonly own: number;
  readonly windowMs: number;
  /** Kinds and places told apart within a window. */
  readonly places: number;
}

const defaults: Limits = { own: 20, windowMs: 60_000, places: 1000 };

/** Different subjects that a line for many events names. */
const mostSubjects = 5;

/** What one place did within one window. */
interface Tally {
  readonly first: AuditEvent;
  readonly since: number;
  seen: number;
  repeats: number;
  readonly subjects: Set<string>;
}

/** Whatever strangers can cause; what users who are known achieve always has a line of its own. */
const isBounded = ({ outcome, actorId, applicationId }: AuditEvent): boolean =>
  outcome === 'failure' || (actorId === undefined && applicationId === undefined);

/**
 * Bounds what strangers can write: of events of one kind from one place, the first few of a window are kept as they
 * are, and the others become one line with their number.
 */
export class Repeats {
  private readonly tallies = new Map<string, Tally>();
  /** Of windows that are over. */
  private readonly ended: Tally[] = [];

  constructor(
    private readonly now: () => number,
    private readonly limits: Limits = defaults,
  ) {}

  /** Milliseconds after which `take` has something, when anything was counted. */
  get windowMs(): number {
    return this.limits.windowMs;
  }

  /** Counts the event when it is one too many. False: it gets a line of its own. */
  counts(event: AuditEvent): boolean {
    if (!isBounded(event)) return false;
    const tally = this.tallyOf(event);
    tally.seen++;
    if (tally.seen <= this.limits.own) return false;
    tally.repeats++;
    if (event.subject !== undefined && tally.subjects.size < mostSubjects) tally.subjects.add(event.subject);
    return true;
  }

  /** Lines for what was counted and is over, or for all of it, which begins anew then. */
  take(all: boolean): readonly AuditEvent[] {
    for (const [key, tally] of [...this.tallies]) if (all || this.isOver(tally)) this.end(key, tally, all);
    return this.ended.splice(0).map(lineOf);
  }

  private tallyOf(event: AuditEvent): Tally {
    let key = keyOf(event, addressGroup(event.address ?? ''));
    let tally = this.tallies.get(key);
    if (tally && this.isOver(tally)) {
      this.end(key, tally, false);
      tally = undefined;
    }
    // Too many places at once: they are counted together.
    const isFull = !tally && this.tallies.size >= this.limits.places;
    if (isFull) {
      key = keyOf({ event: event.event, outcome: event.outcome }, 'many');
      tally = this.tallies.get(key);
    }
    if (tally) return tally;
    const first = isFull ? { ...event, address: 'many', actorId: undefined } : event;
    const created = { first, since: this.now(), seen: 0, repeats: 0, subjects: new Set<string>() };
    this.tallies.set(key, created);
    return created;
  }

  private isOver({ since }: Tally): boolean {
    return this.now() - since >= this.limits.windowMs;
  }

  /** @param goesOn  the window is not over: what comes now is still beyond the first few */
  private end(key: string, tally: Tally, goesOn: boolean): void {
    if (tally.repeats > 0) this.ended.push({ ...tally });
    this.tallies.delete(key);
    if (goesOn && !this.isOver(tally))
      this.tallies.set(key, { ...tally, repeats: 0, subjects: new Set<string>() });
  }
}

const keyOf = ({ event, outcome, actorId, applicationId }: AuditEvent, place: string): string =>
  [event, outcome, place, actorId, applicationId].join('\n');

function lineOf({ first, since, repeats, subjects }: Tally): AuditEvent {
  const [only] = subjects;
  const more = subjects.size > 1 ? { subjects: [...subjects] } : {};
  return {
    ...first,
    subject: subjects.size === 1 ? only : undefined,
    details: { repeats, since: new Date(since).toISOString(), ...more },
  };
}
