import type { DailyUse } from '../deprecations/usage-counts';
import type { Place } from './console-data';
import { html, type Html } from './html';

const DAYS = 30;
const DAY_MS = 86_400_000;
const WIDTH = 720;
const HEIGHT = 160;

/** Uses of deprecated features a day, for the last thirty days. */
export function usageChart(days: readonly DailyUse[], nowMs: number): Html {
  const names = Array.from({ length: DAYS }, (_, at) =>
    new Date(nowMs - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
  const totals = names.map((name) =>
    days.filter(({ day }) => day === name).reduce((sum, { count }) => sum + count, 0),
  );
  const most = Math.max(1, ...totals);
  const step = WIDTH / DAYS;
  const bars = totals.map((total, at) => {
    const height = Math.round((total / most) * (HEIGHT - 20));
    return html`<rect
      class="bar"
      x="${at * step + 2}"
      y="${HEIGHT - height}"
      width="${step - 4}"
      height="${height}"
      ><title>${names[at]}: ${total}</title></rect
    >`;
  });
  const all = totals.reduce((sum, total) => sum + total, 0);
  return html`<svg
    role="img"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    aria-label="${all} uses of deprecated features in the last ${DAYS} days, at most ${Math.max(...totals)} on one day"
  >
    <text x="2" y="12">${most}</text>
    ${bars}
  </svg>`;
}

const MAP_WIDTH = 720;
const MAP_HEIGHT = 360;
const MARGIN_DEGREES = 0.01;

/** Entities with a location on a plain map: degrees as they are, cut to where the entities lie. */
export function placesMap(places: readonly Place[]): Html {
  const lons = places.map(({ lon }) => lon);
  const lats = places.map(({ lat }) => lat);
  const west = Math.min(...lons) - MARGIN_DEGREES;
  const south = Math.min(...lats) - MARGIN_DEGREES;
  const width = Math.max(...lons) + MARGIN_DEGREES - west;
  const height = Math.max(...lats) + MARGIN_DEGREES - south;
  const scale = Math.min(MAP_WIDTH / width, MAP_HEIGHT / height);
  const x = (lon: number) => round((lon - west) * scale);
  const y = (lat: number) => round((south + height - lat) * scale);
  const points = places.map(
    ({ id, type, lon, lat }) =>
      html`<circle cx="${x(lon)}" cy="${y(lat)}" r="4"
        ><title>${id} (${type}): ${lat}, ${lon}</title></circle
      >`,
  );
  const corner = (lon: number, lat: number) => `${lat.toFixed(2)}, ${lon.toFixed(2)}`;
  return html`<svg
      role="img"
      class="map"
      viewBox="0 0 ${round(width * scale)} ${round(height * scale)}"
      aria-label="Map of ${places.length} entities"
    >
      ${points}
    </svg>
    <p class="note">
      ${places.length} entities, from ${corner(west, south)} (south-west) to
      ${corner(west + width, south + height)} (north-east).
    </p>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
