import { geoQueryArbitrary, renderGeoQuery, worldPositionArbitrary } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { type GeoQuery, NgsiError } from '@smart-city/context';
import { parseGeoParameters, parseGeoQuery } from './parse-geo-query';

describe('parseGeoQuery', () => {
  it.each<[string, string, string, GeoQuery]>([
    [
      'near;maxDistance:100',
      'point',
      '40.4,-3.7',
      { georel: 'near', geometry: { kind: 'point', position: [-3.7, 40.4] }, maxDistanceM: 100 },
    ],
    [
      'minDistance:5;near;maxDistance:1e3',
      'point',
      '1,2',
      { georel: 'near', geometry: { kind: 'point', position: [2, 1] }, maxDistanceM: 1000, minDistanceM: 5 },
    ],
    [
      'near;maxDistance:-1',
      'point',
      '1,2',
      { georel: 'near', geometry: { kind: 'point', position: [2, 1] } },
    ],
    [
      'coveredBy',
      'box',
      '3,4;1,2',
      { georel: 'coveredBy', geometry: { kind: 'box', southWest: [2, 1], northEast: [4, 3] } },
    ],
    [
      'coveredBy',
      'polygon',
      '0,0;0,1;1,1;0,0',
      {
        georel: 'coveredBy',
        geometry: {
          kind: 'polygon',
          positions: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        },
      },
    ],
    [
      'intersects',
      'line',
      '0,0;0,1;1,1',
      {
        georel: 'intersects',
        geometry: {
          kind: 'line',
          positions: [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        },
      },
    ],
    ['equals', 'point', ' 1 , 2 ', { georel: 'equals', geometry: { kind: 'point', position: [2, 1] } }],
    ['disjoint', 'point', '1,2', { georel: 'disjoint', geometry: { kind: 'point', position: [2, 1] } }],
    [';disjoint', ';point', ';1,2', { georel: 'disjoint', geometry: { kind: 'point', position: [2, 1] } }],
  ])('%s %s %s', (georel, geometry, coords, query) => {
    expect(parseGeoQuery(georel, geometry, coords)).toEqual(query);
    expect(parseGeoParameters({ georel, geometry, coords })).toEqual(query);
  });

  it.each([
    ['disjoint', '', '1,2', 'error parsing geometry: empty geometry'],
    ['disjoint', ';', '1,2', 'error parsing geometry: empty geometry'],
    ['disjoint', 'point;point', '1,2', 'error parsing geometry: geometry-type present more than once'],
    ['disjoint', 'point;box', '1,2', 'error parsing geometry: geometry-type present more than once'],
    ['disjoint', 'circle', '1,2', 'error parsing geometry: Invalid selector in geometry specification'],
    ['disjoint', 'point;', '1,2', 'error parsing geometry: Invalid selector in geometry specification'],
    ['', 'point', '1,2', 'empty georel'],
    ['near;near', 'point', '1,2', 'georel type present more than once'],
    ['near;disjoint', 'point', '1,2', 'georel type present more than once'],
    ['near;maxDistance:1;maxDistance:1', 'point', '1,2', 'maxDistance present more than once'],
    ['near;minDistance:1;minDistance:1', 'point', '1,2', 'minDistance present more than once'],
    ['near;maxDistance:x', 'point', '1,2', 'invalid number for maxDistance'],
    ['near;minDistance:x', 'point', '1,2', 'invalid number for minDistance'],
    ['near;distance:1', 'point', '1,2', 'Invalid modifier in georel parameter'],
    ['within', 'point', '1,2', 'Invalid modifier in georel parameter'],
    ['near;', 'point', '1,2', 'Invalid modifier in georel parameter'],
    ['disjoint;maxDistance:1', 'point', '1,2', 'maxDistance erroneously used with georel /disjoint/'],
    ['minDistance:1', 'point', '1,2', 'minDistance erroneously used with georel //'],
    ['near', 'point', '1,2', 'georel /near/ without either minDistance nor maxDistance'],
    ['near;maxDistance:1', 'box', '1,2', 'georel /near/ used with geometry different than point'],
    ['coveredBy', 'point', '1,2', 'point geometry cannot be used with coveredBy georel'],
    ['coveredBy', 'line', '1,2', 'line geometry cannot be used with coveredBy georel'],
    ['disjoint', 'point', '', 'no coordinates for geometry'],
    ['disjoint', 'point', ';', 'erroneous coordinates for geometry'],
    ['disjoint', 'point', '1', 'invalid point in URI param /coords/'],
    ['disjoint', 'point', '1,2,3', 'invalid point in URI param /coords/'],
    ['disjoint', 'line', '1,2;', 'invalid point in URI param /coords/'],
    ['disjoint', 'point', '1,x', 'invalid coordinates'],
    ['disjoint', 'point', 'x,1', 'invalid coordinates'],
    ['disjoint', 'point', '1,2;3,4', 'invalid number of coordinates for /point/'],
    ['disjoint', 'line', '1,2', 'invalid number of coordinates for /line/'],
    ['disjoint', 'box', '1,2;3,4;5,6', 'invalid number of coordinates for /box/'],
    ['disjoint', 'polygon', '1,2;3,4;1,2', 'Too few coordinates for polygon'],
    ['disjoint', 'polygon', '1,2;3,4;5,7;1,3', 'First and last point in polygon not the same'],
    ['disjoint', 'box', '1,2;1,4', 'box coordinates are not defining an actual box'],
    ['disjoint', 'box', '1,2;3,2', 'box coordinates are not defining an actual box'],
  ])('%s %s %s: %s', (georel, geometry, coords, fault) => {
    expect(() => parseGeoQuery(georel, geometry, coords)).toThrow(new NgsiError('BadRequest', fault));
    expect(() => parseGeoParameters({ georel, geometry, coords })).toThrow(
      new NgsiError('BadRequest', `Invalid query: ${fault}`),
    );
  });

  it('parses what it renders', () => {
    fc.assert(
      fc.property(fc.oneof(geoQueryArbitrary(), geoQueryArbitrary(worldPositionArbitrary)), (query) => {
        const { georel, geometry, coords } = renderGeoQuery(query);
        expect(parseGeoQuery(georel, geometry, coords)).toEqual(query);
      }),
    );
  });
});

describe('the attribute of a geo query', () => {
  const geo = { georel: 'disjoint', geometry: 'point', coords: '1,2' };
  const about = { georel: 'disjoint', geometry: { kind: 'point', position: [2, 1] } };

  it('is taken beside georel, and ignored without', () => {
    expect(parseGeoQuery('disjoint', 'point', '1,2', 'yard')).toEqual({ ...about, attribute: 'yard' });
    expect(parseGeoParameters({ ...geo, geoproperty: '__proto__' })).toEqual({
      ...about,
      attribute: '__proto__',
    });
    expect(parseGeoParameters({ ...geo, georel: undefined, geoproperty: 'a b' })).toBeUndefined();
    expect(parseGeoParameters({ geoproperty: '(' })).toBeUndefined();
  });

  it.each([
    ['', 'attribute name length: 0, min length supported: 1'],
    ['a b', 'Invalid characters in attribute name'],
    ["a'", 'Invalid characters in attribute name'],
    ['x'.repeat(257), 'attribute name length: 257, max length supported: 256'],
  ])('%j is no name of one', (geoproperty, fault) => {
    const expected = new NgsiError('BadRequest', fault);
    expect(() => parseGeoParameters({ ...geo, geoproperty })).toThrow(expected);
    expect(() => parseGeoQuery('disjoint', 'point', '1,2', geoproperty)).toThrow(expected);
  });
});

describe('parseGeoParameters', () => {
  it.each([
    [{ coords: '1,2' }, 'Invalid query: URI param /coords/ used without /geometry/'],
    [{ geometry: 'point' }, 'Invalid query: URI param /geometry/ used without /coords/'],
    [{ georel: 'disjoint' }, 'Invalid query: URI param /georel/ used without /geometry/'],
  ])('%j: %s', (parameters, fault) => {
    expect(() => parseGeoParameters(parameters)).toThrow(new NgsiError('BadRequest', fault));
  });

  it('filters nothing without georel, but checks the rest', () => {
    expect(parseGeoParameters({})).toBeUndefined();
    expect(parseGeoParameters({ geometry: 'point', coords: '1,2' })).toBeUndefined();
    expect(() => parseGeoParameters({ geometry: 'point', coords: '1' })).toThrow(
      'Invalid query: invalid point in URI param /coords/',
    );
  });
});
