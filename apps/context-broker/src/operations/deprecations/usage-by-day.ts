import { featureName } from './feature-words';
import type { Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { usageChart } from './usage-chart';
import type { DailyUse } from './usage-counts';

/** How often deprecated features were used, day by day. */
export function usageByDay(days: readonly DailyUse[], words: PageWords): Html {
  const named = days.map(({ feature, day, count }) => ({
    name: shortName(featureName(feature, words)),
    day,
    count,
  }));
  return usageChart(sumOfDays(named), words);
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
