import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { ConsoleAccess } from '../console-access';
import { TypeCounts, type CountedTypes } from '../figures/type-counts';
import { listInView } from '../map/in-view';
import { MapReader, MOST_ENTITIES, type MapContents } from '../map/map-contents';
import { MOST_ZOOM, viewOf, type MapView } from '../map/map-view';
import { MAP_SIZE, placesMap } from '../map/places-map';
import type { TileServer } from '../map/tiles';
import type { ConsolePage, PageContent } from '../page';
import { CONSOLE } from '../addresses';
import { placeFields } from '../place-fields';
import type { Visit } from '../visit';

export interface MapData {
  readonly contents: MapContents;
  readonly types: CountedTypes | undefined;
  readonly view: MapView | undefined;
  readonly tiles: TileServer | undefined;
}

/** Where entities are, all or those of a type. */
@Injectable()
export class MapPage implements ConsolePage {
  readonly name = 'map';
  readonly entry = 'map.title';
  readonly hasTiles = true;
  private readonly reader: MapReader;

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(ENTITY_STORE) store: EntityStore,
    private readonly types: TypeCounts,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {
    this.reader = new MapReader(store);
  }

  async show(visit: Visit): Promise<PageContent> {
    await this.access.requireRead(visit, '/v2/entities');
    const { consoleTileUrl: url, consoleTileCredit: credit } = this.options;
    const view = readView(visit);
    const may = await this.access.mayRead(visit, '/v2/types');
    const types = may ? await this.types.of(visit.tenancy) : undefined;
    const request = { type: visit.text('type'), view, size: MAP_SIZE, types };
    const contents = await this.reader.read(visit.tenancy, request);
    const tiles = url === undefined ? undefined : { url, credit };
    return renderMap(visit, { contents, types, view, tiles });
  }
}

/** The view that the address asks for; undefined when it asks for none, or for one that is none. */
export function readView(visit: Visit): MapView | undefined {
  const [lon, lat, zoom] = ['lon', 'lat', 'zoom'].map((name) =>
    visit.text(name) === '' ? NaN : Number(visit.text(name)),
  ) as [number, number, number];
  const isView =
    Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && Number.isInteger(zoom) && zoom >= 0 && zoom <= MOST_ZOOM;
  return isView ? { lon, lat, zoom } : undefined;
}

export function renderMap(visit: Visit, { contents, types, tiles, view: asked }: MapData): PageContent {
  const { places, kind } = contents;
  const { words } = visit;
  const { t } = words;
  const type = visit.text('type');
  const isMovable = kind !== 'no-geo';
  const view =
    (isMovable ? asked : undefined) ?? (places.length === 0 ? undefined : viewOf(places, MAP_SIZE));
  const map =
    places.length === 0
      ? html`<p>${t('map.none')}</p>
          <p><a href="${visit.link('map', { type })}">${t('map.whole')}</a></p>`
      : placesMap(places, { visit, view, type, tiles, isMovable });
  const list =
    view === undefined || places.length === 0
      ? undefined
      : listInView(places, { visit, type, view, size: MAP_SIZE, mayComeCloser: isMovable });
  return {
    title: t('map.title'),
    content: html`<h1>${t('map.title')}</h1>
      ${card(
        'map',
        type || t('map.allTypes'),
        html`${typeForm(visit, type, types)}
          <div data-swap="map">${map}${noteOf(kind, words)}${list}</div>`,
      )}`,
  };
}

/** What the map does not show. */
function noteOf(kind: MapContents['kind'], words: PageWords): Html | undefined {
  const most = { count: words.number(MOST_ENTITIES) };
  switch (kind) {
    case 'entities':
      return undefined;
    case 'cut':
      return html`<p class="note">${words.t('map.cut', most)}</p>`;
    case 'cells':
      return html`<p class="note">${words.t('map.cells', most)}</p>`;
    case 'no-geo':
      return html`<p class="note">${words.t('map.noGeo')}</p>`;
  }
}

function typeForm(visit: Visit, type: string, types: CountedTypes | undefined): Html {
  const { t } = visit.words;
  const names = new Set([...(types?.types.map((one) => one.type) ?? []), ...(type === '' ? [] : [type])]);
  const options = [...names]
    .filter((name) => name !== '')
    .map((name) => html`<option${name === type ? html` selected` : ''}>${name}</option>`);
  return html`<form class="search" action="${CONSOLE}/map" method="get">
    ${placeFields(visit)}
    <p>
      <label for="map-type">${t('word.type')}</label
      ><select id="map-type" name="type">
        <option value="">${t('map.allTypes')}</option>
        ${options}
      </select>
    </p>
    <button>${t('frame.show')}</button>
  </form>`;
}
