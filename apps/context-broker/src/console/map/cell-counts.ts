import type { AggregateQuery, GeoQuery, ReadTenancy } from '@smart-city/context';
import type { EntityStore } from '../../storage/entity-store';
import type { CountedTypes } from '../figures/type-counts';
import { cellOfGroup, cellWidth, extentOf, isMuchSmaller, MOST_CELLS, WORLD } from './cells';
import { countOf, type CountedPlace } from './counted-place';
import { queryOf } from './map-queries';
import type { Bounds } from './map-view';

/** Cells of each type and the edges of cells make some more than {@link MOST_CELLS}. */
const MOST_GROUPS = 5_000;
/** A city is several of these. Degrees. */
const FIRST_CELL = 0.25;
const MOST_LOOKS = 4;

export interface CellRequest {
  /** '' for all. */
  readonly type: string;
  /** What is known of the service's types: where there are few entities or types, cells are counted by type. */
  readonly types: CountedTypes | undefined;
}

/** Counts entities by cells of a grid, in the store. */
export class CellCounts {
  constructor(private readonly store: Pick<EntityStore, 'aggregate'>) {}

  /**
   * All there is, without a geographical query.
   *
   * @param most  of more entities than that, cells become smaller until they show where it is
   */
  async wholeMap(tenancy: ReadTenancy, request: CellRequest, most: number): Promise<readonly CountedPlace[]> {
    const first = await this.groups(tenancy, request, undefined, FIRST_CELL, false);
    let within = WORLD;
    let places = first ?? (await this.grid(tenancy, request, undefined, within));
    for (let look = 1; look < MOST_LOOKS && countOf(places) > most; look++) {
      const extent = extentOf(places);
      if (look > 1 && !isMuchSmaller(extent, within)) break;
      places = await this.grid(tenancy, request, undefined, extent);
      within = extent;
    }
    return places;
  }

  /** The cells of these bounds, by type where that makes no more of them than without. */
  async grid(
    tenancy: ReadTenancy,
    request: CellRequest,
    geo: GeoQuery | undefined,
    bounds: Bounds,
  ): Promise<readonly CountedPlace[]> {
    const kinds = typesToTell(request);
    const byType =
      kinds > 0 && (await this.groups(tenancy, request, geo, cellWidth(bounds, MOST_CELLS / kinds), true));
    if (byType) return byType;
    for (let degrees = cellWidth(bounds, MOST_CELLS); ; degrees *= 2) {
      // Of bounds that are long and thin, most cells lie on the edge.
      const cells = await this.groups(tenancy, request, geo, degrees, false);
      if (cells !== undefined) return cells;
    }
  }

  /** Undefined when there are more than a map takes. */
  private async groups(
    tenancy: ReadTenancy,
    { type }: CellRequest,
    geo: GeoQuery | undefined,
    degrees: number,
    byType: boolean,
  ): Promise<readonly CountedPlace[] | undefined> {
    const aggregate: AggregateQuery = {
      terms: [{ kind: 'count' }],
      groupBy: [{ by: 'cell', degrees }, ...(byType ? [{ by: 'type' } as const] : [])],
    };
    const query = queryOf(type, geo, MOST_GROUPS + 1);
    const { groups } = await this.store.aggregate(tenancy, query, aggregate);
    if (groups.length > MOST_GROUPS) return undefined;
    return groups.map((group) => cellOfGroup(group, type === '' ? undefined : type));
  }
}

/** How many types cells are counted by; 0: too many. */
function typesToTell({ type, types }: CellRequest): number {
  if (type !== '' || types === undefined) return 0;
  const entities = types.types.reduce((sum, { count }) => sum + count, 0);
  if (types.count <= 6) return Math.max(1, types.count);
  return types.count === types.types.length && entities <= MOST_GROUPS ? 1 : 0;
}
