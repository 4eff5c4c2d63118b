import { Inject, Injectable } from '@nestjs/common';
import { renderJson } from '@smart-city/context';
import { subscriptionToJson, type Subscription } from '@smart-city/ngsiv2';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { facts } from '../../html/table';
import { RecentAttempts, type Attempt } from '../../core/notifications/recent-attempts';
import { ConsoleAccess } from '../console-access';
import { SubscriptionList } from '../figures/subscription-list';
import { FormTokens } from '../form-tokens';
import type { MessageKey } from '../../messages/catalogue';
import type { ConsolePage, PageContent } from '../page';
import { PageFault } from '../page-fault';
import { healthPill } from '../subscription-health';
import { conditionText, nameOfSubscription, subjectText } from '../subscription-wording';
import { CONSOLE } from '../addresses';
import { placeFields } from '../place-fields';
import type { Visit } from '../visit';
import { attemptsList } from './attempts-list';

/** What was done to it by the form before this page, and how that is said. */
const DONE: ReadonlyMap<string, MessageKey> = new Map([
  ['pause', 'subscription.pauseDone'],
  ['resume', 'subscription.resumeDone'],
  ['test', 'subscription.testDone'],
]);

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
    if (subscription === undefined) throw new PageFault('NotFound', 'fault.noSubscription', { id });
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
  const { words } = visit;
  const { t } = words;
  const name = nameOfSubscription(subscription);
  const done = DONE.get(visit.text('done'));
  const definition = prettyJson(subscription, words.nowSeconds);
  return {
    title: name,
    content: html`<p class="crumbs">
        <a href="${visit.link('subscriptions')}">${t('subscriptions.title')}</a>
      </p>
      <h1>${name}</h1>
      ${
        done === undefined ? undefined : html`<p class="done" role="status">${t(done)}</p>`
      }${card('state', t('word.state'), html`${stateFacts(subscription, words)}${actions(visit, subscription, token)}`, 'half')}${card('definition', t('subscription.definition'), definitionFacts(subscription, words), 'half')}${card('attempts', t('subscription.attempts'), attemptsList(attempts, words))}${card(
        'json',
        t('json.title'),
        html`<details>
          <summary>${t('json.open')}</summary>
          <pre tabindex="0">${definition}</pre>
        </details>`,
      )}`,
  };
}

function stateFacts(subscription: Subscription, words: PageWords): Html {
  const { t } = words;
  const { counters, expiresAt } = subscription;
  return facts([
    [t('word.state'), healthPill(subscription, words)],
    [t('subscriptions.sent'), words.number(counters.timesSent)],
    [
      t('subscription.failures'),
      counters.failsCounter === 0 ? undefined : words.number(counters.failsCounter),
    ],
    [t('subscriptions.last'), words.ago(counters.lastNotification)],
    [t('subscription.lastAnswer'), words.ago(counters.lastSuccess)],
    [t('subscription.status'), counters.lastSuccessCode],
    [t('subscription.lastFailure'), words.ago(counters.lastFailure)],
    [t('word.reason'), counters.lastFailureReason],
    [t('word.expires'), words.ago(expiresAt)],
  ]);
}

function definitionFacts(subscription: Subscription, words: PageWords): Html {
  const { t } = words;
  const { id, servicePath, throttlingSeconds, notification } = subscription;
  const { attrs, isExceptAttrs, attrsFormat, channel } = notification;
  const listed = attrs.join(', ');
  const names =
    attrs.length === 0
      ? t('subscription.allAttributes')
      : isExceptAttrs
        ? t('subscription.allBut', { names: listed })
        : listed;
  const time = words.lengthOfTime(throttlingSeconds);
  return facts([
    [t('word.id'), html`<code>${id}</code>`],
    [t('word.servicePath'), servicePath],
    [t('subscriptions.subject'), subjectText(subscription, words)],
    [t('subscription.condition'), conditionText(subscription, words)],
    [t('word.target'), channel.url],
    [t('word.attributes'), names],
    [t('subscription.format'), html`<code>${attrsFormat}</code>`],
    [t('subscription.throttling'), throttlingSeconds > 0 ? t('subscription.atMost', { time }) : undefined],
  ]);
}

function actions(visit: Visit, { id, status }: Subscription, token: string): Html {
  const { words } = visit;
  const { t } = words;
  const form = (action: string, label: string) =>
    html`<form action="${CONSOLE}/subscription" method="post">
      ${placeFields(visit)}<input type="hidden" name="id" value="${id}" /><input
        type="hidden"
        name="form"
        value="${token}"
      /><button name="action" value="${action}">${label}</button>
    </form>`;
  return html`<div class="actions">
      ${status === 'inactive' ? form('resume', t('subscription.resume')) : form('pause', t('subscription.pause'))}${form('test', t('subscription.test'))}
    </div>
    <p class="note">
      ${words.html('subscription.testNote', { header: html`<code>Notification-Test: true</code>` })}
    </p>`;
}

const prettyJson = (subscription: Subscription, nowSeconds: number): string =>
  JSON.stringify(JSON.parse(renderJson(subscriptionToJson(subscription, nowSeconds))), null, 2);
