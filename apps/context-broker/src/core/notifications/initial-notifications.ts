import { errorMessage } from '@smart-city/service';
import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { RequestContext } from '../../context/request-context';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import { ConditionLanguages } from '../subscriptions/condition-language';
import { noteAttempt } from '../subscriptions/subscription-matcher';
import type { SubscriptionListener } from '../subscriptions/subscription-listener';
import { Acceptance } from './acceptance';
import { Composer } from './composer';
import { Notifier } from './notifier';
import { contentsOfSubject } from './subject-contents';

/** More entities were never shown; the feature was dropped because there is no way to ask for the rest. */
const MOST_ENTITIES = 20;

/** The notification of a new or changed subscription, which versions before 3.2.0 had (deprecated feature `initialNotification`). */
@Injectable()
export class InitialNotifications implements SubscriptionListener {
  constructor(
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly languages: ConditionLanguages,
    private readonly composer: Composer,
    private readonly acceptance: Acceptance,
    private readonly notifier: Notifier,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  changesMatched(tenant: string): Promise<void> | undefined {
    return this.notifier.settled(tenant);
  }

  /** Sends what the subscription would select now, if the compat version did that and the client did not decline. Never rejects. */
  async onWritten(request: RequestContext, compiled: CompiledSubscription): Promise<void> {
    if (this.options.gate.isRemoved('initialNotification') || request.options.has('skipInitialNotification'))
      return;
    const { subscription } = compiled;
    if (subscription.status === 'inactive') return;
    if (this.languages.named(subscription.condition.language).tellsChangesOnly) return;
    try {
      const contents = await contentsOfSubject(this.store, this.languages, compiled, MOST_ENTITIES);
      const batches = this.composer.isOnePerEntity(compiled)
        ? contents.map((content) => [content])
        : [contents];
      const batch = batches.flatMap(([first, ...others]) =>
        first === undefined ? [] : [this.composer.compose(compiled, [first, ...others], request)],
      );
      for (const _outgoing of batch) noteAttempt(compiled, Date.now() / 1000);
      if (batch.length > 0) await this.acceptance.accept(batch);
    } catch (error) {
      this.log.error(
        `Runtime Error (cannot send initial notification of subscription ${subscription.id}: ${errorMessage(error)})`,
        request.log,
      );
    }
  }
}
