import { parseJson } from '../json/parse-json';
import { holds, kindOf, ngsiv2TypeOf } from './kind-of';

const kind = (type: string, json: string) => kindOf({ type, value: parseJson(json) });
const POINT = '{"type":"Point","coordinates":[1,2]}';

it('is the one that NGSI-LD wrote, whatever type NGSIv2 gave it', () => {
  expect(kindOf({ kind: 'VocabProperty', type: 'Text', value: 'x' })).toBe('VocabProperty');
});

it.each([
  ['Number', '1', 'Property'],
  ['Relationship', '"urn:ngsi-ld:Room:1"', 'Relationship'],
  ['Relationship', '["urn:a:1","urn:a:2"]', 'Relationship'],
  ['Relationship', '"Room1"', 'Property'],
  ['geo:json', POINT, 'GeoProperty'],
  ['geo:json', '{"type":"Point"}', 'Property'],
  ['geo:point', '"1,2"', 'GeoProperty'],
  ['geo:point', '"x"', 'Property'],
  ['GeoProperty', POINT, 'GeoProperty'],
  ['LanguageProperty', '{"fr":"a","nl":["b","c"]}', 'LanguageProperty'],
  ['LanguageProperty', '{"fr":1}', 'Property'],
  ['VocabProperty', '"a"', 'VocabProperty'],
  ['VocabProperty', '1', 'Property'],
  ['JsonProperty', '[1]', 'JsonProperty'],
  ['JsonProperty', '1', 'Property'],
  ['ListProperty', '[1]', 'ListProperty'],
  ['ListProperty', '{}', 'Property'],
  ['ListRelationship', '["urn:a:1"]', 'ListRelationship'],
  ['ListRelationship', '[1]', 'Property'],
  ['toString', '1', 'Property'],
])('of type %s and value %s is %s', (type, json, expected) => {
  expect(kind(type, json)).toBe(expected);
});

it('takes for a kind what has its type in NGSIv2', () => {
  for (const [word, json] of [
    ['Relationship', '"urn:a:1"'],
    ['GeoProperty', POINT],
    ['JsonProperty', '{}'],
  ] as const) {
    const value = parseJson(json);
    expect(holds(word, value)).toBe(true);
    expect(kindOf({ type: ngsiv2TypeOf(word, value), value })).toBe(word);
  }
  expect(ngsiv2TypeOf('Property', true)).toBe('Boolean');
});
