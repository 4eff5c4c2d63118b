import { categorize } from '../html/categories';
import type { MapPlace } from './console-data';
import { html, type Html } from '../html/html';
import { legend } from '../html/legend';
import { degreeLines, mapFrame, scaleBar, type MapFrame } from './map-frame';

/** Entities with a location on a map cut to where they lie: a grid of degrees, a scale, one colour a type. */
export function placesMap(places: readonly MapPlace[]): Html {
  const frame = mapFrame(places);
  const counts = new Map<string, number>();
  for (const { type } of places) counts.set(type, (counts.get(type) ?? 0) + 1);
  const { categories, colourOf } = categorize(counts);
  const points = places.map(
    ({ id, type, lon, lat }) =>
      html`<circle class="${colourOf(type)}" cx="${frame.x(lon)}" cy="${frame.y(lat)}" r="5"
        ><title>${id} (${type || 'no type'}): ${lat}, ${lon}</title></circle
      >`,
  );
  return html`<svg
      role="img"
      class="map"
      viewBox="0 0 ${frame.width} ${frame.height}"
      aria-label="Map of ${places.length} entities"
    >
      ${grid(frame)} ${points} ${scale(frame)}
    </svg>
    ${legend(categories.map((category) => ({ ...category, name: category.name || 'no type' })))}`;
}

/** Where a degree would not stand free of the map's edge it is left out. */
const EDGE = 56;

/** Meridians and parallels with their degrees. */
function grid(frame: MapFrame): readonly Html[] {
  const { width, height } = frame;
  const { lons, lats } = degreeLines(frame);
  return [
    ...lons.map(({ at }) => html`<line class="grid" x1="${at}" x2="${at}" y1="0" y2="${height}" />`),
    ...lats.map(({ at }) => html`<line class="grid" x1="0" x2="${width}" y1="${at}" y2="${at}" />`),
    ...lons
      .filter(({ at }) => at > EDGE && at < width - EDGE)
      .map(({ at, label }) => html`<text x="${at}" y="${height - 6}" text-anchor="middle">${label}</text>`),
    ...lats
      .filter(({ at }) => at > EDGE / 2 && at < height - EDGE / 2)
      .map(({ at, label }) => html`<text x="6" y="${at - 4}">${label}</text>`),
  ];
}

function scale(frame: MapFrame): Html {
  const { length, label } = scaleBar(frame);
  const right = frame.width - 16;
  return html`<line class="scale" x1="${right - length}" x2="${right}" y1="20" y2="20" /><text
      x="${right}"
      y="42"
      text-anchor="end"
      >${label}</text
    >`;
}
