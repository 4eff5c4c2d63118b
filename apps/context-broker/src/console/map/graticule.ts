import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { boundsOf, originOf, project, type MapSize, type MapView } from './map-view';

const STEPS = [
  60, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001,
];
/** A handful of each. */
const MOST_LINES = 6;
/** Where a degree would not stand free of the map's edge it is left out. */
const EDGE = 56;

/** Meridians and parallels at even degrees: where one is, on a map without a base. */
export function graticule(view: MapView, size: MapSize, words: PageWords): readonly Html[] {
  const { t } = words;
  const { west, east, south, north } = boundsOf(view, size);
  const [left, top] = originOf(view, size);
  const step = STEPS.findLast((one) => (east - west) / one <= MOST_LINES) ?? STEPS[0]!;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const degrees = (value: number, below: string, above: string): string =>
    `${words.number(Math.abs(value), digits)}°${value < 0 ? ` ${below}` : value > 0 ? ` ${above}` : ''}`;
  const meridians = multiples(step, Math.max(-180, west), Math.min(180, east)).map((lon) => {
    const x = round(project({ lon, lat: 0 }, view.zoom)[0] - left);
    const label = degrees(lon, t('map.shortWest'), t('map.shortEast'));
    return html`<line
        class="grid"
        x1="${x}"
        x2="${x}"
        y1="0"
        y2="${size.height}"
      />${x > EDGE && x < size.width - EDGE ? html`<text x="${x}" y="${size.height - 6}" text-anchor="middle">${label}</text>` : undefined}`;
  });
  const parallels = multiples(step, south, north).map((lat) => {
    const y = round(project({ lon: 0, lat }, view.zoom)[1] - top);
    const label = degrees(lat, t('map.shortSouth'), t('map.shortNorth'));
    return html`<line
        class="grid"
        x1="0"
        x2="${size.width}"
        y1="${y}"
        y2="${y}"
      />${y > EDGE && y < size.height - EDGE ? html`<text x="6" y="${y - 4}">${label}</text>` : undefined}`;
  });
  return [...meridians, ...parallels];
}

function multiples(step: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
}

const round = (value: number): number => Math.round(value * 10) / 10;
