import type { EntityChange } from '@smart-city/context';
import { correlatorRoot } from '@smart-city/logging';
import { LatestMap } from '@smart-city/service';

/** A chain of brokers longer than this is a circle. */
const MOST_HOPS = 20;
/** How often one request of a client may lead to a notification of one subscription about one entity, once notified. */
const MOST_TURNS = 10;
/** Subscriptions, entities and requests that are remembered, those of the latest turns. */
const MOST_KEPT = 10_000;

const HOP = /;\s*cb(?:notif|fwd)=/g;

/**
 * Finds notifications that run in a circle: a broker that notifies itself, or brokers that notify each other, would go on
 * for ever. Told apart from ordinary traffic by the correlator, whose root names the client's request and which grows by
 * `; cbnotif=N` with each notification; a chain of brokers, and an answer to a notification, pass.
 */
export class NotificationCircles {
  private readonly turns = new LatestMap<string, number>(MOST_KEPT);

  /** @param correlator  of the request that changed the entity */
  closes(correlator: string, subscriptionId: string, change: EntityChange): boolean {
    const hops = correlator.match(HOP)?.length ?? 0;
    if (hops === 0) return false;
    if (hops >= MOST_HOPS) return true;
    const { id, type } = (change.after ?? change.before)!;
    const key = [correlatorRoot(correlator), subscriptionId, id, type].join('\n');
    const turns = (this.turns.get(key) ?? 0) + 1;
    this.turns.set(key, turns);
    return turns > MOST_TURNS;
  }
}
