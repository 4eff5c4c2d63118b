import { PRODUCT_VERSION } from '../version';
import type { ConsoleData } from './console-data';
import { deprecationsSection } from '../deprecations/deprecations-section';
import { mapSection, typesSection } from './entities-section';
import { errorsSection } from './errors-section';
import { html, type Html } from '../html/html';
import { healthOf, subscriptionsSection } from './subscriptions-section';
import { counted, grouped, secondsAsTime, serviceName } from '../html/wording';

/** The page `/admin/console`, complete: no script, no outside resource. */
export function renderConsole(data: ConsoleData): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Context broker: ${serviceName(data.tenant)}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/admin/console/style" />
    </head>
    <body>
      <header>
        <div>
          <h1>Context broker</h1>
          <p class="note">
            Version ${PRODUCT_VERSION}, compatible with ${data.report.running}. As of
            ${secondsAsTime(data.nowSeconds)} UTC.
          </p>
        </div>
        ${serviceForm(data)}
      </header>
      <main>
        ${tiles(data)} ${deprecationsSection(data)} ${typesSection(data)} ${mapSection(data)}
        ${subscriptionsSection(data)} ${errorsSection(data)}
      </main>
    </body>
  </html>`;
  return `<!doctype html>${page.text}`;
}

function serviceForm({ tenant, tenants }: ConsoleData): Html {
  const known = tenants.includes(tenant) ? tenants : [tenant, ...tenants];
  const options = known.map(
    (name) =>
      html`<option value="${name === '' ? '-' : name}" ${name === tenant ? html` selected` : ''}>
        ${serviceName(name)}
      </option>`,
  );
  return html`<form action="/admin/console" method="get">
    <label for="service">Service</label>
    <select id="service" name="service">
      ${options}
    </select>
    <button>Show</button>
  </form>`;
}

/** The page in four numbers. */
function tiles({ types, typeCount, subscriptions, report, errors, nowSeconds }: ConsoleData): Html {
  const entities = types.reduce((sum, { count }) => sum + count, 0);
  const troubled = subscriptions.filter((one) => healthOf(one, nowSeconds).mood === 'bad').length;
  const used = report.features.filter(({ use }) => use.count > 0);
  const uses = used.reduce((sum, { use }) => sum + use.count, 0);
  return html`<dl class="tiles">
    ${tile('Entities', entities, counted(typeCount, 'type'))}
    ${tile('Subscriptions', subscriptions.length, troubled === 0 ? 'all well' : `${troubled} in trouble`)}
    ${tile('Deprecated features in use', used.length, counted(uses, 'use'))}
    ${tile('Recent errors', errors.length, 'since the broker started')}
  </dl>`;
}

const tile = (name: string, count: number, note: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${grouped(count)} <span class="note">${note}</span></dd>
  </div>`;
