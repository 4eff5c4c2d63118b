import { ContextFault } from '../faults';
import { parseJson } from '../json/parse-json';
import { renderJson } from '../json/render-json';
import type { JsonObject } from '../json/json-value';
import { isIndexableGeometry } from './geo-json';
import { isLocation, locationOf, shownGeometry } from './location';

const attribute = (type: string, value: string) => ({ type, value: parseJson(value), metadata: new Map() });
const locate = (type: string, value: string) => {
  try {
    return renderJson(locationOf('pos', attribute(type, value), 'any').coords);
  } catch (error) {
    if (!(error instanceof ContextFault)) throw error;
    return error.is('wrongGeometry') ? `${error.facts.of}: ${error.facts.reason}` : error.message;
  }
};
const fault = (text: string) => `any: ${text}`;
const POINT = '{"type":"Point","coordinates":[2,1]}';

describe('locationOf', () => {
  it.each([
    ['geo:point', '" 1 , 2 "', POINT],
    ['geo:line', '["1,2","3,4"]', '{"type":"LineString","coordinates":[[2,1],[4,3]]}'],
    ['geo:box', '["3,4","1,2"]', '{"type":"Polygon","coordinates":[[[2,1],[2,3],[4,3],[4,1],[2,1]]]}'],
    [
      'geo:polygon',
      '["0,0","0,5","5,5","0,0"]',
      '{"type":"Polygon","coordinates":[[[0,0],[5,0],[5,5],[0,0]]]}',
    ],
    ['geo:json', POINT, POINT],
    ['geo:json', `{"type":"Feature","properties":{},"geometry":${POINT}}`, POINT],
    ['geo:json', `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${POINT}}]}`, POINT],
  ])('%s %s gives %s', (type, value, geometry) => {
    expect(locate(type, value)).toBe(geometry);
  });

  it.each([
    ['geo:json', '"x"', 'geo:json needs an object or null as value'],
    ['geo:json', '{"type":"Feature","geometry":null}', 'geometry in Feature is not an object'],
    ['geo:json', '{"type":"Feature"}', 'geometry in Feature not found'],
    ['geo:json', '{"type":"FeatureCollection"}', 'features field not found in FeatureCollection'],
    [
      'geo:json',
      '{"type":"FeatureCollection","features":{}}',
      'features in FeatureCollection is not an array',
    ],
    ['geo:json', '{"type":"FeatureCollection","features":[]}', 'features in FeatureCollection has 0 items'],
    [
      'geo:json',
      '{"type":"FeatureCollection","features":[{},{}]}',
      'features in FeatureCollection has more than 1 item',
    ],
    ['geo:json', '{"type":"FeatureCollection","features":[1]}', 'geometry in Feature not found'],
    ['geo:point', '"x"', 'geo coordinates format error [see Orion user manual]: x'],
    ['geo:point', '"91,0"', 'geo coordinates format error [see Orion user manual]: 91,0'],
    ['geo:point', '"0,181"', 'geo coordinates format error [see Orion user manual]: 0,181'],
    ['geo:point', '7', 'geo coordinates format error [see Orion user manual]: '],
    ['geo:line', '"1,2"', 'geo:line, geo:box and geo:polygon needs array of strings as value'],
    [
      'geo:line',
      '["1,2",3]',
      'geo:line, geo:box and geo:polygon needs array of strings but some element is not a string',
    ],
    ['geo:box', '["1,2","x"]', 'geo coordinates format error [see Orion user manual]: x'],
    ['geo:line', '["1,2"]', 'geo:line uses at least 2 coordinates'],
    ['geo:box', '["1,2"]', 'geo:box uses exactly 2 coordinates'],
    ['geo:box', '["1,2","1,3"]', 'geo:box coordinates are not defining an actual box'],
    ['geo:polygon', '["1,2","3,4","1,2"]', 'geo:polygon uses at least 4 coordinates'],
    ['geo:polygon', '["1,2","3,4","5,6","7,8"]', 'geo:polygon first and last coordinates must match'],
  ])('%s %s is refused: %s', (type, value, text) => {
    expect(locate(type, value)).toBe(fault(text));
  });

  it('refuses what a 2dsphere index refuses', () => {
    expect(locate('geo:json', '{"type":"Point","coordinates":[200,1]}')).toBe('geometryNotIndexable');
    expect(locate('geo:json', '{"foo":1}')).toBe('geometryNotIndexable');
  });
});

describe('isIndexableGeometry', () => {
  const ring = '[[0,0],[4,0],[4,4],[0,4],[0,0]]';
  it.each([
    ['{"type":"Point","coordinates":[-180,90,12]}', true],
    ['{"type":"Point","coordinates":[1]}', false],
    ['{"type":"Point","coordinates":["1","2"]}', false],
    ['{"type":"Point"}', false],
    ['{"type":"Circle","coordinates":[1,2]}', false],
    ['{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}', true],
    ['{"type":"MultiPoint","coordinates":[]}', false],
    ['{"type":"LineString","coordinates":[[1,2],[3,4]]}', true],
    ['{"type":"LineString","coordinates":[[1,2],[1,2]]}', false],
    ['{"type":"LineString","coordinates":[[1,2]]}', false],
    ['{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}', true],
    [`{"type":"Polygon","coordinates":[${ring}]}`, true],
    [`{"type":"Polygon","coordinates":[${ring},[[1,1],[2,1],[2,2],[1,1]]]}`, true],
    ['{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4]]]}', false],
    ['{"type":"Polygon","coordinates":[[[0,0],[4,0],[0,0],[0,0]]]}', false],
    ['{"type":"Polygon","coordinates":[[[0,0],[4,4],[4,0],[0,4],[0,0]]]}', false],
    ['{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[4,0],[0,4],[0,0]]]}', false],
    ['{"type":"Polygon","coordinates":[[[170,0],[-170,0],[-170,10],[170,10],[170,0]]]}', true],
    [`{"type":"MultiPolygon","coordinates":[[${ring}]]}`, true],
    ['{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}', true],
    ['{"type":"GeometryCollection","geometries":[]}', false],
  ])('%s: %s', (text, expected) => {
    expect(isIndexableGeometry(parseJson(text) as JsonObject)).toBe(expected);
  });

  it('stays fast on a ring of thousands of long edges', () => {
    const zigzag = Array.from({ length: 20_000 }, (_, i) => [i % 2 === 0 ? -80 : 80, (i / 20_000) * 80]);
    const text = JSON.stringify({ type: 'Polygon', coordinates: [[...zigzag, zigzag[0]]] });
    expect(typeof isIndexableGeometry(parseJson(text) as JsonObject)).toBe('boolean');
  });
});

describe('isLocation and shownGeometry', () => {
  it('leaves out null, other types and ignoreType', () => {
    expect(isLocation(attribute('geo:json', POINT))).toBe(true);
    expect(isLocation(attribute('geo:json', 'null'))).toBe(false);
    expect(isLocation(attribute('StructuredValue', POINT))).toBe(false);
    const ignored = (value: boolean | string) => ({
      ...attribute('geo:json', POINT),
      metadata: new Map([['ignoreType', { type: 'Boolean', value }]]),
    });
    expect(isLocation(ignored(true))).toBe(false);
    expect(isLocation(ignored('true'))).toBe(true);
  });

  it('shows the geometry of a Feature', () => {
    expect(renderJson(shownGeometry(parseJson(`{"type":"Feature","geometry":${POINT}}`)) ?? null)).toBe(
      POINT,
    );
    expect(shownGeometry(parseJson('{"type":"Feature"}'))).toBeUndefined();
    expect(shownGeometry(null)).toBeNull();
  });
});
