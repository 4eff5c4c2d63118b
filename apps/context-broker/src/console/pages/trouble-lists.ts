import type { Subscription } from '@smart-city/ngsiv2';
import { html, type Html } from '../../html/html';
import { table } from '../../html/table';
import type { Trouble } from '../../logs/recent-troubles';
import type { Attempt } from '../../core/notifications/recent-attempts';
import type { ProviderState } from '../../core/registrations/forwarding/provider-health';
import type { OverviewNumbers } from '../figures/overview';
import { healthPill, troubledAt } from '../subscription-health';
import { nameOfSubscription } from '../subscription-wording';
import type { Visit } from '../visit';
import { answerText } from './attempts-list';
import { errorColumns } from './error-list';

/** Of what has a page of its own. */
const FEW = 10;

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

/** Subscriptions that fail, each with why. */
export function failingSubscriptions(visit: Visit, { failing, failingCount }: TroubleData): Html {
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

/** Providers that fail, each with what they said last. */
export function failingProviders(visit: Visit, { providers }: TroubleData): Html {
  const { words } = visit;
  const { t } = words;
  if (providers === undefined) return html`<p>${t('access.registrations')}</p>`;
  if (providers.length === 0) return html`<p>${t('trouble.providersWell')}</p>`;
  const rows = providers
    .slice(0, FEW)
    .map((state) => [
      html`<a href="${visit.link('registration', { id: state.registrationId })}">${state.url}</a>`,
      html`${state.lastFailureReason}
      ${state.failsInARow > 1 ? html`<span class="note">${t('trouble.inARow', { count: words.number(state.failsInARow) })}</span>` : ''}`,
      words.ago(state.lastFailureMs && state.lastFailureMs / 1000),
      state.lastFailureAnswer,
      html`<code>${state.lastFailureCorrelator}</code>`,
    ]);
  const columns = PROVIDER_COLUMNS.map((key) => ({ name: t(key) }));
  return html`${table(t('trouble.providers'), columns, rows)}${
    providers.length > FEW
      ? html`<p>
          <a href="${visit.link('registrations', { state: 'trouble' })}"
            >${words.counted('trouble.allProviders', providers.length)}</a
          >
        </p>`
      : undefined
  }`;
}

/** The latest lines of the log, those alike as one. */
export function latestErrors(visit: Visit, troubles: readonly Trouble[]): Html {
  const { words } = visit;
  const { t } = words;
  if (troubles.length === 0) return html`<p>${t('trouble.errorsWell')}</p>`;
  const columns = errorColumns(words);
  const heads = columns.map(({ name, isNumber }) => ({ name: t(name), isNumber: isNumber ?? false }));
  const rows = troubles.slice(0, FEW).map((one) => columns.map(({ cell }) => cell(one)));
  return html`${table(t('trouble.errors'), heads, rows)}
    <p><a href="${visit.link('errors')}">${words.counted('trouble.allErrors', troubles.length)}</a></p>`;
}
