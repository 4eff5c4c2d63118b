import { toJsonValue } from '@smart-city/ngsi-testing';
import { compileGeoQuery, isValidLoop } from '@smart-city/context';
import { parseGeoQuery } from '@smart-city/ngsiv2';
import { measure, report } from './rate';

/** Costly geometries: a star of 1,000 corners beside shapes of 1,000 and 9,999, and whether such a loop is one. */

type Corner = readonly [lon: number, lat: number];

function star(corners: number): readonly Corner[] {
  return Array.from({ length: corners }, (_, at): Corner => {
    const angle = (2 * Math.PI * at) / corners;
    const radius = at % 2 === 0 ? 40 : 0.5;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

const zigzag = (corners: number): readonly Corner[] =>
  Array.from({ length: corners }, (_, at): Corner => [at % 2 === 0 ? -40 : 40, -40 + (80 * at) / corners]);

const closed = (ring: readonly Corner[]) => [...ring, ring[0]!];
const coords = closed(star(999))
  .map(([lon, lat]) => `${lat.toFixed(5)},${lon.toFixed(5)}`)
  .join(';');
const polygonOf = (corners: number) => ({ type: 'Polygon', coordinates: [closed(star(corners))] });
const lineOf = (corners: number) => ({ type: 'LineString', coordinates: zigzag(corners) });

const rates = [1_000, 9_999].flatMap((corners) => {
  const loop = star(corners);
  return [
    measure(`is a loop of ${corners} corners valid`, () => isValidLoop(loop)),
    ...(['coveredBy', 'disjoint'] as const).flatMap((georel) => {
      const test = compileGeoQuery(parseGeoQuery(georel, 'polygon', coords));
      // A new value each time: what was prepared of a geometry is kept with it.
      return [
        measure(`${georel}: 1,000 corners and a polygon of ${corners}`, () =>
          test(toJsonValue(polygonOf(corners))),
        ),
        measure(`${georel}: 1,000 corners and a line of ${corners}`, () =>
          test(toJsonValue(lineOf(corners))),
        ),
      ];
    }),
  ];
});
report(rates);
