import { originOf, project, type MapSize, type MapView } from './map-view';
import type { MapPlace } from './places';

/** Places that are too close to each other to be told apart on a map. */
export interface Cluster {
  readonly places: readonly MapPlace[];
  /** Pixels of the map. */
  readonly x: number;
  readonly y: number;
  /** All of them are at the very same place: coming closer does not help. */
  readonly isOnePoint: boolean;
}

interface Spot {
  readonly place: MapPlace;
  readonly x: number;
  readonly y: number;
}

/** Pixels between which places become one. */
const CELL = 44;

/** The places in view, those close together as one, at their middle. */
export function clustersOf(places: readonly MapPlace[], view: MapView, size: MapSize): readonly Cluster[] {
  const [left, top] = originOf(view, size);
  const cells = new Map<string, Spot[]>();
  for (const place of places) {
    const [worldX, worldY] = project(place, view.zoom);
    const [x, y] = [worldX - left, worldY - top];
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const key = `${Math.floor(worldX / CELL)} ${Math.floor(worldY / CELL)}`;
    const cell = cells.get(key) ?? [];
    cells.set(key, cell);
    cell.push({ place, x, y });
  }
  return apart([...cells.values()]).map((cell) => ({
    places: cell.map(({ place }) => place),
    x: mean(cell.map(({ x }) => x)),
    y: mean(cell.map(({ y }) => y)),
    isOnePoint: cell.every(
      ({ place }) => place.lon === cell[0]!.place.lon && place.lat === cell[0]!.place.lat,
    ),
  }));
}

/** Cells whose middles are close together as one: where the borders of cells happen to lie says nothing. */
function apart(cells: readonly Spot[][]): readonly Spot[][] {
  const found: { spots: Spot[]; x: number; y: number }[] = [];
  for (const spots of [...cells].sort((a, b) => b.length - a.length)) {
    const [x, y] = [mean(spots.map((spot) => spot.x)), mean(spots.map((spot) => spot.y))];
    const near = found.find((one) => Math.hypot(one.x - x, one.y - y) < CELL * 0.8);
    if (near === undefined) found.push({ spots: [...spots], x, y });
    else near.spots.push(...spots);
  }
  return found.map(({ spots }) => spots);
}

const mean = (values: readonly number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;
