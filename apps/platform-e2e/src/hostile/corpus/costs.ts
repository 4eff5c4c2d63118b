import type { HostileGroup, HostileRequest, Outcome } from './hostile-request';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (path: string, body: unknown, outcome: Outcome = 'harmless'): HostileRequest => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body,
  outcome,
});
const RECEIVER = 'http://127.0.0.1:9/';

/** A polygon whose edges all pass near its middle, closed. */
function star(corners: number): readonly (readonly [lon: number, lat: number])[] {
  const points = Array.from({ length: corners }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / corners;
    const radius = at % 2 === 0 ? 40 : 0.5;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...points, points[0]!];
}

/** A line that goes to and fro. */
const zigzag = (corners: number): readonly (readonly [number, number])[] =>
  Array.from({ length: corners }, (_, at): [number, number] => [
    at % 2 === 0 ? -40 : 40,
    -40 + (80 * at) / corners,
  ]);

/** A polygon with long teeth beside each other, askew, so that the box of each edge meets those of many others. */
function comb(corners: number): readonly (readonly [number, number])[] {
  const teeth = Array.from({ length: corners / 4 }, (_, tooth) => tooth * 0.04).flatMap((y) => [
    askew(0, y),
    askew(10, y),
    askew(10, y + 0.02),
    askew(0.001, y + 0.02),
  ]);
  return [...teeth, askew(-0.1, corners / 100), askew(-0.1, 0), teeth[0]!];
}

const askew = (x: number, y: number): readonly [number, number] => [(x - y) * 0.7, (x + y) * 0.7];

/** A line between two teeth of the comb. */
const betweenTeeth = (corners: number) =>
  Array.from({ length: corners }, (_, at) => askew(at % 2 === 0 ? 0.1 : 9.9, 4.824 + (at * 0.008) / corners));

const coordsOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([lon, lat]) => `${lat.toFixed(4)},${lon.toFixed(4)}`).join(';');
const areaOf = (georel: string, corners: number) => ({
  georel,
  geometry: 'polygon',
  coords: coordsOf(star(corners)),
});
const withLine = (corners: number, points = zigzag) => ({
  id: 'geometry',
  type: 'T',
  place: { type: 'geo:json', value: { type: 'LineString', coordinates: points(corners) } },
});
const withArea = (corners: number) => ({
  id: 'geometry',
  type: 'T',
  place: { type: 'geo:json', value: { type: 'Polygon', coordinates: [star(corners)] } },
});

/** Shapes with many edges that all come near each other, stored, asked for and subscribed to. */
const GEOMETRIES: HostileGroup = {
  name: 'costly geometries',
  to: 'broker',
  requests: [
    ...['coveredBy', 'intersects', 'disjoint', 'equals'].map((georel) =>
      post('/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*' }], condition: { expression: areaOf(georel, 900) } },
        notification: { http: { url: RECEIVER } },
      }),
    ),
    ...['coveredBy', 'intersects', 'disjoint'].map((georel) =>
      post('/v2/subscriptions', {
        subject: {
          entities: [{ idPattern: '.*' }],
          condition: { expression: { georel, geometry: 'polygon', coords: coordsOf(comb(960)) } },
        },
        notification: { http: { url: RECEIVER } },
      }),
    ),
    post('/v2/entities?options=upsert', withLine(9_999, betweenTeeth)),
    ...[100, 6_000, 9_999].map((corners) => post('/v2/entities?options=upsert', withLine(corners))),
    ...[1_500, 6_000, 9_999].map((corners) => post('/v2/entities?options=upsert', withArea(corners))),
    post('/v2/entities?options=upsert', withLine(20_000), 'refused'),
    ...['coveredBy', 'intersects', 'disjoint'].flatMap((georel) => [
      post('/v2/op/query', { expression: areaOf(georel, 900) }),
      post('/v2/op/query', { expression: areaOf(georel, 6_000) }, 'refused'),
    ]),
  ],
};

const EXPRESSIONS = [
  `[${'arr,'.repeat(2_000)}]`,
  `[${'arr==arr,'.repeat(900)}]`,
  `[${'metadata==metadata,'.repeat(400)}]`,
  `text${"|replaceStr('a','aaaaaaaaaa')".repeat(50)}`,
  "text|replaceRegex('a',text)",
  `[${'text|uppercase|len,'.repeat(400)}]`,
  `[${'arr|toString|toJson|arrSort,'.repeat(250)}]`,
];

/** Expressions that repeat what is large, in macros and in conditions, and an update that fires them. */
const REPEATED_VALUES: HostileGroup = {
  name: 'costly expressions',
  to: 'broker',
  requests: [
    ...EXPRESSIONS.flatMap((expression): HostileRequest[] => [
      post('/v2/subscriptions', {
        subject: { entities: [{ id: 'expressions' }] },
        notification: { httpCustom: { url: RECEIVER, json: { a: `\${${expression}}` } } },
      }),
      post('/v2/subscriptions', {
        subject: { entities: [{ id: 'expressions' }], condition: { jexlExpression: `(${expression}) == 1` } },
        notification: { http: { url: RECEIVER } },
      }),
    ]),
    ...[1, 2, 3].map((run) =>
      post('/v2/entities?options=upsert,keyValues', {
        id: 'expressions',
        type: 'T',
        run,
        arr: Array.from({ length: 40_000 }, (_, at) => at),
        text: 'a'.repeat(100_000),
      }),
    ),
  ],
};

/** Requests whose cost is a product: of corners, or of what an expression repeats. */
export const COSTS: readonly HostileGroup[] = [GEOMETRIES, REPEATED_VALUES];
