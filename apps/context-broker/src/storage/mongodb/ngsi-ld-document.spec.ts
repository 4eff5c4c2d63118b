import { BSON } from 'mongodb';
import { kindOf, scopesOf, typesOf, type Entity } from '@smart-city/context';
import { EVERY_KIND, instance, property } from '../contract/ngsi-ld-sample';
import { readEntity, storedEntity } from './entity-document';

const bytesOf = (document: object): Uint8Array => BSON.serialize(document);
const plain = (entity: Entity) =>
  BSON.deserialize(bytesOf(storedEntity(entity))) as Readonly<Record<string, unknown>>;

const car: Entity = {
  id: 'urn:a:1',
  type: 'Car',
  furtherTypes: ['Vehicle'],
  servicePath: '/a',
  scopes: ['/a', '/b'],
  attrs: new Map(Object.entries(EVERY_KIND)),
  creDate: 1,
  modDate: 2,
};

// Sections that these tests show:
// docs/behaviour/ngsi-ld-and-ngsiv2.md#where-it-is-stored

describe('the document of an entity that NGSI-LD wrote', () => {
  it('is read as it was written', () => {
    expect(readEntity(bytesOf(storedEntity(car))).entity).toEqual(car);
  });

  it('has the kind as type, sub-attributes in md and other instances in @datasets, as those of Orion-LD', () => {
    const {
      attrs,
      '@datasets': datasets,
      ld,
    } = plain(car) as Readonly<Record<string, Record<string, unknown>>>;
    expect(attrs!['https://example=org/a=b#c']).toMatchObject({
      type: 'Relationship',
      value: ['urn:a:1', 'urn:a:2'],
      creDate: 5.25,
      modDate: 6.5,
    });
    expect(attrs!['speed']).toMatchObject({
      type: 'Property',
      value: 55.5,
      md: { observedAt: { type: 'DateTime', value: 1577836800.25 }, unitCode: { value: 'KMH' } },
      mdNames: ['observedAt', 'unitCode', 'https://example.org/dotted.source', 'flat'],
    });
    expect(datasets!['speed']).toMatchObject([
      { type: 'Property', value: 54, datasetId: 'urn:d:1' },
      { type: 'Property', value: null, datasetId: 'https://example.org/d.2' },
    ]);
    expect(ld).toMatchObject({ types: ['Vehicle'], scopes: ['/a', '/b'] });
  });

  it('has the places that are not its location, and when its first attribute ends, for their indexes', () => {
    const place = (lon: number) => ({ type: 'Point', coordinates: [lon, 2] });
    const crossed = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    const { ld } = plain({
      ...car,
      location: { attrName: 'location', coords: new Map() },
      attrs: new Map([
        [
          'location',
          {
            ...instance('GeoProperty', place(1)),
            instances: [instance('GeoProperty', place(2), { datasetId: 'urn:d:1' })],
          },
        ],
        ['other', instance('GeoProperty', place(3))],
        ['crossed', instance('GeoProperty', { type: 'Polygon', coordinates: [crossed] })],
        ['ends', property(1, { expiresAt: '2090-01-01T00:00:00Z' })],
      ]),
    }) as Readonly<Record<string, Record<string, unknown>>>;
    expect(ld).toMatchObject({
      places: [
        { attr: 'location', geometry: place(2) },
        { attr: 'other', geometry: place(3) },
      ],
      firstEnd: new Date('2090-01-01T00:00:00Z'),
    });
  });
});

describe('a document of Orion-LD', () => {
  const attribute = (type: string, value: unknown, more: object = {}) => ({
    type,
    value,
    creDate: 1,
    modDate: 2,
    mdNames: [],
    ...more,
  });
  const document = {
    _id: { id: 'urn:a:1', type: 'https://example.org/Car', servicePath: '/' },
    attrNames: ['https://example.org/speed', 'https://example.org/at', 'https://example.org/named'],
    attrs: {
      'https://example=org/speed': attribute('Property', 10, {
        md: {
          observedAt: { value: 1577836800 },
          unitCode: { value: 'KMH' },
          'https://example=org/source': { type: 'Property', value: 'GPS' },
        },
        mdNames: ['observedAt', 'unitCode', 'https://example.org/source'],
      }),
      'https://example=org/at': attribute('Relationship', 'urn:a:2'),
      'https://example=org/named': attribute('LanguageProperty', { fr: 'a' }),
    },
    creDate: 1,
    modDate: 2,
    lastCorrelator: '',
    '@datasets': {
      'https://example=org/speed': {
        type: 'Property',
        value: 5,
        datasetId: 'urn:d:1',
        creDate: 1,
        modDate: 2,
      },
      'https://example=org/only': [
        { type: 'Property', value: 6, datasetId: 'urn:d:1', creDate: 1, modDate: 2 },
        { type: 'Property', value: 7, datasetId: 'urn:d:2', creDate: 1, modDate: 2 },
      ],
    },
  };
  const { entity } = readEntity(bytesOf(document));

  it('tells kinds by types, dates and units by their names', () => {
    const { attrs } = entity;
    expect([...attrs].map(([name, one]) => [name.split('/').pop(), kindOf(one)])).toEqual([
      ['speed', 'Property'],
      ['at', 'Relationship'],
      ['named', 'LanguageProperty'],
      ['only', 'Property'],
    ]);
    const { metadata } = attrs.get('https://example.org/speed')!;
    expect(metadata.get('observedAt')).toEqual({ type: 'DateTime', value: 1577836800 });
    expect(metadata.get('unitCode')).toEqual({ type: 'Text', value: 'KMH' });
    expect(kindOf(metadata.get('https://example.org/source')!)).toBe('Property');
  });

  it('has instances by dataset, also where there is no default one', () => {
    const [speed, only] = ['speed', 'only'].map((name) => entity.attrs.get(`https://example.org/${name}`)!);
    expect(speed).toMatchObject({ value: 10, instances: [{ value: 5, datasetId: 'urn:d:1' }] });
    expect(only).toMatchObject({
      value: 6,
      datasetId: 'urn:d:1',
      instances: [{ value: 7, datasetId: 'urn:d:2' }],
    });
    expect([typesOf(entity), scopesOf(entity)]).toEqual([['https://example.org/Car'], []]);
  });
});
