import type { FeatureUse, ReportedFeature } from '../../operations/deprecations/deprecation-report';
import { featureName, removalOf, replacementOf } from '../../operations/deprecations/feature-words';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { pill } from '../../html/pill';
import { fileOf, type FileColumns } from '../lists/list-file';
import type { MemoryList } from '../lists/memory-list';
import type { Visit } from '../visit';

const FEW_CLIENTS = 20;

type Sort = 'feature' | 'uses' | 'clients' | 'seen';
type Client = FeatureUse['clients'][number];

/** One client's use of a feature. */
type ClientUse = readonly [feature: ReportedFeature, client: Client];

const FILE: FileColumns<ClientUse> = {
  feature: ([{ feature }]) => feature,
  part: ([, { part }]) => part,
  state: ([{ state }]) => state,
  deprecated_in: ([{ deprecatedIn }]) => deprecatedIn,
  removed_in: ([{ removedIn }]) => removedIn,
  service: ([, { service }]) => service,
  user_agent: ([, { userAgent }]) => userAgent,
  address: ([, { address }]) => address,
  uses: ([, { count }]) => count,
  first_seen: ([, { firstSeen }]) => firstSeen,
  last_seen: ([, { lastSeen }]) => lastSeen,
};

/** Deprecated features in use, the most used first; the file has a line for each client of each. */
export function deprecationList(
  { words }: Visit,
  features: readonly ReportedFeature[],
): MemoryList<ReportedFeature, Sort> {
  return {
    page: 'deprecations',
    all: features.filter(({ use }) => use.count > 0),
    texts: ({ id, use }) => [featureName(id, words), ...use.clients.map(({ userAgent }) => userAgent)],
    orders: {
      feature: ({ id }) => featureName(id, words),
      uses: ({ use }) => use.count,
      clients: ({ use }) => use.clients.length,
      seen: ({ use }) => Date.parse(use.lastSeen ?? '') || 0,
    },
    usual: '-uses',
    columns: [
      { name: 'deprecations.feature', sort: 'feature', cell: (one) => featureCell(one, words) },
      { name: 'word.state', cell: (one) => statePill(one, words) },
      { name: 'deprecations.uses', sort: 'uses', isNumber: true, cell: ({ use }) => words.number(use.count) },
      { name: 'deprecations.clients', sort: 'clients', cell: ({ use }) => clientsCell(use, words) },
      {
        name: 'deprecations.seen',
        sort: 'seen',
        cell: ({ use: { lastSeen } }) => lastSeen && words.ago(Date.parse(lastSeen) / 1000),
      },
    ],
    label: 'deprecations.inUse',
    search: 'deprecations.words',
    count: 'count.features',
    empty: 'deprecations.none',
    noneFound: 'deprecations.noneFound',
    file: (rows) =>
      fileOf('deprecations', FILE, [
        rows.flatMap((one) => one.use.clients.map((client) => [one, client] as const)),
      ]),
  };
}

function featureCell({ id }: ReportedFeature, words: PageWords): Html {
  const replacement = replacementOf(id, words);
  const instead = replacement && words.t('deprecations.instead', { replacement });
  return html`${featureName(id, words)}
    <div class="note">${removalOf(id, words)} ${instead}</div>`;
}

function statePill({ state, removedIn }: ReportedFeature, { t }: PageWords): Html {
  if (state === 'removed') return pill(t('deprecations.removed'), 'bad');
  if (removedIn === 'not yet removed') return pill(t('deprecations.deprecated'), 'idle');
  return pill(t('deprecations.willGo'), 'warn');
}

function clientsCell({ clients }: FeatureUse, words: PageWords): Html {
  const { t } = words;
  return html`<details>
    <summary>${words.counted('count.clients', clients.length)}</summary>
    <ul>
      ${clients.slice(0, FEW_CLIENTS).map(
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
      ${clients.length > FEW_CLIENTS ? html`<li>${t('deprecations.more')}</li>` : undefined}
    </ul>
  </details>`;
}
