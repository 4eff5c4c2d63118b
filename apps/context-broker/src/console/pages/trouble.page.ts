import { Inject, Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsi';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill, type Mood } from '../../html/pill';
import { table } from '../../html/table';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { recentTroublesOf, type Trouble } from '../../logs/recent-troubles';
import { RecentAttempts, type Attempt } from '../../notifications/recent-attempts';
import { ProviderHealth, type ProviderState } from '../../registrations/forwarding/provider-health';
import { ConsoleAccess } from '../console-access';
import { Overview, type OverviewNumbers } from '../figures/overview';
import { SubscriptionList } from '../figures/subscription-list';
import type { ConsolePage, PageContent } from '../page';
import { healthPill, isInTrouble, troubledAt } from '../subscription-health';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';
import { answerText } from './attempts-list';
import { overviewTiles } from './overview-tiles';

/** Further ones are on pages of their own. */
const FEW = 10;
const FEW_TROUBLES = 30;

const SUBSCRIPTION_COLUMNS = [
  'subscriptions.name',
  'word.state',
  'trouble.since',
  'word.reason',
  'word.target',
] as const;
const PROVIDER_COLUMNS = [
  'word.provider',
  'word.reason',
  'trouble.when',
  'trouble.answer',
  'word.correlator',
] as const;

/** A subscription that fails, with the last attempt that the broker remembers. */
export interface FailingSubscription {
  readonly subscription: Subscription;
  readonly attempt: Attempt | undefined;
}

export interface TroubleData {
  readonly numbers: OverviewNumbers;
  /** Undefined: this person may not see them. */
  readonly failing: readonly FailingSubscription[] | undefined;
  readonly failingCount: number;
  readonly providers: readonly ProviderState[] | undefined;
  readonly troubles: readonly Trouble[];
}

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
      providers: mayRegistrations ? this.health.failing(tenant).slice(0, FEW) : undefined,
      troubles: recentTroublesOf(this.log).slice(0, FEW_TROUBLES),
    });
  }
}

export function renderTrouble(visit: Visit, data: TroubleData): PageContent {
  const { words } = visit;
  const { t } = words;
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
          html`${errorList(data.troubles, words)}
            <p class="note">${t('trouble.errorsNote')}</p>`,
        )}
      </div>`,
  };
}

function failingSubscriptions(visit: Visit, { failing, failingCount }: TroubleData): Html {
  const { words } = visit;
  const { t } = words;
  if (failing === undefined) return html`<p>${t('access.subscriptions')}</p>`;
  if (failing.length === 0) return html`<p>${t('trouble.subscriptionsWell')}</p>`;
  const rows = failing.map(({ subscription, attempt }) => {
    return [
      html`<a href="${visit.link('subscription', { id: subscription.id })}"
        >${nameOfSubscription(subscription)}</a
      >`,
      healthPill(subscription, words),
      words.ago(troubledAt(subscription) || undefined),
      attempt === undefined ? subscription.counters.lastFailureReason : answerText(attempt, words),
      subscription.notification.channel.url,
    ];
  });
  const columns = SUBSCRIPTION_COLUMNS.map((key) => ({ name: t(key), isLong: key === 'word.target' }));
  return html`${table(t('trouble.subscriptions'), columns, rows)}${
    failingCount > failing.length
      ? html`<p>
          <a href="${visit.link('subscriptions', { state: 'trouble' })}"
            >${words.counted('trouble.allFailing', failingCount)}</a
          >
        </p>`
      : undefined
  }`;
}

function failingProviders(visit: Visit, { providers }: TroubleData): Html {
  const { words } = visit;
  const { t } = words;
  if (providers === undefined) return html`<p>${t('access.registrations')}</p>`;
  if (providers.length === 0) return html`<p>${t('trouble.providersWell')}</p>`;
  const rows = providers.map((state) => [
    html`<a href="${visit.link('registration', { id: state.registrationId })}">${state.url}</a>`,
    html`${state.lastFailureReason}
    ${state.failsInARow > 1 ? html`<span class="note">${t('trouble.inARow', { count: words.number(state.failsInARow) })}</span>` : ''}`,
    words.ago(state.lastFailureMs && state.lastFailureMs / 1000),
    state.lastFailureAnswer,
    html`<code>${state.lastFailureCorrelator}</code>`,
  ]);
  const columns = PROVIDER_COLUMNS.map((key) => ({ name: t(key) }));
  return table(t('trouble.providers'), columns, rows);
}

const MOODS: Readonly<Record<Trouble['level'], Mood>> = { WARN: 'warn', ERROR: 'bad', FATAL: 'bad' };

function errorList(troubles: readonly Trouble[], words: PageWords): Html {
  if (troubles.length === 0) return html`<p>${words.t('trouble.errorsWell')}</p>`;
  return html`<ol class="lines">
    ${troubles.map(
      ({ level, text, count, lastTime, correlator, service }) =>
        html`<li>
          ${pill(count === 1 ? level : `${level} × ${words.number(count)}`, MOODS[level])}
          <div>
            <code>${text}</code>
            <div class="note">
              ${words.ago(Date.parse(lastTime) / 1000)}${service && `, ${words.t('trouble.service', { name: service })}`}${
                correlator &&
                html`, ${words.html('trouble.correlator', { id: html`<code>${correlator}</code>` })}`
              }
            </div>
          </div>
        </li>`,
    )}
  </ol>`;
}
