import type { Bounds } from './map-view';
import type { MapPlace } from './places';

/** What is counted at one place of the map: a single entity, or the entities of a cell. Degrees. */
export interface CountedPlace {
  readonly lon: number;
  readonly lat: number;
  readonly count: number;
  /** Undefined: nobody asked which types they have. */
  readonly type: string | undefined;
  /** The entity, where it is a known one. */
  readonly entity?: MapPlace;
  /** The cell, where only its number is known; its middle is the place. */
  readonly cell?: Bounds;
}

export const placeOfEntity = (entity: MapPlace): CountedPlace => ({
  lon: entity.lon,
  lat: entity.lat,
  count: 1,
  type: entity.type,
  entity,
});

export const placeOfCell = (cell: Bounds, count: number, type: string | undefined): CountedPlace => ({
  lon: (cell.west + cell.east) / 2,
  lat: (cell.south + cell.north) / 2,
  count,
  type,
  cell,
});

export const countOf = (places: readonly CountedPlace[]): number =>
  places.reduce((sum, { count }) => sum + count, 0);
