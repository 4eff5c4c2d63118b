import { Inject, Injectable } from '@nestjs/common';
import { card } from '../../html/cards';
import { html } from '../../html/html';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { recentTroublesOf } from '../../logs/recent-troubles';
import { RecentAttempts } from '../../core/notifications/recent-attempts';
import { ProviderHealth } from '../../core/registrations/forwarding/provider-health';
import { ConsoleAccess } from '../console-access';
import { Overview } from '../figures/overview';
import { SubscriptionList } from '../figures/subscription-list';
import type { ConsolePage, PageContent } from '../page';
import { isInTrouble, troubledAt } from '../subscription-health';
import type { Visit } from '../visit';
import { overviewTiles } from './overview-tiles';
import { failingProviders, failingSubscriptions, latestErrors, type TroubleData } from './trouble-lists';

/** Further ones are on pages of their own. */
const FEW = 10;

/** The first page: what does not work, before everything else. */
@Injectable()
export class TroublePage implements ConsolePage {
  readonly name = '';
  readonly entry = 'trouble.title';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly overview: Overview,
    private readonly subscriptions: SubscriptionList,
    private readonly attempts: RecentAttempts,
    private readonly health: ProviderHealth,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const { tenant, nowSeconds } = visit;
    const [numbers, maySubscriptions, mayRegistrations] = await Promise.all([
      this.overview.of(visit),
      this.access.mayReadEverywhere(visit, '/v2/subscriptions'),
      this.access.mayReadEverywhere(visit, '/v2/registrations'),
    ]);
    const all = maySubscriptions ? await this.subscriptions.all(tenant) : [];
    const failing = all
      .filter((one) => isInTrouble(one, nowSeconds))
      .sort((a, b) => troubledAt(b) - troubledAt(a));
    const shown = failing.slice(0, FEW).map((subscription) => ({
      subscription,
      attempt: this.attempts.of(tenant, subscription.id)[0],
    }));
    return renderTrouble(visit, {
      numbers,
      failing: maySubscriptions ? shown : undefined,
      failingCount: failing.length,
      providers: mayRegistrations ? this.health.failing(tenant) : undefined,
      troubles: recentTroublesOf(this.log),
    });
  }
}

export function renderTrouble(visit: Visit, data: TroubleData): PageContent {
  const { t } = visit.words;
  return {
    title: t('trouble.title'),
    content: html`<h1>${t('trouble.title')}</h1>
      <div class="live" data-live="15">
        ${overviewTiles(visit, data.numbers)}${card(
          'subscriptions',
          t('trouble.subscriptions'),
          failingSubscriptions(visit, data),
        )}${card('providers', t('trouble.providers'), failingProviders(visit, data))}${card(
          'errors',
          t('trouble.errors'),
          html`${latestErrors(visit, data.troubles)}
            <p class="note">${t('trouble.errorsNote')}</p>`,
        )}
      </div>`,
  };
}
