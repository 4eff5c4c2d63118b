import { randomUUID } from 'node:crypto';
import { errorMessage } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import type { Entity } from '@smart-city/context';
import { LOG, type BrokerLog } from '../../../logs/broker-log';
import { ENTITY_STORE, type EntityStore } from '../../../storage/entity-store';
import type { CompiledSubscription } from '../../subscriptions/compiled-subscription';
import { ConditionLanguages } from '../../subscriptions/condition-language';
import { SubscriptionCache } from '../../subscriptions/subscription-cache';
import type { RequestFacts } from '../composition';
import { contentsOfSubject } from '../subject-contents';
import { HeldNotifications } from './held-notifications';

/** Entities of one subscription that are looked at. */
const MOST_ENTITIES = 1_000;

/**
 * What a broker that ended without stopping had kept back: entities that changed after the last notification of a
 * subscription with `throttlingMode: last`, as the store has them. Some of it may have been sent before.
 */
@Injectable()
export class HeldRecovery {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly languages: ConditionLanguages,
    private readonly cache: SubscriptionCache,
    private readonly held: HeldNotifications,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  /** Never rejects. */
  async run(): Promise<void> {
    for (const compiled of this.cache.all())
      if (compiled.subscription.throttlingMode === 'last') await this.recover(compiled);
  }

  private async recover(compiled: CompiledSubscription): Promise<void> {
    const { tenant, subscription, counters } = compiled;
    const { lastNotification } = counters;
    if (lastNotification === undefined) return;
    try {
      const contents = await contentsOfSubject(this.store, this.languages, compiled, MOST_ENTITIES);
      for (const { entity } of contents) {
        if (entity.modDate <= lastNotification) continue;
        const alteration = { type: 'entityUpdate', changed: [...entity.attrs.keys()] } as const;
        const change = changeOf(tenant, entity);
        this.held.hold({ compiled, alteration, isHeld: true }, change, factsOf(tenant));
      }
    } catch (error) {
      this.log.error(
        `Runtime Error (cannot look for what was kept back of subscription ${subscription.id}: ${errorMessage(error)})`,
      );
    }
  }
}

const changeOf = (tenant: string, entity: Entity) => ({
  tenant,
  at: entity.modDate,
  before: entity,
  after: entity,
  requested: [...entity.attrs.keys()],
  changed: new Set(entity.attrs.keys()),
  metadataChanged: new Set<string>(),
  previousCorrelator: undefined,
});

/** Nobody's request caused it. */
function factsOf(tenant: string): RequestFacts {
  const correlator = randomUUID();
  let sent = 0;
  return {
    tenant,
    service: tenant,
    authToken: undefined,
    nextNotificationCorrelator: () => `${correlator}; cbnotif=${(sent += 1)}`,
    tokenFor: () => undefined,
  };
}
