import { FEATURES, type FeatureRecord } from '@smart-city/deprecation';
import type { DeprecationReport, ReportedFeature } from './deprecation-report';
import { html, type Html } from '../html/html';
import { pill } from '../html/pill';
import { usageChart } from './usage-chart';
import type { DailyUse } from './usage-counts';
import { numbered, grouped, serviceName, shortTime } from '../html/wording';

/** What the console shows of deprecated use. */
export interface DeprecationsShown {
  readonly report: DeprecationReport;
  readonly days: readonly DailyUse[];
  readonly nowSeconds: number;
}

const FEW_CLIENTS = 20;

/** The owner of each part of a feature. */
const OWNERS: ReadonlyMap<string, FeatureRecord> = new Map(
  (FEATURES as readonly FeatureRecord[]).flatMap((record) =>
    [record.id, ...(record.parts ?? []).map(({ id }) => id)].map((id) => [id, record] as const),
  ),
);

/** What is deprecated and in use: day by day, then feature by feature with who uses it. */
export function deprecationsSection({ report, days, nowSeconds }: DeprecationsShown): Html {
  const used = report.features.filter(({ use }) => use.count > 0).sort((a, b) => b.use.count - a.use.count);
  const named = days.map(({ feature, day, count }) => ({
    name: shortName(OWNERS.get(feature)?.feature ?? feature),
    day,
    count,
  }));
  return html`<section class="card" aria-labelledby="deprecations">
    <h2 id="deprecations">Deprecations in use</h2>
    ${
      used.length === 0
        ? html`<p>No use of a deprecated feature was seen.</p>`
        : html`${usageChart(sumOfDays(named), nowSeconds * 1000)}
            <ul class="features">
              ${used.map(featureItem)}
            </ul>
            <p class="note">All services, at version ${report.at}.</p>`
    }
  </section>`;
}

function featureItem({ feature, state, removedIn, replacement, use }: ReportedFeature): Html {
  const [label, mood] =
    state === 'removed'
      ? (['removed', 'bad'] as const)
      : removedIn === 'not yet removed'
        ? (['deprecated', 'idle'] as const)
        : (['will be removed', 'warn'] as const);
  return html`<li>
    <div class="head">
      <h3>${feature}</h3>
      ${pill(label, mood)}
      <span class="number">${numbered(use.count, 'use')}</span>
    </div>
    <p class="note">
      ${fate(removedIn)}. Instead: ${replacement.replaceAll('`', '')}. Last seen
      ${use.lastSeen === undefined ? 'never' : html`<time datetime="${use.lastSeen}">${shortTime(use.lastSeen)}</time>`}.
    </p>
    <details>
      <summary>${numbered(use.clients.length, 'client')}</summary>
      <ul>
        ${use.clients
          .slice(0, FEW_CLIENTS)
          .map(
            ({ userAgent, address, service, count }) =>
              html`<li>
                ${userAgent || 'no user agent'} at ${address}, ${serviceName(service)}: ${grouped(count)}
              </li>`,
          )}
        ${use.clients.length > FEW_CLIENTS ? html`<li>… more at /admin/deprecations</li>` : undefined}
      </ul>
    </details>
  </li>`;
}

const fate = (removedIn: string): string => {
  if (removedIn === 'not yet removed') return 'No removal announced';
  return /^[\d.]+$/.test(removedIn) ? `Removed in ${removedIn}` : `Removed: ${removedIn}`;
};

/** Without what stands in brackets. */
const shortName = (feature: string): string => feature.replace(/ \(.*\)$/, '');

/** Parts of one feature on one day together. */
function sumOfDays(
  uses: readonly { readonly name: string; readonly day: string; readonly count: number }[],
): readonly { readonly name: string; readonly day: string; readonly count: number }[] {
  const sums = new Map<string, { name: string; day: string; count: number }>();
  for (const { name, day, count } of uses) {
    const key = `${day} ${name}`;
    const known = sums.get(key);
    if (known) known.count += count;
    else sums.set(key, { name, day, count });
  }
  return [...sums.values()];
}
