import { alterationsOf, type Alteration, type EntityChange, TooCostly } from '@smart-city/context';
import { atOnce } from '../../context/loop-turns';
import type { CompiledSubscription } from './compiled-subscription';
import type { ConditionFacts, ConditionTest } from './condition-language';
import { SubscriptionIndex } from './subscription-index';

/** A subscription that a change fires, and what the change is to it. */
export interface Match {
  readonly compiled: CompiledSubscription;
  readonly alteration: Alteration;
  /** Throttling keeps it back, and what it keeps back is sent later. */
  readonly isHeld: boolean;
}

export interface MatchContext {
  /** `Fiware-Service` of the request, for expressions. */
  readonly service: string;
  readonly authToken: string | undefined;
  /** Seconds since the epoch, with fractions. */
  readonly now: number;
  /** Told of a subscription whose condition cost too much: it does not fire. */
  overBudget?(subscriptionId: string, error: TooCostly): void;
}

/** Subscriptions that are looked at in one step. */
const CANDIDATES_OF_STEP = 32;

/**
 * Finds the subscriptions of one tenant that a change of an entity fires. Synchronous, without I/O; the cost depends on
 * how many subscriptions are plausible, not on how many there are.
 */
export class SubscriptionMatcher {
  private readonly byId = new Map<string, CompiledSubscription>();
  private readonly index = new SubscriptionIndex();

  get size(): number {
    return this.byId.size;
  }

  get(id: string): CompiledSubscription | undefined {
    return this.byId.get(id);
  }

  all(): IterableIterator<CompiledSubscription> {
    return this.byId.values();
  }

  /** Adds a subscription, or puts it in the place of the one with the same id. */
  set(compiled: CompiledSubscription): void {
    const { id } = compiled.subscription;
    const before = this.byId.get(id);
    if (before !== undefined) this.index.delete(before);
    this.byId.set(id, compiled);
    this.index.add(compiled);
  }

  delete(id: string): boolean {
    const before = this.byId.get(id);
    if (before === undefined) return false;
    this.index.delete(before);
    return this.byId.delete(id);
  }

  /** Subscriptions that a change fires, by id: the order their notifications are numbered in. */
  match(change: EntityChange, context: MatchContext): readonly Match[] {
    return atOnce(this.matchInSteps(change, context));
  }

  /** Does the work of {@link match} in steps of one condition, or of some subscriptions without one. */
  *matchInSteps(change: EntityChange, context: MatchContext): Generator<undefined, readonly Match[], void> {
    const entity = change.after ?? change.before;
    if (entity === undefined || this.byId.size === 0) return [];
    const { withMetadata, valuesOnly } = alterationsOf(change);
    const { service, authToken } = context;
    const matches: Match[] = [];
    let seen = 0;
    for (const compiled of this.index.candidates(change, withMetadata)) {
      if ((seen += 1) % CANDIDATES_OF_STEP === 0) yield;
      const { subscription, selectors, conditions } = compiled;
      const alteration = subscription.condition.notifyOnMetadataChange ? withMetadata : valuesOnly;
      if (!isTriggered(compiled, change, alteration)) continue;
      if (!selectors.some((selector) => selector.matches(entity))) continue;
      if (!isAlive(compiled, context.now)) continue;
      const isHeld = subscription.throttlingSeconds > 0 && throttledSeconds(compiled, context.now) > 0;
      if (isHeld && subscription.throttlingMode === undefined) continue;
      const facts = { entity, change, alterationType: alteration.type, service, authToken };
      let isFired = true;
      for (const isTrue of conditions) {
        isFired = isTrueWithin(isTrue, facts, compiled, context);
        if (!isFired) break;
        yield;
      }
      if (isFired) matches.push({ compiled, alteration, isHeld });
    }
    return matches.length < 2
      ? matches
      : matches.sort((a, b) => (a.compiled.subscription.id < b.compiled.subscription.id ? -1 : 1));
  }
}

function isTrueWithin(
  isTrue: ConditionTest,
  facts: ConditionFacts,
  { subscription }: CompiledSubscription,
  context: MatchContext,
): boolean {
  try {
    return isTrue(facts);
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    context.overBudget?.(subscription.id, error);
    return false;
  }
}

/** Whether a subscription wants this kind of change, and one of its attributes is concerned. */
function isTriggered(
  { alterationTypes, attrs }: CompiledSubscription,
  change: EntityChange,
  { type, changed }: Alteration,
): boolean {
  const concerns = (names: readonly string[]) =>
    names.length > 0 && (attrs.size === 0 || names.some((name) => attrs.has(name)));
  switch (type) {
    case 'entityDelete':
      return alterationTypes.has('entityDelete');
    case 'entityCreate':
      return alterationTypes.has('entityCreate') && concerns(changed);
    case 'entityChange':
      return (
        (alterationTypes.has('entityChange') && concerns(changed)) ||
        (alterationTypes.has('entityUpdate') && concerns(requestedOr(change, changed)))
      );
    case 'entityUpdate':
      return alterationTypes.has('entityUpdate') && concerns(requestedOr(change, changed));
  }
}

/** Attributes that a replace drops are not in the request, but the update concerns them all the same. */
const requestedOr = ({ requested }: EntityChange, changed: readonly string[]): readonly string[] => [
  ...requested,
  ...changed,
];

/** Neither expired nor switched off, by a client or by the broker. */
export function isAlive(compiled: CompiledSubscription, now: number): boolean {
  const { expiresAt } = compiled.subscription;
  return (expiresAt === undefined || expiresAt > now) && statusOf(compiled) !== 'inactive';
}

/** The status that is acted by: that of the subscription, unless the broker gave it another. */
export const statusOf = ({
  subscription,
  counters,
}: CompiledSubscription): CompiledSubscription['subscription']['status'] =>
  counters.ownStatus === undefined ? subscription.status : counters.statusInForce(subscription);

/**
 * For how long no notification of a subscription may go out. A last one that is further ahead than the throttling itself says nothing: the clock
 * was set back since, and the subscription would be silent until it has caught up.
 */
export function throttledSeconds({ subscription, counters }: CompiledSubscription, now: number): number {
  const { throttlingSeconds } = subscription;
  const last = counters.lastNotificationUpTo(now + throttlingSeconds);
  return last === undefined ? 0 : Math.max(0, last + throttlingSeconds - now);
}

/**
 * A notification was decided on: it counts, and throttling goes by it.
 *
 * @param now  seconds since the epoch; shown and kept whole, as the original does
 */
export function noteAttempt(
  { counters: { attempts } }: Pick<CompiledSubscription, 'counters'>,
  now: number,
): void {
  attempts.untold += 1;
  attempts.lastAt = Math.floor(now);
}
