import type { CountedPlace } from './counted-place';
import { originOf, project, type MapSize, type MapView } from './map-view';

/** Places that are too close to each other to be told apart on a map. */
export interface Cluster {
  readonly places: readonly CountedPlace[];
  /** Entities of all of them. */
  readonly count: number;
  /** Pixels of the map. */
  readonly x: number;
  readonly y: number;
  /** All of them are at the very same place: coming closer does not help. */
  readonly isOnePoint: boolean;
}

interface Spot {
  readonly place: CountedPlace;
  readonly x: number;
  readonly y: number;
}

/** Pixels between which places become one. */
const CELL = 44;

/** The places in view, those close together as one, at their middle. */
export function clustersOf(
  places: readonly CountedPlace[],
  view: MapView,
  size: MapSize,
): readonly Cluster[] {
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
  return apart([...cells.values()]).map(clusterOf);
}

function clusterOf(spots: readonly Spot[]): Cluster {
  const places = spots.map(({ place }) => place);
  const [{ lon, lat }] = places as [CountedPlace];
  return {
    places,
    count: weightOf(spots),
    ...middleOf(spots),
    isOnePoint: places.every((one) => one.cell === undefined && one.lon === lon && one.lat === lat),
  };
}

/** Cells whose middles are close together as one: where the borders of cells happen to lie says nothing. */
function apart(cells: readonly Spot[][]): readonly Spot[][] {
  const weighed = cells.map((spots) => ({ spots, weight: weightOf(spots) }));
  const found: { spots: Spot[]; x: number; y: number }[] = [];
  for (const { spots } of weighed.sort((a, b) => b.weight - a.weight)) {
    const { x, y } = middleOf(spots);
    const near = found.find((one) => Math.hypot(one.x - x, one.y - y) < CELL * 0.8);
    if (near === undefined) found.push({ spots: [...spots], x, y });
    else near.spots.push(...spots);
  }
  return found.map(({ spots }) => spots);
}

const weightOf = (spots: readonly Spot[]): number => spots.reduce((sum, { place }) => sum + place.count, 0);

/** Where most of the entities are. */
function middleOf(spots: readonly Spot[]): { readonly x: number; readonly y: number } {
  const weight = weightOf(spots);
  const mean = (axis: 'x' | 'y') =>
    Math.round((spots.reduce((sum, spot) => sum + spot[axis] * spot.place.count, 0) / weight) * 10) / 10;
  return { x: mean('x'), y: mean('y') };
}
