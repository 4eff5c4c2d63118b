import { tiles } from '../../html/cards';
import type { Html } from '../../html/html';
import { numbered, grouped } from '../../html/wording';
import type { OverviewNumbers } from '../figures/overview';
import type { Visit } from '../visit';

/** The service in numbers, each of which leads to more about it. */
export function overviewTiles(visit: Visit, numbers: OverviewNumbers): Html {
  const { entities, types, subscriptions, subscriptionsInTrouble: troubled } = numbers;
  return tiles([
    {
      name: 'Entities',
      value: shown(entities),
      note: types === undefined ? '' : numbered(types, 'type'),
      href: visit.link('entities'),
    },
    {
      name: 'Subscriptions',
      value: shown(subscriptions),
      note: troubled === 0 ? 'all well' : `${grouped(troubled)} in trouble`,
      href: visit.link('subscriptions'),
    },
    {
      name: 'Requests',
      value: rate(numbers.requestsPerSecond),
      note: 'a second, in the last minute',
      href: visit.link('operation'),
    },
    {
      name: 'Waiting notifications',
      value: grouped(numbers.waitingNotifications),
      note: 'all services',
      href: visit.link('operation'),
    },
    {
      name: 'Deprecated features',
      value: grouped(numbers.deprecatedFeatures),
      note: 'in use, all services',
      href: visit.link('deprecations'),
    },
  ]);
}

const shown = (count: number | undefined): string => (count === undefined ? '–' : grouped(count));

/** Two digits say enough. */
export const rate = (perSecond: number): string =>
  perSecond >= 100
    ? grouped(Math.round(perSecond))
    : perSecond >= 10
      ? perSecond.toFixed(0)
      : perSecond.toFixed(1);
