import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import type { TrafficSlice } from '../figures/traffic';
import { rate } from './overview-tiles';

const SLICES = 60;
const STEP = 10;
const HEIGHT = 100;

/** A bar for every ten seconds, the latest on the right. */
export function rateChart(slices: readonly TrafficSlice[], words: PageWords): Html {
  const { t } = words;
  const shown = slices.slice(-SLICES);
  const rates = shown.map(({ requests, seconds }) => requests / seconds);
  const most = Math.max(...rates, 0);
  if (most === 0) return html`<p>${t('chart.none')}</p>`;
  const bars = rates.map((value, at) => {
    const height = Math.round((value / most) * HEIGHT * 100) / 100;
    const x = (SLICES - shown.length + at) * STEP;
    return html`<rect
      class="c0"
      x="${x + 1}"
      y="${HEIGHT - height}"
      width="${STEP - 2}"
      height="${height}"
    />`;
  });
  return html`<div class="axis"><span>${t('chart.perSecond', { rate: rate(most, words) })}</span></div>
    <svg
      class="bars"
      role="img"
      viewBox="0 0 ${SLICES * STEP} ${HEIGHT}"
      preserveAspectRatio="none"
      aria-label="${t('chart.label', { most: rate(most, words), now: rate(rates.at(-1) ?? 0, words) })}"
    >
      ${bars}
    </svg>
    <div class="axis"><span>${t('chart.start')}</span><span>${t('chart.end')}</span></div>`;
}
