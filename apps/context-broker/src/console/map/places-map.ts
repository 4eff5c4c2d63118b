import { categorize, type Category } from '../../html/categories';
import { html, type Html } from '../../html/html';
import { legend } from '../../html/legend';
import type { Visit } from '../visit';
import type { PageWords } from '../../html/page-words';
import { clustersOf } from './clusters';
import { countOf, type CountedPlace } from './counted-place';
import { graticule } from './graticule';
import { moved, scaleBar, viewOf, zoomed, type MapSize, type MapView } from './map-view';
import { mark, spot, viewLink } from './marks';
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
  /** False: there is this view and no other. */
  readonly isMovable?: boolean;
}

export const MAP_SIZE: MapSize = { width: 640, height: 440 };
const SMALL_SIZE: MapSize = { width: 640, height: 300 };

/** Entities where they are, those close together as one, which leads closer; a single one leads to its page. @param places  not empty */
export function placesMap(places: readonly CountedPlace[], options: MapOptions): Html {
  const { visit, tiles, isSmall = false, isMovable = true, type = '' } = options;
  const { words } = visit;
  const { t } = words;
  const size = isSmall ? SMALL_SIZE : MAP_SIZE;
  const view = options.view ?? viewOf(places, size);
  const { categories, colourOf } = coloursOf(places, words);
  const shown = { visit, type, view, size, mayComeCloser: isMovable, colourOf };
  const marks = clustersOf(places, view, size).map((cluster) =>
    isSmall ? spot(cluster, 'c0') : mark(cluster, shown),
  );
  const { length, label } = scaleBar(view, size);
  const right = size.width - 16;
  const picture = html`<svg
    class="map"
    viewBox="0 0 ${size.width} ${size.height}"
    role="group"
    aria-label="${t('map.label', { entities: words.counted('count.entities', countOf(places)) })}"
  >
    ${tiles === undefined ? graticule(view, size, words) : tilesOf(tiles, view, size)}${marks}
    <line class="scale" x1="${right - length}" x2="${right}" y1="20" y2="20" />
    <text x="${right}" y="42" text-anchor="end">${label}</text>
  </svg>`;
  // Whoever has no mouse scrolls by what can have the focus.
  const hasLinks = marks.some(({ text }) => text.startsWith('<a '));
  // On a phone a map is wider than the page, or nobody could press its marks.
  return html`${isSmall ? picture : html`<div class="scroll" ${hasLinks ? undefined : html` tabindex="0"`}>${picture}</div>`}${
    tiles === undefined ? undefined : html`<p class="note">${tiles.credit}</p>`
  }${isSmall ? undefined : html`${isMovable ? controls(view, options) : undefined}${legend(words, categories)}`}`;
}

/** Colours of types by their numbers; what was numbered whatever its type has one of its own. */
function coloursOf(
  places: readonly CountedPlace[],
  { t }: PageWords,
): {
  readonly categories: readonly Category[];
  readonly colourOf: (type: string) => string;
} {
  const counts = new Map<string, number>();
  let others = 0;
  for (const { type, count } of places)
    if (type === undefined) others += count;
    else counts.set(type, (counts.get(type) ?? 0) + count);
  const { categories, colourOf } = categorize(counts, t('chart.others'));
  const mixed = others === 0 ? [] : [{ name: t('map.anyType'), count: others, colour: 'cmix' }];
  return {
    categories: [...categories.map((one) => ({ ...one, name: one.name || t('word.noType') })), ...mixed],
    colourOf,
  };
}

function controls(view: MapView, { visit, type = '' }: MapOptions): Html {
  const { t } = visit.words;
  const step = 200;
  const to = (name: string, target: MapView) =>
    html`<li><a href="${viewLink({ visit, type }, target)}">${name}</a></li>`;
  return html`<ul class="chips" aria-label="${t('map.move')}">
    ${to(t('map.closer'), zoomed(view, 1))}${to(t('map.further'), zoomed(view, -1))}${to(t('map.west'), moved(view, -step, 0))}${to(t('map.east'), moved(view, step, 0))}${to(t('map.north'), moved(view, 0, -step))}${to(t('map.south'), moved(view, 0, step))}
    <li><a href="${visit.link('map', { type })}">${t('map.all')}</a></li>
  </ul>`;
}
