import { Inject, Injectable } from '@nestjs/common';
import type { EntityQuery, GeoQuery } from '@smart-city/ngsi';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { card } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { table } from '../../html/table';
import { grouped } from '../../html/wording';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';
import { ConsoleAccess } from '../console-access';
import { TypeCounts, type CountedTypes } from '../figures/type-counts';
import { clustersOf } from '../map/clusters';
import { boundsOf, MOST_ZOOM, viewOf, type MapView } from '../map/map-view';
import { placeOf, type MapPlace } from '../map/places';
import { MAP_SIZE, placesMap } from '../map/places-map';
import type { TileServer } from '../map/tiles';
import type { ConsolePage, PageContent } from '../page';
import { CONSOLE, type Visit } from '../visit';
import { placeFields } from './entity-search';

/** A look at so many entities. */
const MOST_PLACES = 1_000;
const FEW = 10;
/** Wider, and the shortest way between two corners is not along the edge of the map. */
const WIDEST_BOX = 90;
const LAST_LATITUDE = 89.9;

/** Every location is disjoint from the south pole. */
const ANYWHERE: GeoQuery = { georel: 'disjoint', geometry: { kind: 'point', position: [0, -90] } };

export interface MapData {
  /** {@link MOST_PLACES} at most. */
  readonly places: readonly MapPlace[];
  readonly types: CountedTypes | undefined;
  readonly view: MapView | undefined;
  readonly tiles: TileServer | undefined;
}

/** Where entities are, all or those of a type. */
@Injectable()
export class MapPage implements ConsolePage {
  readonly name = 'map';
  readonly entry = 'Map';
  readonly hasTiles = true;

  constructor(
    private readonly access: ConsoleAccess,
    @Inject(ENTITY_STORE) private readonly store: EntityStore,
    private readonly types: TypeCounts,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    await this.access.requireRead(visit, '/v2/entities');
    const { consoleTileUrl: url, consoleTileCredit: credit } = this.options;
    const view = readView(visit);
    const [types, { entities }] = await Promise.all([
      this.access.mayRead(visit, '/v2/types').then((may) => (may ? this.types.of(visit.tenancy) : undefined)),
      this.store.query(visit.tenancy, queryOf(visit.text('type'), view)),
    ]);
    const places = entities.map(placeOf).filter((place) => place !== undefined);
    return renderMap(visit, { places, types, view, tiles: url === undefined ? undefined : { url, credit } });
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

function queryOf(type: string, view: MapView | undefined): EntityQuery {
  return {
    selectors: type === '' ? [] : [{ types: [type] }],
    geo: view === undefined ? ANYWHERE : boxOf(view),
    orderBy: [],
    limit: MOST_PLACES,
    offset: 0,
    count: false,
  };
}

function boxOf(view: MapView): GeoQuery {
  const { west, south, east, north } = boundsOf(view, MAP_SIZE);
  if (east - west > WIDEST_BOX || west < -180 || east > 180) return ANYWHERE;
  const latitude = (degrees: number) => Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, degrees));
  return {
    georel: 'intersects',
    geometry: { kind: 'box', southWest: [west, latitude(south)], northEast: [east, latitude(north)] },
  };
}

export function renderMap(visit: Visit, data: MapData): PageContent {
  const { places, types, tiles } = data;
  const type = visit.text('type');
  const view = data.view ?? (places.length === 0 ? undefined : viewOf(places, MAP_SIZE));
  const map =
    places.length === 0
      ? html`<p>No entity has a location here.</p>
          <p><a href="${visit.link('map', { type })}">The whole map</a></p>`
      : placesMap(places, { visit, view, type, tiles });
  const isCut = places.length === MOST_PLACES;
  return {
    title: 'Map',
    content: html`<h1>Map</h1>
      ${card(
        'map',
        type || 'All types',
        html`${typeForm(visit, type, types)}
          <div data-swap="map">
            ${map}${
              isCut
                ? html`<p class="note">
                    The first ${grouped(MOST_PLACES)} entities of this part of the map. Come closer or choose
                    a type to see others.
                  </p>`
                : undefined
            }${view === undefined ? undefined : listOf(visit, places, view)}
          </div>`,
      )}`,
  };
}

function typeForm(visit: Visit, type: string, types: CountedTypes | undefined): Html {
  const names = new Set([...(types?.types.map((one) => one.type) ?? []), ...(type === '' ? [] : [type])]);
  const options = [...names]
    .filter((name) => name !== '')
    .map((name) => html`<option${name === type ? html` selected` : ''}>${name}</option>`);
  return html`<form class="search" action="${CONSOLE}/map" method="get">
    ${placeFields(visit)}
    <p>
      <label for="map-type">Type</label
      ><select id="map-type" name="type">
        <option value="">All types</option>
        ${options}
      </select>
    </p>
    <button>Show</button>
  </form>`;
}

/** Some of what is in view, for those who do not see it on the map. */
function listOf(visit: Visit, places: readonly MapPlace[], view: MapView): Html | undefined {
  const inView = clustersOf(places, view, MAP_SIZE).flatMap((cluster) => cluster.places);
  if (inView.length === 0) return html`<p>No entity is in this part of the map.</p>`;
  const rows = inView
    .slice(0, FEW)
    .map(({ id, type, servicePath, lat, lon }) => [
      html`<a href="${visit.link('entity', { id, type, path: servicePath })}">${id}</a>`,
      type || 'no type',
      `${lat}, ${lon}`,
    ]);
  const columns = ['Entity', 'Type', 'Latitude, longitude'].map((name) => ({ name }));
  return html`<h3>In this part of the map</h3>
    ${table('Entities in this part of the map', columns, rows)}${
      inView.length > FEW ? html`<p class="note">${FEW} of ${grouped(inView.length)}.</p>` : undefined
    }`;
}
