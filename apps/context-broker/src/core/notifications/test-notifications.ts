import { errorMessage } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import { NgsiError, type Entity } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import { ConditionLanguages } from '../subscriptions/condition-language';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { Channels } from './channels/channels';
import { Composer } from './composer';
import type { NotificationContent } from './notification-content';
import type { Outgoing } from './outgoing';
import { RecentAttempts, type Attempt } from './recent-attempts';
import { contentOf, contentsOfSubject } from './subject-contents';

/** What tells a receiver that nothing has changed, where the protocol has headers. */
const TEST_HEADER = 'Notification-Test';

/** Each holds a connection until the receiver answers, past the queue and its bounds. */
const MOST_AT_ONCE = 20;

/**
 * Sends one notification of a subscription because a person wants to know whether it arrives: of an entity that the
 * subscription selects, or of a made-up one where there is none. One attempt past the queue; counters, alarms and the
 * status of the subscription stay as they are, and a paused or expired one is tried too.
 */
@Injectable()
export class TestNotifications {
  private underWay = 0;

  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly languages: ConditionLanguages,
    private readonly cache: SubscriptionCache,
    private readonly composer: Composer,
    private readonly channels: Channels,
    private readonly attempts: RecentAttempts,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  /**
   * @returns the attempt, ended; what could not be written is one that failed
   * @throws NgsiError  NotFound; TooManyRequests while as many as can be wait for receivers; when the database is away
   */
  async send(request: RequestContext, id: string): Promise<Attempt> {
    if (this.underWay >= MOST_AT_ONCE)
      throw new NgsiError('TooManyRequests', `${MOST_AT_ONCE} tests wait for receivers: try again later`);
    this.underWay += 1;
    try {
      return await this.attempt(request, id);
    } finally {
      this.underWay -= 1;
    }
  }

  private async attempt(request: RequestContext, id: string): Promise<Attempt> {
    const { tenant } = request;
    if (this.cache.isOff) await this.cache.freshMatcher(tenant);
    const compiled = this.cache.find(tenant, id);
    if (compiled === undefined)
      throw new NgsiError('NotFound', 'The requested subscription has not been found. Check id');
    const content = await this.contentFor(compiled);
    const startedAtMs = Date.now();
    let outgoing: Outgoing;
    try {
      outgoing = this.composer.compose(compiled, [content], request);
    } catch (error) {
      const unwritten = { tenant, subscriptionId: id, correlator: request.correlator, body: '' };
      const result = { kind: 'failed', reason: errorMessage(error) } as const;
      return this.attempts.note({ outgoing: unwritten, target: '', result, startedAtMs, isTest: true });
    }
    const channel = this.channels.of(outgoing);
    const result = await channel.send(channel.withHeaders(outgoing, [[TEST_HEADER, 'true']]));
    const target = channel.targetOf(outgoing);
    this.log.info(`Test notification sent (subId: ${id}): ${target}`, request.log);
    return this.attempts.note({ outgoing, target, result, startedAtMs, isTest: true });
  }

  /** As if every attribute had changed; attributes that are asked for and absent are shown as null. */
  private async contentFor(compiled: CompiledSubscription): Promise<NotificationContent> {
    const { tenant, subscription } = compiled;
    const [found] = await contentsOfSubject(this.store, this.languages, compiled, 1);
    const entity = found?.entity ?? madeUp(compiled);
    const shown = { ...subscription.notification, covered: true, onlyChangedAttrs: false };
    const names = [...entity.attrs.keys()];
    return (
      contentOf(tenant, entity, shown, names) ?? contentOf(tenant, entity, { ...shown, attrs: [] }, names)!
    );
  }
}

/** An entity without attributes that the subscription could be about. */
function madeUp({ subscription, servicePath }: CompiledSubscription): Entity {
  const [subject] = subscription.entities;
  const nowSeconds = Date.now() / 1000;
  return {
    id: subject?.id ?? 'test',
    type: subject?.type ?? 'Test',
    servicePath: servicePath.path,
    attrs: new Map(),
    creDate: nowSeconds,
    modDate: nowSeconds,
  };
}
