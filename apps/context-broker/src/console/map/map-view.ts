/** The part of the world that a map shows: its middle, and how many times the world's 256 pixels were doubled. */
export interface MapView {
  /** Degrees. */
  readonly lon: number;
  readonly lat: number;
  readonly zoom: number;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

interface Position {
  readonly lon: number;
  readonly lat: number;
}

export const MOST_ZOOM = 18;
const TILE = 256;
/** Beyond, the projection has no end. */
const LAST_LATITUDE = 85.0511;
/** Places do not lie on the edge. */
const MARGIN = 40;
/** A single place is shown with its surroundings. */
const NEAR_ZOOM = 15;
const METRES_ROUND_THE_EQUATOR = 40_075_017;

/** Web Mercator in pixels of the world at a zoom: what tile servers use. */
export function project({ lon, lat }: Position, zoom: number): readonly [x: number, y: number] {
  const size = TILE * 2 ** zoom;
  const bounded = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, lat));
  const sine = Math.sin((bounded * Math.PI) / 180);
  return [((lon + 180) / 360) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size];
}

export function unproject([x, y]: readonly [number, number], zoom: number): Position {
  const size = TILE * 2 ** zoom;
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
  return { lon: (x / size) * 360 - 180, lat };
}

/** The closest view that has all of the places in it. @param places  not empty */
export function viewOf(places: readonly Position[], { width, height }: MapSize): MapView {
  const [west, east] = extremes(places.map(({ lon }) => lon));
  const [south, north] = extremes(places.map(({ lat }) => lat));
  let zoom = NEAR_ZOOM;
  for (; zoom > 0; zoom--) {
    const [left, top] = project({ lon: west, lat: north }, zoom);
    const [right, bottom] = project({ lon: east, lat: south }, zoom);
    if (right - left <= width - 2 * MARGIN && bottom - top <= height - 2 * MARGIN) break;
  }
  const [left, top] = project({ lon: west, lat: north }, zoom);
  const [right, bottom] = project({ lon: east, lat: south }, zoom);
  return rounded({ ...unproject([(left + right) / 2, (top + bottom) / 2], zoom), zoom });
}

/** Where the upper left corner of the map lies among the pixels of the world. */
export function originOf(view: MapView, { width, height }: MapSize): readonly [x: number, y: number] {
  const [x, y] = project(view, view.zoom);
  return [x - width / 2, y - height / 2];
}

/** The view so many pixels further. */
export function moved(view: MapView, right: number, down: number): MapView {
  const [x, y] = project(view, view.zoom);
  return rounded({ ...unproject([x + right, y + down], view.zoom), zoom: view.zoom });
}

export const zoomed = (view: MapView, by: number): MapView => ({
  ...view,
  zoom: Math.max(0, Math.min(MOST_ZOOM, view.zoom + by)),
});

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function boundsOf(view: MapView, size: MapSize): Bounds {
  const [x, y] = originOf(view, size);
  const upper = unproject([x, y], view.zoom);
  const lower = unproject([x + size.width, y + size.height], view.zoom);
  return { west: upper.lon, north: upper.lat, east: lower.lon, south: lower.lat };
}

/** A length of even kilometres or metres, about a sixth of the map. */
export function scaleBar(
  { lat, zoom }: MapView,
  { width }: MapSize,
): { readonly length: number; readonly label: string } {
  const metresPerPixel = (METRES_ROUND_THE_EQUATOR * Math.cos((lat * Math.PI) / 180)) / (TILE * 2 ** zoom);
  const metres = evenStep((width / 6) * metresPerPixel);
  const label = metres < 1000 ? `${metres} m` : `${metres / 1000} km`;
  return { length: Math.round((metres / metresPerPixel) * 10) / 10, label };
}

/** 1, 2 or 5 times a power of ten, not above the value. */
function evenStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find((factor) => factor * power <= value * 1.000001) ?? 1) * power;
}

function extremes(values: readonly number[]): readonly [number, number] {
  // Not `Math.min(...values)`: there may be more values than a call takes arguments.
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}

/** Some centimetres are enough for an address. */
const rounded = ({ lon, lat, zoom }: MapView): MapView => ({
  lon: Math.round(lon * 1e6) / 1e6,
  lat: Math.round(lat * 1e6) / 1e6,
  zoom,
});
