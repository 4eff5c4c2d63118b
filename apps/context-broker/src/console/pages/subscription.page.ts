import { Inject, Injectable } from '@nestjs/common';
import { NgsiError, renderJson, subscriptionToJson, type Subscription } from '@smart-city/ngsi';
import { agoIfEver, lengthOfTime } from '../../html/ages';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { pill } from '../../html/pill';
import { facts } from '../../html/table';
import { grouped } from '../../html/wording';
import { RecentAttempts, type Attempt } from '../../notifications/recent-attempts';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import { FormTokens } from '../form-tokens';
import type { ConsolePage, PageContent } from '../page';
import { healthOf } from '../subscription-health';
import { conditionText, nameOfSubscription, subjectText } from '../subscription-wording';
import { CONSOLE, type Visit } from '../visit';
import { attemptsList } from './attempts-list';
import { placeFields } from './entity-search';

/** What was done to it by the form before this page, and how that is said. */
const DONE: Readonly<Record<string, string>> = {
  pause: 'It is paused: no notifications go out until it is resumed.',
  resume: 'It goes on: the next change that it is about is told.',
  test: 'The test was sent. What came back is the first of the attempts below.',
};

/** One subscription: whom it tells, of what, how its last attempts went; pause, resume, send a test. */
@Injectable()
export class OneSubscriptionPage implements ConsolePage {
  readonly name = 'subscription';
  readonly below = 'subscriptions';

  constructor(
    private readonly access: ConsoleAccess,
    private readonly list: SubscriptionList,
    @Inject(RecentAttempts) private readonly attempts: RecentAttempts,
    private readonly forms: FormTokens,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const id = visit.text('id').toLowerCase();
    await this.access.requireReadById(visit, `/v2/subscriptions/${id}`);
    const subscription = await this.list.find(visit.tenant, id);
    if (subscription === undefined)
      throw new NgsiError('NotFound', `there is no subscription ${id} in this service`);
    const { token, headers } = this.forms.issue(visit.request);
    const shown = renderSubscription(visit, subscription, this.attempts.of(visit.tenant, id), token);
    return { ...shown, headers };
  }
}

export function renderSubscription(
  visit: Visit,
  subscription: Subscription,
  attempts: readonly Attempt[],
  token: string,
): PageContent {
  const { nowSeconds } = visit;
  const name = nameOfSubscription(subscription);
  const done = DONE[visit.text('done')];
  const definition = prettyJson(subscription, nowSeconds);
  return {
    title: name,
    content: html`<p class="crumbs"><a href="${visit.link('subscriptions')}">Subscriptions</a></p>
      <h1>${name}</h1>
      ${
        done === undefined ? undefined : html`<p class="done" role="status">${done}</p>`
      }${card('state', 'State', html`${stateFacts(subscription, nowSeconds)}${actions(visit, subscription, token)}`, 'half')}${card('definition', 'Whom it tells of what', definitionFacts(subscription), 'half')}${card('attempts', 'Last attempts', attemptsList(attempts, nowSeconds))}${card(
        'json',
        'As the interface shows it',
        html`<details>
          <summary>JSON</summary>
          <pre tabindex="0">${definition}</pre>
        </details>`,
      )}`,
  };
}

function stateFacts(subscription: Subscription, nowSeconds: number): Html {
  const { counters, expiresAt } = subscription;
  const { text, mood } = healthOf(subscription, nowSeconds);
  return facts([
    ['State', pill(text, mood)],
    ['Sent', grouped(counters.timesSent)],
    ['Failures in a row', counters.failsCounter === 0 ? undefined : grouped(counters.failsCounter)],
    ['Last notification', agoIfEver(counters.lastNotification, nowSeconds)],
    ['Last answer', agoIfEver(counters.lastSuccess, nowSeconds)],
    ['Its status', counters.lastSuccessCode],
    ['Last failure', agoIfEver(counters.lastFailure, nowSeconds)],
    ['Its reason', counters.lastFailureReason],
    ['Expires', agoIfEver(expiresAt, nowSeconds)],
  ]);
}

function definitionFacts(subscription: Subscription): Html {
  const { id, servicePath, throttlingSeconds, notification } = subscription;
  const { attrs, isExceptAttrs, attrsFormat, channel } = notification;
  return facts([
    ['Id', html`<code>${id}</code>`],
    ['Service path', servicePath],
    ['Subject', subjectText(subscription)],
    ['Condition', conditionText(subscription)],
    ['Target', channel.url],
    ['Attributes', attrs.length === 0 ? 'all' : `${isExceptAttrs ? 'all but ' : ''}${attrs.join(', ')}`],
    ['Format', attrsFormat],
    ['Throttling', throttlingSeconds > 0 ? `at most one in ${lengthOfTime(throttlingSeconds)}` : undefined],
  ]);
}

function actions(visit: Visit, { id, status }: Subscription, token: string): Html {
  const form = (action: string, label: string) =>
    html`<form action="${CONSOLE}/subscription" method="post">
      ${placeFields(visit)}<input type="hidden" name="id" value="${id}" /><input
        type="hidden"
        name="form"
        value="${token}"
      /><button name="action" value="${action}">${label}</button>
    </form>`;
  return html`<div class="actions">
      ${status === 'inactive' ? form('resume', 'Resume') : form('pause', 'Pause')}${form('test', 'Send a test')}
    </div>
    <p class="note">
      A test sends one notification of an entity that it is about, with the header
      <code>Notification-Test: true</code>; counters stay as they are.
    </p>`;
}

const prettyJson = (subscription: Subscription, nowSeconds: number): string =>
  JSON.stringify(JSON.parse(renderJson(subscriptionToJson(subscription, nowSeconds))), null, 2);
