import { categorize } from '../../html/categories';
import { html, type Html } from '../../html/html';
import { legend } from '../../html/legend';
import { counted, grouped } from '../../html/wording';
import type { Visit } from '../visit';
import { graticule } from './graticule';
import { clustersOf, type Cluster } from './clusters';
import {
  MOST_ZOOM,
  moved,
  originOf,
  scaleBar,
  unproject,
  viewOf,
  zoomed,
  type MapSize,
  type MapView,
} from './map-view';
import type { MapPlace } from './places';
import { tilesOf, type TileServer } from './tiles';

export interface MapOptions {
  readonly visit: Visit;
  /** Undefined: whatever has all of the places in it. */
  readonly view?: MapView | undefined;
  /** The type that the map is about; '' for all. */
  readonly type?: string;
  readonly tiles?: TileServer | undefined;
  /** One place on the page of its entity: nothing to press. */
  readonly isSmall?: boolean;
}

export const MAP_SIZE: MapSize = { width: 640, height: 440 };
const SMALL_SIZE: MapSize = { width: 640, height: 300 };
const LARGEST_RADIUS = 20;

/** Entities where they are, those close together as one, which leads closer; a single one leads to its page. @param places  not empty */
export function placesMap(places: readonly MapPlace[], options: MapOptions): Html {
  const { tiles, isSmall = false } = options;
  const size = isSmall ? SMALL_SIZE : MAP_SIZE;
  const view = options.view ?? viewOf(places, size);
  const counts = new Map<string, number>();
  for (const { type } of places) counts.set(type, (counts.get(type) ?? 0) + 1);
  const { categories, colourOf } = categorize(counts);
  const marks = clustersOf(places, view, size).map((cluster) =>
    isSmall ? spot(cluster, 'c0') : mark(cluster, view, colourOf, options, size),
  );
  const { length, label } = scaleBar(view, size);
  const right = size.width - 16;
  return html`<svg
      class="map"
      viewBox="0 0 ${size.width} ${size.height}"
      role="group"
      aria-label="Map of ${counted(places.length, 'entity', 'entities')}"
    >
      ${tiles === undefined ? graticule(view, size) : tilesOf(tiles, view, size)}${marks}
      <line class="scale" x1="${right - length}" x2="${right}" y1="20" y2="20" />
      <text x="${right}" y="42" text-anchor="end">${label}</text></svg
    >${
      tiles === undefined ? undefined : html`<p class="note">${tiles.credit}</p>`
    }${isSmall ? undefined : html`${controls(view, options)}${legend(categories.map((one) => ({ ...one, name: one.name || 'no type' })))}`}`;
}

/** The address of a view of the map. */
export const viewLink = ({ visit, type = '' }: MapOptions, { lon, lat, zoom }: MapView): string =>
  visit.link('map', { type, lat, lon, zoom });

const spot = ({ x, y }: Cluster, colour: string): Html =>
  html`<circle class="${colour}" cx="${x}" cy="${y}" r="8" />`;

function mark(
  cluster: Cluster,
  view: MapView,
  colourOf: (type: string) => string,
  options: MapOptions,
  size: MapSize,
): Html {
  const { places, x, y, isOnePoint } = cluster;
  const [first] = places;
  const { visit } = options;
  if (first === undefined) return html``;
  if (places.length === 1) {
    const { id, type, servicePath } = first;
    const name = `${id} (${type || 'no type'})`;
    return html`<a href="${visit.link('entity', { id, type, path: servicePath })}" aria-label="${name}"
      ><title>${name}</title>${spot(cluster, colourOf(type))}</a
    >`;
  }
  const types = new Set(places.map(({ type }) => type));
  const colour = types.size === 1 ? colourOf(first.type) : 'cmix';
  const radius = Math.min(LARGEST_RADIUS, 9 + 3 * Math.log10(places.length) * 1.6);
  const name = `${grouped(places.length)} entities${types.size === 1 ? ` of type ${first.type || 'none'}` : `, ${types.size} types`}`;
  const circle = html`<title>${name}</title
    ><circle class="${colour}" cx="${x}" cy="${y}" r="${Math.round(radius * 10) / 10}" /><text
      class="count"
      x="${x}"
      y="${y + 4}"
      text-anchor="middle"
      >${grouped(places.length)}</text
    >`;
  if (isOnePoint || view.zoom >= MOST_ZOOM) return html`<g role="img" aria-label="${name}">${circle}</g>`;
  const [left, top] = originOf(view, size);
  const closer = { ...unproject([left + x, top + y], view.zoom), zoom: Math.min(MOST_ZOOM, view.zoom + 2) };
  return html`<a href="${viewLink(options, roundedView(closer))}" aria-label="${name}: come closer"
    >${circle}</a
  >`;
}

const roundedView = ({ lon, lat, zoom }: MapView): MapView => ({
  lon: Math.round(lon * 1e6) / 1e6,
  lat: Math.round(lat * 1e6) / 1e6,
  zoom,
});

function controls(view: MapView, options: MapOptions): Html {
  const step = 200;
  const to = (name: string, target: MapView) =>
    html`<li><a href="${viewLink(options, target)}">${name}</a></li>`;
  return html`<ul class="chips" aria-label="Move the map">
    ${to('Closer', zoomed(view, 1))}${to('Further', zoomed(view, -1))}${to('West', moved(view, -step, 0))}${to('East', moved(view, step, 0))}${to('North', moved(view, 0, -step))}${to('South', moved(view, 0, step))}
    <li><a href="${options.visit.link('map', { type: options.type })}">All</a></li>
  </ul>`;
}
