import { Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsi';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { table } from '../../html/table';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import type { ConsolePage, PageContent } from '../page';
import { healthOf, healthPill, isInTrouble, troubledAt } from '../subscription-health';
import { nameOfSubscription, subjectText } from '../subscription-wording';
import type { Visit } from '../visit';
import { filteredList, type ListFilter } from './filtered-list';

/** The subscriptions of a service: those in trouble first, then by name. */
@Injectable()
export class SubscriptionsPage implements ConsolePage {
  readonly name = 'subscriptions';
  readonly entry = 'subscriptions.title';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly list: SubscriptionList,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    await this.access.requireRead(visit, '/v2/subscriptions');
    return renderSubscriptions(visit, await this.list.all(visit.tenant));
  }
}

export function renderSubscriptions(visit: Visit, all: readonly Subscription[]): PageContent {
  const { words, nowSeconds, servicePath } = visit;
  const { t } = words;
  const list = filteredList(visit, {
    page: 'subscriptions',
    all: all.filter((one) => servicePath === '/#' || one.servicePath === servicePath),
    texts: (one) => [one.id, one.description ?? '', one.notification.channel.url, subjectText(one, words)],
    filters: filtersAt(nowSeconds),
    order: (a, b) => trouble(b, nowSeconds) - trouble(a, nowSeconds) || byName(a, b),
    label: 'subscriptions.words',
    count: 'count.subscriptions',
    empty: 'subscriptions.empty',
    noneFound: 'subscriptions.noneFound',
    table: (items) => subscriptionTable(visit, items),
  });
  return {
    title: t('subscriptions.title'),
    content: html`<h1>${t('subscriptions.title')}</h1>
      ${card('list', t('subscriptions.title'), list)}`,
  };
}

const filtersAt = (nowSeconds: number): ReadonlyMap<string, ListFilter<Subscription>> =>
  new Map<string, ListFilter<Subscription>>([
    ['', { name: 'subscriptions.all', has: () => true }],
    ['trouble', { name: 'subscriptions.trouble', has: (one) => isInTrouble(one, nowSeconds) }],
    ['well', { name: 'subscriptions.well', has: (one) => healthOf(one, nowSeconds).mood === 'ok' }],
    ['paused', { name: 'subscriptions.paused', has: ({ status }) => status === 'inactive' }],
  ]);

/** Later trouble first; those that are well are equal. */
const trouble = (one: Subscription, nowSeconds: number): number =>
  isInTrouble(one, nowSeconds) ? 1 + troubledAt(one) : 0;

const byName = (a: Subscription, b: Subscription): number =>
  nameOfSubscription(a).localeCompare(nameOfSubscription(b), 'en', { numeric: true });

function subscriptionTable(visit: Visit, subscriptions: readonly Subscription[]): Html {
  const { words } = visit;
  const { t } = words;
  const rows = subscriptions.map((one) => {
    const { timesSent, lastNotification, lastFailureReason, failsCounter } = one.counters;
    return [
      html`<a href="${visit.link('subscription', { id: one.id })}">${nameOfSubscription(one)}</a>`,
      html`${healthPill(one, words)}${failsCounter > 0 && lastFailureReason !== undefined ? html`<div class="note">${lastFailureReason}</div>` : undefined}`,
      subjectText(one, words),
      one.notification.channel.url,
      words.number(timesSent),
      words.ago(lastNotification),
    ];
  });
  const columns = [
    { name: t('subscriptions.name') },
    { name: t('word.state') },
    { name: t('subscriptions.subject') },
    { name: t('word.target'), isLong: true },
    { name: t('subscriptions.sent'), isNumber: true },
    { name: t('subscriptions.last') },
  ];
  return table(t('subscriptions.title'), columns, rows);
}
