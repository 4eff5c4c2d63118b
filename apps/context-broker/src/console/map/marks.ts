import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import type { Visit } from '../visit';
import type { Cluster } from './clusters';
import { MOST_ZOOM, originOf, unproject, type MapSize, type MapView } from './map-view';

const LARGEST_RADIUS = 20;

export interface MarkOptions {
  readonly visit: Visit;
  /** The type that the map is about; '' for all. */
  readonly type: string;
  readonly view: MapView;
  readonly size: MapSize;
  /** False: nothing leads closer. */
  readonly mayComeCloser: boolean;
  readonly colourOf: (type: string) => string;
}

/** The address of a view of the map. */
export const viewLink = (
  { visit, type }: Pick<MarkOptions, 'visit' | 'type'>,
  { lon, lat, zoom }: MapView,
): string => visit.link('map', { type, lat, lon, zoom });

export const spot = ({ x, y }: Cluster, colour: string): Html =>
  html`<circle class="${colour}" cx="${x}" cy="${y}" r="8" />`;

/** A known entity, which leads to its page, or how many there are, which leads closer. */
export function mark(cluster: Cluster, options: MarkOptions): Html {
  const [first] = cluster.places;
  if (first?.entity === undefined || cluster.places.length > 1) return numberMark(cluster, options);
  const { id, type } = first.entity;
  const { words } = options.visit;
  const name = words.t('map.entity', { id, type: words.typeName(type) });
  return html`<a href="${options.visit.linkToEntity(first.entity)}" aria-label="${name}"
    ><title>${name}</title>${spot(cluster, options.colourOf(type))}</a
  >`;
}

function numberMark(cluster: Cluster, options: MarkOptions): Html {
  const { count, x, y } = cluster;
  const types = typesOf(cluster);
  const [only] = types;
  const colour = only !== undefined && types.length === 1 ? options.colourOf(only) : 'cmix';
  const radius = Math.min(LARGEST_RADIUS, 9 + 3 * Math.log10(count) * 1.6);
  const { words } = options.visit;
  const short = shortNumber(count);
  // Who says what they see must be understood (WCAG 2.5.3): the name begins with the text of the mark.
  const name = `${count < 1_000 ? '' : `${short}: `}${nameOf(count, types, words)}`;
  const circle = html`<title>${name}</title
    ><circle class="${colour}" cx="${x}" cy="${y}" r="${Math.round(radius * 10) / 10}" /><text
      class="count"
      x="${x}"
      y="${y + 4}"
      text-anchor="middle"
      >${short}</text
    >`;
  const target = options.mayComeCloser ? closer(cluster, options) : undefined;
  if (target === undefined) return html`<g role="img" aria-label="${name}">${circle}</g>`;
  return html`<a href="${viewLink(options, target)}" aria-label="${words.t('map.mark', { name })}"
    >${circle}</a
  >`;
}

/** None when nobody asked for them. */
const typesOf = ({ places }: Cluster): readonly string[] => {
  const types = new Set(places.map(({ type }) => type));
  return types.has(undefined) ? [] : ([...types] as string[]);
};

function nameOf(count: number, types: readonly string[], words: PageWords): string {
  const entities = words.counted('count.entities', count);
  const [type] = types;
  if (type === undefined) return entities;
  if (types.length > 1)
    return words.t('map.ofTypes', { entities, types: words.counted('count.types', types.length) });
  return words.t(type === '' ? 'map.ofNoType' : 'map.ofType', { entities, type });
}

/** What a mark has room for: `980`, `9.9k`, `98k`, `1.2M`. Never more than there are. */
export function shortNumber(count: number): string {
  if (count < 1_000) return String(count);
  const [unit, letter] = count < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  const tenths = Math.floor((count / unit) * 10);
  return `${tenths < 100 ? tenths / 10 : Math.floor(tenths / 10)}${letter}`;
}

/** The view round a cluster; undefined where coming closer does not help. */
export function closer(
  { isOnePoint, x, y }: Cluster,
  { view, size }: Pick<MarkOptions, 'view' | 'size'>,
): MapView | undefined {
  if (isOnePoint || view.zoom >= MOST_ZOOM) return undefined;
  const [left, top] = originOf(view, size);
  const { lon, lat } = unproject([left + x, top + y], view.zoom);
  return { ...rounded({ lon, lat }), zoom: Math.min(MOST_ZOOM, view.zoom + 2) };
}

const rounded = ({ lon, lat }: { readonly lon: number; readonly lat: number }) => ({
  lon: Math.round(lon * 1e6) / 1e6,
  lat: Math.round(lat * 1e6) / 1e6,
});
