import { post, type Step } from '../step';

const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });

/** Entities of many kinds of values, metadata, types, places and service paths. */
const ENTITIES: readonly (readonly [entity: object, servicePath?: string])[] = [
  [
    {
      id: 'R1',
      type: 'Room',
      n: { type: 'Number', value: 23.5, metadata: { unit: { type: 'Text', value: 'CEL' } } },
      t: { type: 'Text', value: 'warm', metadata: {} },
      b: { type: 'Boolean', value: true },
      p: { type: 'geo:point', value: '40.418889, -3.691944' },
    },
  ],
  [
    {
      id: 'R2',
      type: 'Room',
      n: { value: -7, metadata: { unit: { value: 'FAR' }, acc: { type: 'Number', value: 0.25 } } },
      t: { value: 'cold' },
      b: { value: false },
      z: { value: null },
    },
  ],
  [
    {
      id: 'R3',
      type: 'Room',
      n: { type: 'Number', value: 1000000000000 },
      o: { type: 'StructuredValue', value: { x: 1, y: { z: ['a', 2, null, true] }, 'a.b': 'dot' } },
      l: { type: 'StructuredValue', value: ['red', 'green', 3, { k: 'v' }] },
      p: { type: 'geo:json', value: point(2.1, 41.3) },
    },
  ],
  [
    {
      id: 'C1',
      type: 'Car',
      n: { value: 0 },
      when: {
        type: 'DateTime',
        value: '2019-06-01T12:30:00.250Z',
        metadata: { d: { type: 'DateTime', value: '2018-01-01' } },
      },
      p: {
        type: 'geo:json',
        value: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 10],
              [10, 10],
              [10, 0],
              [0, 0],
            ],
          ],
        },
      },
    },
  ],
  [
    {
      id: 'C2',
      type: 'Car',
      n: { value: 5.123456789 },
      t: { value: '' },
      'odd-name:x': { value: 'ä ö ü € 😀' },
      p: {
        type: 'geo:box',
        value: ['40.63913831188419, -8.653321266174316', '40.63881265804603, -8.653149604797363'],
      },
    },
  ],
  [{ id: 'urn:ngsi-ld:Thing:1', type: 'Thing', text: { value: 'a,b' }, n: { value: 5 } }],
  [{ id: 'twice', type: 'Room', n: { value: 1 } }],
  [{ id: 'twice', type: 'Car', n: { value: 2 } }],
  [{ id: 'P1', type: 'Room', n: { value: 10 }, t: { value: 'deep' } }, '/a/b'],
  [{ id: 'P2', type: 'Car', n: { value: 11 } }, '/a'],
  [{ id: 'none' }],
];

/** Most items of an entity, so that lists stay short. */
export const fixture: readonly Step[] = ENTITIES.map(([entity, servicePath]) =>
  post(
    '/v2/entities',
    entity,
    servicePath === undefined ? {} : { headers: { 'Fiware-ServicePath': servicePath } },
  ),
);
