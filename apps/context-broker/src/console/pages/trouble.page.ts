import { Inject, Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsi';
import { ago, agoIfEver } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pill, type Mood } from '../../html/pill';
import { table } from '../../html/table';
import { grouped } from '../../html/wording';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { recentTroublesOf, type Trouble } from '../../logs/recent-troubles';
import { RecentAttempts, type Attempt } from '../../notifications/recent-attempts';
import { ProviderHealth, type ProviderState } from '../../registrations/forwarding/provider-health';
import { ConsoleAccess } from '../console-access';
import { Overview, type OverviewNumbers } from '../figures/overview';
import { SubscriptionList } from '../figures/subscription-list';
import type { ConsolePage, PageContent } from '../page';
import { healthOf, isInTrouble, troubledAt } from '../subscription-health';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';
import { answerText } from './attempts-list';
import { overviewTiles } from './overview-tiles';

/** Further ones are on pages of their own. */
const FEW = 10;
const FEW_TROUBLES = 30;

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
  readonly entry = 'Trouble';

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
  return {
    title: 'Trouble',
    content: html`<h1>Trouble</h1>
      <div class="live" data-live="15">
        ${overviewTiles(visit, data.numbers)}${card(
          'subscriptions',
          'Failing subscriptions',
          failingSubscriptions(visit, data),
        )}${card('providers', 'Failing providers', failingProviders(visit, data))}${card(
          'errors',
          'Errors of the broker',
          html`${errorList(data.troubles, visit.nowSeconds)}
            <p class="note">
              All services, since the broker started; lines that differ in numbers only count as one.
            </p>`,
        )}
      </div>`,
  };
}

function failingSubscriptions(visit: Visit, { failing, failingCount }: TroubleData): Html {
  const { nowSeconds } = visit;
  if (failing === undefined) return html`<p>Your roles do not let you see subscriptions of this service.</p>`;
  if (failing.length === 0) return html`<p>All subscriptions of this service are well.</p>`;
  const rows = failing.map(({ subscription, attempt }) => {
    const { text, mood } = healthOf(subscription, nowSeconds);
    return [
      html`<a href="${visit.link('subscription', { id: subscription.id })}"
        >${nameOfSubscription(subscription)}</a
      >`,
      pill(text, mood),
      agoIfEver(troubledAt(subscription) || undefined, nowSeconds),
      attempt === undefined ? subscription.counters.lastFailureReason : answerText(attempt),
      subscription.notification.channel.url,
    ];
  });
  const columns = ['Subscription', 'State', 'Since', 'Reason', 'Target'].map((name) => ({ name }));
  return html`${table('Failing subscriptions', columns, rows)}${
    failingCount > failing.length
      ? html`<p>
          <a href="${visit.link('subscriptions', { state: 'trouble' })}"
            >All ${grouped(failingCount)} failing subscriptions</a
          >
        </p>`
      : undefined
  }`;
}

function failingProviders(visit: Visit, { providers }: TroubleData): Html {
  if (providers === undefined)
    return html`<p>Your roles do not let you see registrations of this service.</p>`;
  if (providers.length === 0) return html`<p>No provider has failed since the broker started.</p>`;
  const rows = providers.map((state) => [
    html`<a href="${visit.link('registration', { id: state.registrationId })}">${state.url}</a>`,
    html`${state.lastFailureReason}
    ${state.failsInARow > 1 ? html`<span class="note">${grouped(state.failsInARow)} in a row</span>` : ''}`,
    agoIfEver(state.lastFailureMs && state.lastFailureMs / 1000, visit.nowSeconds),
    state.lastFailureAnswer,
    html`<code>${state.lastFailureCorrelator}</code>`,
  ]);
  const columns = ['Provider', 'Reason', 'When', 'Answer', 'Correlator'].map((name) => ({ name }));
  return table('Failing providers', columns, rows);
}

const MOODS: Readonly<Record<Trouble['level'], Mood>> = { WARN: 'warn', ERROR: 'bad', FATAL: 'bad' };

function errorList(troubles: readonly Trouble[], nowSeconds: number): Html {
  if (troubles.length === 0) return html`<p>None since the broker started.</p>`;
  return html`<ol class="lines">
    ${troubles.map(
      ({ level, text, count, lastTime, correlator, service }) =>
        html`<li>
          ${pill(count === 1 ? level : `${level} × ${grouped(count)}`, MOODS[level])}
          <div>
            <code>${text}</code>
            <div class="note">
              ${ago(
                Date.parse(lastTime) / 1000,
                nowSeconds,
              )}${service === undefined ? '' : `, service ${service}`}${
                correlator === undefined ? '' : html`, correlator <code>${correlator}</code>`
              }
            </div>
          </div>
        </li>`,
    )}
  </ol>`;
}
