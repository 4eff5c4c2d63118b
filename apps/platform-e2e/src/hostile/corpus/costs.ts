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
const zigzag = (corners: number) =>
  Array.from({ length: corners }, (_, at): [number, number] => [
    at % 2 === 0 ? -40 : 40,
    -40 + (80 * at) / corners,
  ]);

const coordsOf = (points: readonly (readonly [number, number])[]) =>
  points.map(([lon, lat]) => `${lat.toFixed(4)},${lon.toFixed(4)}`).join(';');
const areaOf = (georel: string, corners: number) => ({
  georel,
  geometry: 'polygon',
  coords: coordsOf(star(corners)),
});
const withLine = (corners: number) => ({
  id: 'geometry',
  type: 'T',
  place: { type: 'geo:json', value: { type: 'LineString', coordinates: zigzag(corners) } },
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
