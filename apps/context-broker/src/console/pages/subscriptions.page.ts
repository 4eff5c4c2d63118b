import { Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsiv2';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { ConsoleAccess } from '../console-access';
import { FormTokens } from '../form-tokens';
import { SubscriptionList } from '../figures/subscription-list';
import { fileOf, isoTime, type FileColumns, type ListFile } from '../lists/list-file';
import { memoryFile, memoryList, type ListFilter, type MemoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import { healthOf, healthPill, isInTrouble, troubledAt } from '../subscription-health';
import { nameOfSubscription, subjectText } from '../subscription-wording';
import type { Visit } from '../visit';
import { doneToMarked, subscriptionMarks } from './marked-subscriptions';

/** The subscriptions of a service: those in trouble first, then by name. */
@Injectable()
export class SubscriptionsPage implements ConsolePage {
  readonly name = 'subscriptions';
  readonly entry = 'subscriptions.title';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly list: SubscriptionList,
    private readonly forms: FormTokens,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const all = await this.all(visit);
    const { token, headers } = this.forms.issue(visit.request);
    return { ...renderSubscriptions(visit, all, token), headers };
  }

  async file(visit: Visit): Promise<ListFile> {
    return memoryFile(visit, subscriptionList(visit, await this.all(visit)));
  }

  private async all(visit: Visit): Promise<readonly Subscription[]> {
    await this.access.requireRead(visit, '/v2/subscriptions');
    return this.list.all(visit.tenant);
  }
}

/** @param token  of the form of marked ones */
export function renderSubscriptions(visit: Visit, all: readonly Subscription[], token: string): PageContent {
  const { t } = visit.words;
  const list = { ...subscriptionList(visit, all), marks: subscriptionMarks(visit, token) };
  return {
    title: t('subscriptions.title'),
    content: html`<h1>${t('subscriptions.title')}</h1>
      ${doneToMarked(visit)}${card('list', t('subscriptions.title'), memoryList(visit, list))}`,
  };
}

type Sort = 'state' | 'name' | 'subject' | 'target' | 'sent' | 'last';

export function subscriptionList(visit: Visit, all: readonly Subscription[]): MemoryList<Subscription, Sort> {
  const { words, nowSeconds, servicePath } = visit;
  const subjects = (one: Subscription) => subjectText(one, words);
  return {
    page: 'subscriptions',
    all: all.filter((one) => servicePath === '/#' || one.servicePath === servicePath).sort(byName),
    texts: (one) => [one.id, one.description ?? '', one.notification.channel.url, subjects(one)],
    orders: {
      state: (one) => trouble(one, nowSeconds),
      name: nameOfSubscription,
      subject: subjects,
      target: (one) => one.notification.channel.url,
      sent: (one) => one.counters.timesSent,
      last: (one) => one.counters.lastNotification ?? 0,
    },
    usual: '-state',
    filters: filtersAt(nowSeconds),
    columns: columnsOf(visit),
    label: 'subscriptions.title',
    search: 'subscriptions.words',
    count: 'count.subscriptions',
    empty: 'subscriptions.empty',
    noneFound: 'subscriptions.noneFound',
    file: (rows) => fileOf('subscriptions', FILE, [rows]),
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

function columnsOf(visit: Visit): MemoryList<Subscription, Sort>['columns'] {
  const { words } = visit;
  return [
    {
      name: 'subscriptions.name',
      sort: 'name',
      cell: (one) =>
        html`<a href="${visit.link('subscription', { id: one.id })}">${nameOfSubscription(one)}</a>`,
    },
    { name: 'word.state', sort: 'state', cell: (one) => stateCell(one, words) },
    { name: 'subscriptions.subject', sort: 'subject', cell: (one) => subjectText(one, words) },
    { name: 'word.target', sort: 'target', isLong: true, cell: (one) => one.notification.channel.url },
    {
      name: 'subscriptions.sent',
      sort: 'sent',
      isNumber: true,
      cell: (one) => words.number(one.counters.timesSent),
    },
    { name: 'subscriptions.last', sort: 'last', cell: (one) => words.ago(one.counters.lastNotification) },
  ];
}

function stateCell(one: Subscription, words: PageWords): Html {
  const { failsCounter, lastFailureReason } = one.counters;
  const reason = failsCounter > 0 ? lastFailureReason : undefined;
  return html`${healthPill(one, words)}${reason === undefined ? undefined : html`<div class="note">${reason}</div>`}`;
}

const FILE: FileColumns<Subscription> = {
  id: ({ id }) => id,
  description: ({ description }) => description,
  status: ({ status }) => status,
  service_path: ({ servicePath }) => servicePath,
  subject: ({ entities }) => JSON.stringify(entities),
  target: ({ notification }) => notification.channel.url,
  times_sent: ({ counters }) => counters.timesSent,
  last_notification: ({ counters }) => isoTime(counters.lastNotification),
  last_success: ({ counters }) => isoTime(counters.lastSuccess),
  last_success_code: ({ counters }) => counters.lastSuccessCode,
  fails: ({ counters }) => counters.failsCounter,
  last_failure: ({ counters }) => isoTime(counters.lastFailure),
  last_failure_reason: ({ counters }) => counters.lastFailureReason,
  expires: ({ expiresAt }) => isoTime(expiresAt),
};
