import { tiles } from '../../html/cards';
import type { Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import type { OverviewNumbers } from '../figures/overview';
import type { Visit } from '../visit';

/** The service in numbers, each of which leads to more about it. */
export function overviewTiles(visit: Visit, numbers: OverviewNumbers): Html {
  const { entities, types, subscriptions, subscriptionsInTrouble: troubled } = numbers;
  const { words } = visit;
  const { t } = words;
  const shown = (count: number | undefined): string =>
    count === undefined ? t('word.none') : words.number(count);
  return tiles([
    {
      name: t('tile.entities'),
      value: shown(entities),
      note: types === undefined ? '' : words.counted('count.types', types),
      href: visit.link('entities'),
    },
    {
      name: t('tile.subscriptions'),
      value: shown(subscriptions),
      note: troubled === 0 ? t('tile.allWell') : t('tile.failing', { count: words.number(troubled) }),
      href: visit.link('subscriptions'),
    },
    {
      name: t('tile.requests'),
      value: rate(numbers.requestsPerSecond, words),
      note: t('tile.perSecond'),
      href: visit.link('operation'),
    },
    {
      name: t('tile.waiting'),
      value: words.number(numbers.waitingNotifications),
      note: t('tile.allServices'),
      href: visit.link('operation'),
    },
    {
      name: t('tile.deprecated'),
      value: words.number(numbers.deprecatedFeatures),
      note: t('tile.inUse'),
      href: visit.link('deprecations'),
    },
  ]);
}

/** Two digits say enough. */
export const rate = (perSecond: number, words: PageWords): string =>
  words.number(perSecond, perSecond >= 10 ? 0 : 1);
