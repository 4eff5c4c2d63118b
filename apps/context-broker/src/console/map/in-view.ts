import { html, type Html } from '../../html/html';
import { table } from '../../html/table';
import type { PageWords } from '../../html/page-words';
import { coordinates } from '../../html/wording';
import type { Visit } from '../visit';
import { clustersOf, type Cluster } from './clusters';
import type { CountedPlace } from './counted-place';
import { originOf, unproject, type MapSize, type MapView } from './map-view';
import type { MapPlace } from './places';
import { closer, viewLink } from './marks';

const FEW = 10;

export interface InView {
  readonly visit: Visit;
  readonly type: string;
  readonly view: MapView;
  readonly size: MapSize;
  readonly mayComeCloser: boolean;
}

/** Some of what is in view, for those who do not see it on the map: entities, or where most of them are. */
export function listInView(places: readonly CountedPlace[], options: InView): Html {
  const { t } = options.visit.words;
  const clusters = clustersOf(places, options.view, options.size);
  if (clusters.length === 0) return html`<p>${t('map.noneInView')}</p>`;
  const isKnown = clusters.every((cluster) => cluster.places.every(({ entity }) => entity !== undefined));
  return html`<h3>${t('map.inView')}</h3>
    ${isKnown ? entitiesOf(clusters, options) : numbersOf(clusters, options)}`;
}

function entitiesOf(clusters: readonly Cluster[], { visit }: InView): Html {
  const { words } = visit;
  const { t } = words;
  const entities = clusters.flatMap(({ places }) => places.flatMap(({ entity }) => entity ?? []));
  const rows = entities
    .slice(0, FEW)
    .map((entity) => [entityLink(entity, visit), words.typeName(entity.type), coordinates(entity)]);
  const columns = (['map.entityColumn', 'word.type', 'map.place'] as const).map((key) => ({ name: t(key) }));
  return html`${table(t('map.entitiesInView'), columns, rows)}${of(entities.length, words)}`;
}

function numbersOf(clusters: readonly Cluster[], options: InView): Html {
  const { words } = options.visit;
  const { t } = words;
  const rows = [...clusters]
    .sort((a, b) => b.count - a.count)
    .slice(0, FEW)
    .map((cluster) => [around(cluster, options), words.number(cluster.count)]);
  const columns = [{ name: t('map.around') }, { name: t('entities.title'), isNumber: true }];
  return html`${table(t('map.mostInView'), columns, rows)}${of(clusters.length, words)}`;
}

function around(cluster: Cluster, options: InView): Html {
  const { view, size } = options;
  const [left, top] = originOf(view, size);
  const { lat, lon } = unproject([left + cluster.x, top + cluster.y], view.zoom);
  // A pixel is some `360 / 2 ** (zoom + 8)` degrees.
  const digits = Math.min(6, Math.ceil((view.zoom + 1) / 3.3));
  // Nothing is at minus nought.
  const text = [lat, lon].map((degrees) => degrees.toFixed(digits).replace(/^-(?=[0.]*$)/, '')).join(', ');
  const entity = cluster.places.length === 1 ? cluster.places[0]?.entity : undefined;
  if (entity !== undefined) return html`${entityLink(entity, options.visit)} ${text}`;
  const target = options.mayComeCloser ? closer(cluster, options) : undefined;
  return target === undefined ? html`${text}` : html`<a href="${viewLink(options, target)}">${text}</a>`;
}

const entityLink = (entity: MapPlace, visit: Visit): Html =>
  html`<a href="${visit.linkToEntity(entity)}">${entity.id}</a>`;

const of = (count: number, words: PageWords): Html | undefined =>
  count > FEW
    ? html`<p class="note">${words.t('few.of', { few: FEW, count: words.number(count) })}</p>`
    : undefined;
