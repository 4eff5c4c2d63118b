import type { Subscription } from '@smart-city/ngsi';
import { placesMap, usageChart } from './charts';
import type { ConsoleData } from './console-data';
import { html, type Html } from './html';

export const CONSOLE_STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}caption{text-align:left;padding:.2rem 0}
th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid #8886;vertical-align:top;overflow-wrap:anywhere}
svg{width:100%;height:auto;border:1px solid #8886}
svg text{font-size:12px;fill:currentColor}.bar{fill:#2a6fb0}circle{fill:#2a6fb0;fill-opacity:.7}
.bad{color:#b00020;font-weight:600}.note{opacity:.85}
@media (prefers-color-scheme:dark){.bad{color:#ff8a98}.bar,circle{fill:#7ab6ee}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem;margin:0}
`;

const nameOf = (tenant: string): string => (tenant === '' ? 'default service' : tenant);

/** The page `/admin/console`, complete: no script, no outside resource. */
export function renderConsole(data: ConsoleData): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Context broker: ${nameOf(data.tenant)}</title>
      <link rel="stylesheet" href="/admin/console/style" />
    </head>
    <body>
      <main>
        <h1>Context broker</h1>
        ${serviceForm(data)} ${deprecations(data)} ${entityTypes(data)}
        <h2>Map</h2>
        ${data.places.length === 0 ? html`<p>No entity has a location.</p>` : placesMap(data.places)}
        ${subscriptions(data)} ${errors(data)}
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
        ${nameOf(name)}
      </option>`,
  );
  return html`<form action="/admin/console" method="get">
    <label
      >Service
      <select name="service">
        ${options}
      </select></label
    >
    <button>Show</button>
  </form>`;
}

function deprecations({ report, days, nowSeconds }: ConsoleData): Html {
  const used = report.features.filter(({ use }) => use.count > 0);
  const rows = used.map(
    ({ feature, state, replacement, use }) =>
      html`<tr>
        <td>${feature}</td>
        <td>${state}</td>
        <td>${use.count}</td>
        <td>${use.lastSeen}</td>
        <td>
          ${use.clients
            .slice(0, 5)
            .map(
              ({ userAgent, address, service, count }) =>
                html`<div>${userAgent || 'no user agent'} at ${address}, ${nameOf(service)}: ${count}</div>`,
            )}
        </td>
        <td>${replacement}</td>
      </tr>`,
  );
  const table = html`<table>
    <caption>
      At version ${report.at}, all services
    </caption>
    <thead>
      <tr>
        <th scope="col">Feature</th>
        <th scope="col">State</th>
        <th scope="col">Uses</th>
        <th scope="col">Last</th>
        <th scope="col">Clients</th>
        <th scope="col">Instead</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return html`<h2>Deprecations in use</h2>
    ${used.length === 0 ? html`<p>No use of a deprecated feature was seen.</p>` : html`${usageChart(days, nowSeconds * 1000)}${table}`}`;
}

function entityTypes({ types, typeCount }: ConsoleData): Html {
  if (types.length === 0)
    return html`<h2>Entities</h2>
      <p>There are no entities.</p>`;
  const rows = types.map(
    ({ type, count }) =>
      html`<tr>
        <td>${type === '' ? 'no type' : type}</td>
        <td>${count}</td>
      </tr>`,
  );
  return html`<h2>Entities</h2>
    <table>
      <caption>
        ${types.length} of ${typeCount} types
      </caption>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Entities</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function subscriptions({ subscriptions: list, nowSeconds }: ConsoleData): Html {
  if (list.length === 0)
    return html`<h2>Subscriptions</h2>
      <p>There are no subscriptions.</p>`;
  const rows = list.map((subscription) => {
    const { id, description, counters } = subscription;
    const health = healthOf(subscription, nowSeconds);
    return html`<tr>
      <td>
        ${id}
        <div class="note">${description}</div>
      </td>
      <td>${health.isBad ? html`<span class="bad">${health.text}</span>` : health.text}</td>
      <td>${counters.timesSent}</td>
      <td>${date(counters.lastNotification)}</td>
      <td>${counters.failsCounter}</td>
      <td>${counters.lastFailureReason}</td>
    </tr>`;
  });
  return html`<h2>Subscriptions</h2>
    <table>
      <caption>
        ${list.length} subscriptions
      </caption>
      <thead>
        <tr>
          <th scope="col">Subscription</th>
          <th scope="col">Health</th>
          <th scope="col">Sent</th>
          <th scope="col">Last</th>
          <th scope="col">Failures in a row</th>
          <th scope="col">Last failure</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

/** What the state of a subscription comes to for whoever waits for its notifications. */
export function healthOf(
  { status, expiresAt, counters }: Subscription,
  nowSeconds: number,
): { readonly text: string; readonly isBad: boolean } {
  if (expiresAt !== undefined && expiresAt < nowSeconds) return { text: 'expired', isBad: false };
  if (counters.failsCounter > 0)
    return { text: status === 'inactive' ? 'switched off after failures' : 'failing', isBad: true };
  if (status === 'inactive') return { text: 'inactive', isBad: false };
  if ((counters.lastSuccessCode ?? 200) >= 400)
    return { text: `answered ${counters.lastSuccessCode}`, isBad: true };
  return { text: counters.timesSent === 0 ? 'not notified yet' : 'ok', isBad: false };
}

const date = (seconds: number | undefined): string =>
  seconds === undefined ? '' : new Date(seconds * 1000).toISOString();

function errors({ errors: lines }: ConsoleData): Html {
  if (lines.length === 0)
    return html`<h2>Recent errors</h2>
      <p>None since the broker started.</p>`;
  return html`<h2>Recent errors</h2>
    ${lines.map((line) => html`<pre>${line}</pre>`)}`;
}
