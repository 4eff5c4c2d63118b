import { html, type Html } from '../../html/html';
import type { TrafficSlice } from '../figures/traffic';
import { rate } from './overview-tiles';

const SLICES = 60;
const STEP = 10;
const HEIGHT = 100;

/** A bar for every ten seconds, the latest on the right. */
export function rateChart(slices: readonly TrafficSlice[]): Html {
  const shown = slices.slice(-SLICES);
  const rates = shown.map(({ requests, seconds }) => requests / seconds);
  const most = Math.max(...rates, 0);
  if (most === 0) return html`<p>No requests yet.</p>`;
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
  return html`<div class="axis"><span>${rate(most)} a second</span></div>
    <svg
      class="bars"
      role="img"
      viewBox="0 0 ${SLICES * STEP} ${HEIGHT}"
      preserveAspectRatio="none"
      aria-label="Requests a second in the last ten minutes, ${rate(most)} at most, ${rate(rates.at(-1) ?? 0)} now"
    >
      ${bars}
    </svg>
    <div class="axis"><span>10 minutes ago</span><span>now</span></div>`;
}
