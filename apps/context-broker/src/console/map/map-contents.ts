import type { GeoQuery, ReadTenancy } from '@smart-city/context';
import type { EntityStore } from '../../storage/entity-store';
import { UnsupportedQuery } from '../../storage/unsupported-query';
import { CellCounts, type CellRequest } from './cell-counts';
import { WORLD } from './cells';
import { clustersOf } from './clusters';
import { countOf, placeOfEntity, type CountedPlace } from './counted-place';
import { boundsOf, viewOf, type Bounds, type MapSize, type MapView } from './map-view';
import { ANYWHERE, areaOf, queryOf, SOME_SPOT } from './map-queries';
import { placeOf, type MapPlace } from './places';

/** Up to so many entities are read; of more, the store counts how many are where. */
export const MOST_ENTITIES = 1_000;
/** Single entities among the cells that are read, so that they lead to their pages. */
const MOST_SINGLES = 20;

export interface MapRequest extends CellRequest {
  /** Undefined: whatever has all in it. */
  readonly view: MapView | undefined;
  readonly size: MapSize;
}

export interface MapContents {
  readonly places: readonly CountedPlace[];
  /**
   * - `entities`: each is there
   * - `cut`: the first {@link MOST_ENTITIES}
   * - `cells`: as the store counted them, points only
   * - `no-geo`: the same of the whole map, as the store knows no geographical queries
   */
  readonly kind: 'entities' | 'cut' | 'cells' | 'no-geo';
}

/** Reads what a map shows: entities where there are few, otherwise cells of a grid that the store counts. */
export class MapReader {
  private readonly cells: CellCounts;

  constructor(private readonly store: Pick<EntityStore, 'query' | 'aggregate'>) {
    this.cells = new CellCounts(store);
  }

  /** @throws NgsiError  when the database is away or takes too long */
  async read(tenancy: ReadTenancy, request: MapRequest): Promise<MapContents> {
    try {
      return await this.readBy(tenancy, request);
    } catch (error) {
      if (!(error instanceof UnsupportedQuery)) throw error;
      const places = await this.cells.wholeMap(tenancy, request, MOST_ENTITIES);
      return { places, kind: 'no-geo' };
    }
  }

  private async readBy(tenancy: ReadTenancy, request: MapRequest): Promise<MapContents> {
    const places =
      request.view === undefined
        ? await this.cells.wholeMap(tenancy, request, MOST_ENTITIES)
        : await this.cellsIn(tenancy, request, request.view);
    if (countOf(places) > MOST_ENTITIES) {
      if (request.view === undefined) await this.entities(tenancy, request.type, SOME_SPOT, 1);
      return { places: await this.withSingles(tenancy, request, places), kind: 'cells' };
    }
    const geo = request.view === undefined ? ANYWHERE : areaOf(boundsOf(request.view, request.size));
    const found = await this.entities(tenancy, request.type, geo, MOST_ENTITIES);
    return { places: found.map(placeOfEntity), kind: found.length === MOST_ENTITIES ? 'cut' : 'entities' };
  }

  private cellsIn(tenancy: ReadTenancy, request: MapRequest, view: MapView) {
    const bounds = boundsOf(view, request.size);
    const area = areaOf(bounds);
    return area === ANYWHERE
      ? this.cells.grid(tenancy, request, undefined, WORLD)
      : this.cells.grid(tenancy, request, area, bounds);
  }

  /** Cells that hold one entity, far from others, become that entity. */
  private async withSingles(
    tenancy: ReadTenancy,
    { type, view, size }: MapRequest,
    places: readonly CountedPlace[],
  ): Promise<readonly CountedPlace[]> {
    const singles = clustersOf(places, view ?? viewOf(places, size), size)
      .filter(({ count }) => count === 1)
      .flatMap((cluster) => cluster.places)
      .slice(0, MOST_SINGLES);
    const read = new Map<CountedPlace, CountedPlace>();
    for (const single of singles) {
      const { cell } = single;
      if (cell === undefined) continue;
      const found = await this.entities(tenancy, type, areaOf(cell), 2);
      // A line may run through it.
      const [entity, other] = found.filter((one) => isIn(one, cell));
      if (entity !== undefined && other === undefined) read.set(single, placeOfEntity(entity));
    }
    return places.map((place) => read.get(place) ?? place);
  }

  private async entities(
    tenancy: ReadTenancy,
    type: string,
    geo: GeoQuery,
    limit: number,
  ): Promise<readonly MapPlace[]> {
    const { entities } = await this.store.query(tenancy, queryOf(type, geo, limit));
    return entities.map(placeOf).filter((place) => place !== undefined);
  }
}

const isIn = ({ lon, lat }: MapPlace, { west, south, east, north }: Bounds): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;
