import type { DeprecationReport, ReportedFeature } from './deprecation-report';
import { featureName, removalOf, replacementOf } from './feature-words';
import { html, type Html } from '../html/html';
import { pill } from '../html/pill';
import { usageChart } from './usage-chart';
import type { DailyUse } from './usage-counts';
import type { PageWords } from '../html/page-words';

/** What the console shows of deprecated use. */
export interface DeprecationsShown {
  readonly report: DeprecationReport;
  readonly days: readonly DailyUse[];
  readonly words: PageWords;
}

const FEW_CLIENTS = 20;

/** What is deprecated and in use: day by day, then feature by feature with who uses it. */
export function deprecationsSection({ report, days, words }: DeprecationsShown): Html {
  const { t } = words;
  const used = report.features.filter(({ use }) => use.count > 0).sort((a, b) => b.use.count - a.use.count);
  const named = days.map(({ feature, day, count }) => ({
    name: shortName(featureName(feature, words)),
    day,
    count,
  }));
  return html`<section class="card" aria-labelledby="deprecations">
    <h2 id="deprecations">${t('deprecations.inUse')}</h2>
    ${
      used.length === 0
        ? html`<p>${t('deprecations.none')}</p>`
        : html`${usageChart(sumOfDays(named), words)}
            <ul class="features">
              ${used.map((feature) => featureItem(feature, words))}
            </ul>
            <p class="note">${t('deprecations.note', { version: report.at })}</p>`
    }
  </section>`;
}

function featureItem({ id, state, removedIn, use }: ReportedFeature, words: PageWords): Html {
  const { t } = words;
  const replacement = replacementOf(id, words);
  const [label, mood] =
    state === 'removed'
      ? ([t('deprecations.removed'), 'bad'] as const)
      : removedIn === 'not yet removed'
        ? ([t('deprecations.deprecated'), 'idle'] as const)
        : ([t('deprecations.willGo'), 'warn'] as const);
  return html`<li>
    <div class="head">
      <h3>${featureName(id, words)}</h3>
      ${pill(label, mood)}
      <span class="number">${words.counted('count.uses', use.count)}</span>
    </div>
    <p class="note">
      ${removalOf(id, words)} ${replacement && t('deprecations.instead', { replacement })}
      ${use.lastSeen && words.html('deprecations.lastSeen', { when: words.ago(Date.parse(use.lastSeen) / 1000) })}
    </p>
    <details>
      <summary>${words.counted('count.clients', use.clients.length)}</summary>
      <ul>
        ${use.clients.slice(0, FEW_CLIENTS).map(
          ({ userAgent, address, service, count }) =>
            html`<li>
              ${t('deprecations.client', {
                agent: userAgent || t('deprecations.noAgent'),
                address,
                service: words.serviceName(service),
                count: words.number(count),
              })}
            </li>`,
        )}
        ${use.clients.length > FEW_CLIENTS ? html`<li>${t('deprecations.more', { path: '/admin/deprecations' })}</li>` : undefined}
      </ul>
    </details>
  </li>`;
}

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
