import { Injectable } from '@nestjs/common';
import type { Subscription } from '@smart-city/ngsi';
import { agoIfEver } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pageOfList, pager } from '../../html/pager';
import { pill } from '../../html/pill';
import { table } from '../../html/table';
import { numbered, grouped } from '../../html/wording';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import type { ConsolePage, PageContent } from '../page';
import { healthOf, isInTrouble, troubledAt } from '../subscription-health';
import { nameOfSubscription, subjectText } from '../subscription-wording';
import { CONSOLE, type Visit } from '../visit';
import { placeFields } from './entity-search';

const PAGE_SIZE = 25;

/** Which subscriptions are listed, by what the address says. */
const STATES: Readonly<
  Record<string, { readonly name: string; readonly has: (one: Subscription, nowSeconds: number) => boolean }>
> = {
  '': { name: 'All', has: () => true },
  trouble: { name: 'In trouble', has: isInTrouble },
  well: { name: 'Well', has: (one, now) => healthOf(one, now).mood === 'ok' },
  paused: { name: 'Paused', has: ({ status }) => status === 'inactive' },
};

/** The subscriptions of a service: those in trouble first, then by name. */
@Injectable()
export class SubscriptionsPage implements ConsolePage {
  readonly name = 'subscriptions';
  readonly entry = 'Subscriptions';

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
  const { nowSeconds } = visit;
  const state = Object.hasOwn(STATES, visit.text('state')) ? visit.text('state') : '';
  const words = visit.text('words').toLowerCase();
  const isHere = ({ servicePath }: Subscription) =>
    visit.servicePath === '/#' || servicePath === visit.servicePath;
  const found = all.filter((one) => isHere(one) && hasWords(one, words));
  const listed = found
    .filter((one) => STATES[state]!.has(one, nowSeconds))
    .sort((a, b) => trouble(b, nowSeconds) - trouble(a, nowSeconds) || byName(a, b));
  const { items, ...paging } = pageOfList(listed, visit.page, PAGE_SIZE);
  const link = (page: number) => visit.link('subscriptions', { state, words, page });
  const content =
    items.length === 0
      ? html`<p>${all.length === 0 ? 'There are no subscriptions.' : 'No subscription is like this.'}</p>`
      : html`<p class="note">${numbered(listed.length, 'subscription')}</p>
          ${subscriptionTable(visit, items)}${pager({ ...paging, link })}`;
  return {
    title: 'Subscriptions',
    content: html`<h1>Subscriptions</h1>
      ${card('list', 'Subscriptions', html`${choice(visit, state, words, found)}${content}`)}`,
  };
}

/** Later trouble first; those that are well are equal. */
const trouble = (one: Subscription, nowSeconds: number): number =>
  isInTrouble(one, nowSeconds) ? 1 + troubledAt(one) : 0;

const byName = (a: Subscription, b: Subscription): number =>
  nameOfSubscription(a).localeCompare(nameOfSubscription(b), 'en', { numeric: true });

/** In description, id, target or subject. */
const hasWords = (one: Subscription, words: string): boolean =>
  words === '' ||
  [one.id, one.description ?? '', one.notification.channel.url, subjectText(one)].some((text) =>
    text.toLowerCase().includes(words),
  );

function choice(visit: Visit, state: string, words: string, found: readonly Subscription[]): Html {
  const chips = Object.entries(STATES).map(([key, { name, has }]) => {
    const count = found.filter((one) => has(one, visit.nowSeconds)).length;
    return html`<li>
      <a
        href="${visit.link('subscriptions', { state: key, words })}"
        ${key === state ? html` aria-current="true"` : ''}
        >${name} <span class="note">${grouped(count)}</span></a
      >
    </li>`;
  });
  return html`<form class="search" action="${CONSOLE}/subscriptions" method="get" role="search">
      ${placeFields(visit)}<input type="hidden" name="state" value="${state}" />
      <p>
        <label for="words">Description, target, entity or id</label
        ><input id="words" name="words" value="${words}" autocomplete="off" spellcheck="false" />
      </p>
      <button>Find</button>
    </form>
    <ul class="chips">
      ${chips}
    </ul>`;
}

function subscriptionTable(visit: Visit, subscriptions: readonly Subscription[]): Html {
  const { nowSeconds } = visit;
  const rows = subscriptions.map((one) => {
    const { text, mood } = healthOf(one, nowSeconds);
    const { timesSent, lastNotification, lastFailureReason, failsCounter } = one.counters;
    return [
      html`<a href="${visit.link('subscription', { id: one.id })}">${nameOfSubscription(one)}</a>`,
      html`${pill(text, mood)}${failsCounter > 0 && lastFailureReason !== undefined ? html`<div class="note">${lastFailureReason}</div>` : undefined}`,
      subjectText(one),
      one.notification.channel.url,
      grouped(timesSent),
      agoIfEver(lastNotification, nowSeconds),
    ];
  });
  const columns = [
    { name: 'Subscription' },
    { name: 'State' },
    { name: 'Subject' },
    { name: 'Target' },
    { name: 'Sent', isNumber: true },
    { name: 'Last notification' },
  ];
  return table('Subscriptions', columns, rows);
}
