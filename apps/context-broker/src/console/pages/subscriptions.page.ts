import { Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsi';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import type { PageWords } from '../../html/page-words';
import { table } from '../../html/table';
import type { MessageKey } from '../../messages/catalogue';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import type { ConsolePage, PageContent } from '../page';
import { healthOf, healthPill, isInTrouble, troubledAt } from '../subscription-health';
import { nameOfSubscription, subjectText } from '../subscription-wording';
import { CONSOLE } from '../addresses';
import type { Visit } from '../visit';
import { placeFields } from './entity-search';

const PAGE_SIZE = 25;

/** Which subscriptions are listed, by what the address says. */
const STATES: Readonly<
  Record<
    string,
    { readonly name: MessageKey; readonly has: (one: Subscription, nowSeconds: number) => boolean }
  >
> = {
  '': { name: 'subscriptions.all', has: () => true },
  trouble: { name: 'subscriptions.trouble', has: isInTrouble },
  well: { name: 'subscriptions.well', has: (one, now) => healthOf(one, now).mood === 'ok' },
  paused: { name: 'subscriptions.paused', has: ({ status }) => status === 'inactive' },
};

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
  const { words: pageWords, nowSeconds } = visit;
  const { t } = pageWords;
  const state = Object.hasOwn(STATES, visit.text('state')) ? visit.text('state') : '';
  const words = visit.text('words').toLowerCase();
  const isHere = ({ servicePath }: Subscription) =>
    visit.servicePath === '/#' || servicePath === visit.servicePath;
  const found = all.filter((one) => isHere(one) && hasWords(one, words, pageWords));
  const listed = found
    .filter((one) => STATES[state]!.has(one, nowSeconds))
    .sort((a, b) => trouble(b, nowSeconds) - trouble(a, nowSeconds) || byName(a, b));
  const { items, ...paging } = pageOfList(listed, visit.page, PAGE_SIZE);
  const link = (page: number) => visit.link('subscriptions', { state, words, page });
  const content =
    items.length === 0
      ? html`<p>${t(all.length === 0 ? 'subscriptions.empty' : 'subscriptions.noneFound')}</p>`
      : html`<p class="note">${pageWords.counted('count.subscriptions', listed.length)}</p>
          ${subscriptionTable(visit, items)}${pager(pageWords, { ...paging, link })}`;
  return {
    title: t('subscriptions.title'),
    content: html`<h1>${t('subscriptions.title')}</h1>
      ${card('list', t('subscriptions.title'), html`${choice(visit, state, words, found)}${content}`)}`,
  };
}

/** Later trouble first; those that are well are equal. */
const trouble = (one: Subscription, nowSeconds: number): number =>
  isInTrouble(one, nowSeconds) ? 1 + troubledAt(one) : 0;

const byName = (a: Subscription, b: Subscription): number =>
  nameOfSubscription(a).localeCompare(nameOfSubscription(b), 'en', { numeric: true });

/** In description, id, target or subject. */
const hasWords = (one: Subscription, words: string, pageWords: PageWords): boolean =>
  words === '' ||
  [one.id, one.description ?? '', one.notification.channel.url, subjectText(one, pageWords)].some((text) =>
    text.toLowerCase().includes(words),
  );

function choice(visit: Visit, state: string, words: string, found: readonly Subscription[]): Html {
  const { words: pageWords } = visit;
  const { t } = pageWords;
  const chips = Object.entries(STATES).map(([key, { name, has }]) => {
    const count = found.filter((one) => has(one, visit.nowSeconds)).length;
    return html`<li>
      <a
        href="${visit.link('subscriptions', { state: key, words })}"
        ${key === state ? html` aria-current="true"` : ''}
        >${t(name)} <span class="note">${pageWords.number(count)}</span></a
      >
    </li>`;
  });
  return html`<form class="search" action="${CONSOLE}/subscriptions" method="get" role="search">
      ${placeFields(visit)}<input type="hidden" name="state" value="${state}" />
      <p>
        <label for="words">${t('subscriptions.words')}</label
        ><input id="words" name="words" value="${words}" autocomplete="off" spellcheck="false" />
      </p>
      <button>${t('word.find')}</button>
    </form>
    <ul class="chips">
      ${chips}
    </ul>`;
}

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
