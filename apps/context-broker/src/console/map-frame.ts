interface Position {
  /** Degrees. */
  readonly lon: number;
  readonly lat: number;
}

/** The part of the world that a map shows, and where its positions come to lie. */
export interface MapFrame {
  readonly width: number;
  readonly height: number;
  /** Of the drawing's units. */
  readonly perDegreeLat: number;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  x(lon: number): number;
  y(lat: number): number;
}

const WIDTH = 560;
const HEIGHT = 400;
/** Points do not lie on the edge. */
const MARGIN = 30;
/** A single place is shown with its surroundings: about a kilometre each way. */
const LEAST_SPAN_DEGREES = 0.02;
const KM_PER_DEGREE = 111.2;

/** Fits all places into one drawing; east-west distances are right at the middle latitude. @param places  not empty */
export function mapFrame(places: readonly Position[]): MapFrame {
  const lon = middleAndSpan(places.map((place) => place.lon));
  const lat = middleAndSpan(places.map((place) => place.lat));
  const shrink = Math.max(0.1, Math.cos((lat.middle * Math.PI) / 180));
  const perDegreeLat = Math.min((WIDTH - 2 * MARGIN) / (lon.span * shrink), (HEIGHT - 2 * MARGIN) / lat.span);
  const perDegreeLon = perDegreeLat * shrink;
  return {
    width: WIDTH,
    height: HEIGHT,
    perDegreeLat,
    west: lon.middle - WIDTH / 2 / perDegreeLon,
    east: lon.middle + WIDTH / 2 / perDegreeLon,
    south: lat.middle - HEIGHT / 2 / perDegreeLat,
    north: lat.middle + HEIGHT / 2 / perDegreeLat,
    x: (degrees) => round(WIDTH / 2 + (degrees - lon.middle) * perDegreeLon),
    y: (degrees) => round(HEIGHT / 2 - (degrees - lat.middle) * perDegreeLat),
  };
}

export interface DegreeLine {
  readonly at: number;
  readonly label: string;
}

/** Meridians and parallels at even degrees, a handful of each. */
export function degreeLines(frame: MapFrame): {
  readonly lons: readonly DegreeLine[];
  readonly lats: readonly DegreeLine[];
} {
  const { west, east, south, north } = frame;
  const lonStep = evenStep((east - west) / 5);
  const latStep = evenStep((north - south) / 3);
  return {
    lons: multiples(lonStep, Math.max(-180, west), Math.min(180, east)).map((degrees) => ({
      at: frame.x(degrees),
      label: degreeText(degrees, lonStep, 'EW'),
    })),
    lats: multiples(latStep, Math.max(-90, south), Math.min(90, north)).map((degrees) => ({
      at: frame.y(degrees),
      label: degreeText(degrees, latStep, 'NS'),
    })),
  };
}

function degreeText(degrees: number, step: number, [positive, negative]: string): string {
  const amount = `${Math.abs(degrees).toFixed(decimalsOf(step))}°`;
  return degrees === 0 ? '0°' : `${amount} ${degrees < 0 ? negative : positive}`;
}

/** A length of even kilometres or metres, about a sixth of the map. */
export function scaleBar({ width, perDegreeLat }: MapFrame): {
  readonly length: number;
  readonly label: string;
} {
  const kilometres = evenStep((width / 6 / perDegreeLat) * KM_PER_DEGREE);
  return {
    length: round((kilometres / KM_PER_DEGREE) * perDegreeLat),
    label: kilometres < 1 ? `${Math.round(kilometres * 1000)} m` : `${kilometres} km`,
  };
}

function middleAndSpan(values: readonly number[]): { readonly middle: number; readonly span: number } {
  // Not `Math.min(...values)`: there may be more values than a call takes arguments.
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  return { middle: (least + most) / 2, span: Math.max(LEAST_SPAN_DEGREES, most - least) };
}

/** 1, 2 or 5 times a power of ten, not above the value. */
function evenStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].find((factor) => factor * power <= value * 1.000001)! * power;
}

const decimalsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

function multiples(step: number, from: number, to: number): readonly number[] {
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step);
}

const round = (value: number): number => Math.round(value * 100) / 100;
