import type { Subscription } from '@smart-city/ngsi';
import type { ConsoleData } from './console-data';
import { html, type Html } from '../html/html';
import { pill, type Mood } from '../html/pill';
import { grouped, secondsAsTime } from '../html/wording';

/** The subscriptions of a service with how their notifications fare, those in trouble first. */
export function subscriptionsSection({ subscriptions, nowSeconds }: ConsoleData): Html {
  const judged = subscriptions.map((subscription) => ({
    subscription,
    health: healthOf(subscription, nowSeconds),
  }));
  const sorted = [...judged].sort(
    (a, b) => Number(b.health.mood === 'bad') - Number(a.health.mood === 'bad'),
  );
  return html`<section class="card" aria-labelledby="subscriptions">
    <h2 id="subscriptions">Subscriptions</h2>
    ${
      sorted.length === 0
        ? html`<p>There are no subscriptions.</p>`
        : html`<table class="stack">
            <thead>
              <tr>
                <th scope="col">Subscription</th>
                <th scope="col">Health</th>
                <th scope="col" class="number">Sent</th>
                <th scope="col" class="number">Failures in a row</th>
                <th scope="col">Last notification</th>
                <th scope="col">Last failure</th>
              </tr>
            </thead>
            <tbody>
              ${sorted.map(row)}
            </tbody>
          </table>`
    }
  </section>`;
}

function row({ subscription: { id, description, counters }, health }: JudgedSubscription): Html {
  return html`<tr>
    <th scope="row">
      ${description || 'no description'}
      <div class="note">${id}</div>
    </th>
    <td data-label="Health">${pill(health.text, health.mood)}</td>
    <td data-label="Sent" class="number">${grouped(counters.timesSent)}</td>
    <td data-label="Failures in a row" class="number">${grouped(counters.failsCounter)}</td>
    <td data-label="Last notification">${secondsAsTime(counters.lastNotification)}</td>
    <td data-label="Last failure">${counters.lastFailureReason}</td>
  </tr>`;
}

interface Health {
  readonly text: string;
  readonly mood: Mood;
}

interface JudgedSubscription {
  readonly subscription: Subscription;
  readonly health: Health;
}

/** What the state of a subscription comes to for whoever waits for its notifications. */
export function healthOf({ status, expiresAt, counters }: Subscription, nowSeconds: number): Health {
  if (expiresAt !== undefined && expiresAt < nowSeconds) return { text: 'expired', mood: 'idle' };
  if (counters.failsCounter > 0)
    return { text: status === 'inactive' ? 'switched off after failures' : 'failing', mood: 'bad' };
  if (status === 'inactive') return { text: 'inactive', mood: 'idle' };
  if ((counters.lastSuccessCode ?? 200) >= 400)
    return { text: `answered ${counters.lastSuccessCode}`, mood: 'bad' };
  return counters.timesSent === 0 ? { text: 'not notified yet', mood: 'idle' } : { text: 'ok', mood: 'ok' };
}
