import { categorize } from '../../html/categories';
import { html, type Html } from '../../html/html';
import { legend } from '../../html/legend';
import type { PageWords } from '../../html/page-words';

export interface DayCount {
  readonly name: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly count: number;
}

const CHART_DAYS = 30;
const DAY_MS = 86_400_000;
/** Of the drawing, which is stretched to the width there is. */
const STEP = 10;
const HEIGHT = 100;

/** Uses of deprecated features a day for the last thirty days, one colour a feature. */
export function usageChart(uses: readonly DayCount[], words: PageWords): Html {
  const { t } = words;
  const days = Array.from({ length: CHART_DAYS }, (_, at) =>
    new Date(words.nowSeconds * 1000 - (CHART_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
  const shown = uses.filter(({ day }) => days.includes(day));
  const { categories, colourOf } = categorize(
    sumBy(shown, ({ name }) => name),
    t('chart.others'),
  );
  const totals = sumBy(shown, ({ day }) => day);
  const most = Math.max(1, ...totals.values());
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0);
  const bars = days.map((day, at) =>
    dayBar(
      shown.filter((use) => use.day === day),
      at,
      { most, colourOf, words },
    ),
  );
  return html`<div class="axis"><span>${words.counted('deprecations.perDay', most)}</span></div>
    <svg
      class="bars"
      role="img"
      viewBox="0 0 ${CHART_DAYS * STEP} ${HEIGHT}"
      preserveAspectRatio="none"
      aria-label="${t('deprecations.chart', { uses: words.counted('count.uses', all), days: CHART_DAYS, most: words.number(most) })}"
    >
      ${[0, HEIGHT / 2].map((y) => html`<line class="grid" x1="0" x2="${CHART_DAYS * STEP}" y1="${y}" y2="${y}" />`)}
      ${bars}
    </svg>
    <div class="axis"><span>${words.day(days[0]!)}</span><span>${words.day(days.at(-1)!)}</span></div>
    ${legend(words, categories)}`;
}

interface BarOptions {
  readonly most: number;
  readonly colourOf: (name: string) => string;
  readonly words: PageWords;
}

/** The uses of one day, one above the other. */
function dayBar(
  uses: readonly DayCount[],
  at: number,
  { most, colourOf, words }: BarOptions,
): readonly Html[] {
  let top = HEIGHT;
  return [...uses]
    .sort((a, b) => b.count - a.count)
    .map(({ name, day, count }) => {
      const height = Math.round((count / most) * HEIGHT * 100) / 100;
      top -= height;
      return html`<rect
        class="${colourOf(name)}"
        x="${at * STEP + 1}"
        y="${top}"
        width="${STEP - 2}"
        height="${height}"
        ><title>
          ${words.t('deprecations.bar', { day: words.day(day), name, count: words.number(count) })}
        </title></rect
      >`;
    });
}

function sumBy(uses: readonly DayCount[], key: (use: DayCount) => string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const use of uses) sums.set(key(use), (sums.get(key(use)) ?? 0) + use.count);
  return sums;
}
