import { toJsonValue } from '@smart-city/ngsi-testing';
import type { JsonObject } from '../json/json-value';
import { badRequest } from '../errors';
import { checkCoordsLength, checkGeometrySize, limitGeometries } from './geometry-limits';

beforeAll(() => limitGeometries({ queryCorners: 3, locationCorners: 3 }));
afterAll(() => limitGeometries({ queryCorners: 1_000, locationCorners: 10_000 }));

it.each([
  ['1,1;2,2;3,3', false],
  ['1,1;2,2;3,3;4,4', true],
  [';'.repeat(1_000_000), true],
])('counts the corners of coords: %.20s', (text, isRefused) => {
  const check = () => checkCoordsLength(text, badRequest);
  if (isRefused) expect(check).toThrow('too many corners in coords, max supported: 3, by -queryCorners');
  else expect(check).not.toThrow();
});

const at = (count: number) => Array.from({ length: count }, (_, n) => [n, n]);

it.each([
  ['Point', { coordinates: [1, 2] }, false],
  ['MultiPoint', { coordinates: at(3) }, false],
  ['LineString', { coordinates: at(4) }, true],
  ['Polygon', { coordinates: [at(2), at(2)] }, true],
  ['MultiPolygon', { coordinates: [[at(2)], [at(1)]] }, false],
  [
    'GeometryCollection',
    { geometries: [{ type: 'LineString', coordinates: at(2) }, { coordinates: at(2) }] },
    true,
  ],
  ['Polygon', { coordinates: Array.from({ length: 4 }, () => []) }, true],
  ['Polygon', { coordinates: 'text' }, false],
])('counts the corners of a %s: %j', (type, members, isRefused) => {
  const check = () => checkGeometrySize(toJsonValue({ type, ...members }) as JsonObject);
  if (isRefused)
    expect(check).toThrow('too many corners in a location, max supported: 3, by -locationCorners');
  else expect(check).not.toThrow();
});
