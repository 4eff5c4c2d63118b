import type { EntityChange, ServicePathFilter } from '@smart-city/ngsi';
import { alterationsOf, isTriggered, type Alteration } from './alteration';
import type { CompiledSubscription } from './compiled-subscription';
import { SelectorIndex } from './selector-index';

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
}

/** Subscriptions whose condition names no attribute, or one that is deleted for: looked up under this name. */
const ANY_ATTRIBUTE = '';

/**
 * Finds the subscriptions of one tenant that a change of an entity fires. Synchronous, without I/O; the cost depends on
 * how many subscriptions are plausible, not on how many there are: they are looked up by service path, then by a name
 * that triggers, then by what is fixed in their selectors.
 */
export class SubscriptionMatcher {
  private readonly byId = new Map<string, CompiledSubscription>();
  /** By service path key, then by triggering attribute. */
  private readonly index = new Map<string, Map<string, SelectorIndex<CompiledSubscription>>>();

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
    const id = compiled.subscription.id;
    const before = this.byId.get(id);
    if (before !== undefined) this.unlink(before);
    this.byId.set(id, compiled);
    this.eachIndex(compiled, (index) => {
      for (const { entity } of compiled.selectors) index.add(entity, compiled);
    });
  }

  delete(id: string): boolean {
    const before = this.byId.get(id);
    if (before === undefined) return false;
    this.unlink(before);
    return this.byId.delete(id);
  }

  /** Subscriptions that a change fires, by id: the order their notifications are numbered in. */
  match(change: EntityChange, context: MatchContext): readonly Match[] {
    const entity = change.after ?? change.before;
    if (entity === undefined || this.byId.size === 0) return [];
    const { withMetadata, valuesOnly } = alterationsOf(change);
    const matches: Match[] = [];
    for (const compiled of this.candidates(change, withMetadata)) {
      const { subscription, selectors } = compiled;
      const alteration = subscription.condition.notifyOnMetadataChange ? withMetadata : valuesOnly;
      if (!isTriggered(compiled, change, alteration)) continue;
      if (!selectors.some((selector) => selector.matches(entity))) continue;
      if (!isAlive(compiled, context.now)) continue;
      const isHeld = isThrottled(compiled, context.now);
      if (isHeld && subscription.throttlingMode === undefined) continue;
      const { service, authToken } = context;
      if (compiled.isConditionTrue({ entity, change, alterationType: alteration.type, service, authToken }))
        matches.push({ compiled, alteration, isHeld });
    }
    return matches.length < 2
      ? matches
      : matches.sort((a, b) => (a.compiled.subscription.id < b.compiled.subscription.id ? -1 : 1));
  }

  private candidates(change: EntityChange, alteration: Alteration): ReadonlySet<CompiledSubscription> {
    const entity = (change.after ?? change.before)!;
    const found = new Set<CompiledSubscription>();
    const names = new Set([ANY_ATTRIBUTE, ...change.requested, ...alteration.changed]);
    for (const key of servicePathKeys(entity.servicePath)) {
      const byAttribute = this.index.get(key);
      if (byAttribute === undefined) continue;
      for (const name of names) byAttribute.get(name)?.forEach(entity, (compiled) => found.add(compiled));
    }
    return found;
  }

  private unlink(compiled: CompiledSubscription): void {
    this.eachIndex(compiled, (index) => {
      for (const { entity } of compiled.selectors) index.delete(entity, compiled);
    });
    this.prune(compiled);
  }

  private eachIndex(
    compiled: CompiledSubscription,
    visit: (index: SelectorIndex<CompiledSubscription>) => void,
  ): void {
    const key = servicePathKey(compiled.servicePath);
    const byAttribute = this.index.get(key) ?? new Map<string, SelectorIndex<CompiledSubscription>>();
    this.index.set(key, byAttribute);
    for (const name of triggeringNames(compiled)) {
      const index = byAttribute.get(name) ?? new SelectorIndex<CompiledSubscription>();
      byAttribute.set(name, index);
      visit(index);
    }
  }

  private prune(compiled: CompiledSubscription): void {
    const key = servicePathKey(compiled.servicePath);
    const byAttribute = this.index.get(key);
    if (byAttribute === undefined) return;
    for (const name of triggeringNames(compiled))
      if (byAttribute.get(name)?.isEmpty) byAttribute.delete(name);
    if (byAttribute.size === 0) this.index.delete(key);
  }
}

/** Deletions fire whatever the attributes are. */
const triggeringNames = ({ attrs, alterationTypes }: CompiledSubscription): Iterable<string> =>
  attrs.size === 0 || alterationTypes.has('entityDelete') ? [ANY_ATTRIBUTE] : attrs;

const servicePathKey = ({ path, subtree }: ServicePathFilter): string => (subtree ? `${path}#` : path);

/** Keys under which subscriptions for this path are: the path itself, and every subtree that holds it. */
function servicePathKeys(servicePath: string): readonly string[] {
  const keys = [servicePath, '/#'];
  for (let at = servicePath.indexOf('/', 1); at >= 0; at = servicePath.indexOf('/', at + 1))
    keys.push(`${servicePath.slice(0, at)}#`);
  if (servicePath.length > 1) keys.push(`${servicePath}#`);
  return keys;
}

/** Neither expired nor switched off, by a client or by the broker. */
export function isAlive({ subscription, counters }: CompiledSubscription, now: number): boolean {
  const { expiresAt } = subscription;
  return (expiresAt === undefined || expiresAt > now) && counters.statusInForce(subscription) !== 'inactive';
}

/** Whether the last notification is too recent for another one. */
function isThrottled(compiled: CompiledSubscription, now: number): boolean {
  return compiled.subscription.throttlingSeconds > 0 && throttledSeconds(compiled, now) > 0;
}

/** For how long no notification of a subscription may go out. */
export function throttledSeconds({ subscription, counters }: CompiledSubscription, now: number): number {
  const { lastNotification } = counters;
  return lastNotification === undefined
    ? 0
    : Math.max(0, lastNotification + subscription.throttlingSeconds - now);
}
