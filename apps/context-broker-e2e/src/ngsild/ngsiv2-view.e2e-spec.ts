import { eventually } from '@smart-city/testing';
import { describeEachStore, type RunningBroker } from '../support/each-store';
import { LdClient } from './ld-client';

const ID = 'urn:ngsi-ld:Car:1';
const PATH = `/v2/entities/${ID}`;
const FULL = 'https://uri.etsi.org/ngsi-ld/default-context/';
const OTHER = 'https://example.org/full';
const INSTANCES = [
  { type: 'Property', value: 1 },
  { type: 'Property', value: 2, datasetId: 'urn:d:1' },
];
const CAR = {
  id: ID,
  type: ['Car', 'Vehicle'],
  speed: {
    type: 'Property',
    value: 55.5,
    unitCode: 'KMH',
    observedAt: '2020-01-01T00:00:00Z',
    source: { type: 'Property', value: 'GPS', trust: { type: 'Property', value: 0.9 } },
  },
  isParked: { type: 'Relationship', object: 'urn:ngsi-ld:P:1', objectType: 'Parking' },
  location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [1, 2] } },
  named: { type: 'LanguageProperty', languageMap: { fr: 'a', en: 'b' } },
  sort: { type: 'VocabProperty', vocab: 'big' },
  raw: { type: 'JsonProperty', json: { a: 1 } },
  list: { type: 'ListProperty', valueList: [1, 2] },
  links: { type: 'ListRelationship', objectList: [{ object: 'urn:a:1' }] },
  multi: INSTANCES,
  [OTHER]: { type: 'Property', value: true },
};

/** Both protocols as one tenant. */
function clients(broker: RunningBroker) {
  const v2 = broker.client();
  return { v2, ld: new LdClient({ ...broker, client: () => v2 }) };
}

// Sections that these tests show:
// docs/behaviour/ngsi-ld-and-ngsiv2.md#what-ngsiv2-shows-of-an-entity-of-ngsi-ld
// docs/behaviour/ngsi-ld-and-ngsiv2.md#what-ngsi-ld-shows-of-an-entity-of-ngsiv2
// docs/behaviour/ngsi-ld-and-ngsiv2.md#writes-that-cross

describeEachStore('an entity that NGSI-LD made, seen by NGSIv2', (broker) => {
  it('has types by its values, the kinds as types, metadata, and the default instances', async () => {
    const { v2, ld } = clients(broker());
    expect((await ld.post('/entities', CAR)).status).toBe(201);
    const item = (type: string, value: unknown, metadata = {}) => ({ type, value, metadata });
    expect((await v2.get(PATH)).json()).toEqual({
      id: ID,
      type: 'Car',
      speed: item('Number', 55.5, {
        observedAt: { type: 'DateTime', value: '2020-01-01T00:00:00.000Z' },
        unitCode: { type: 'Text', value: 'KMH' },
        source: { type: 'Text', value: 'GPS' },
      }),
      isParked: item('Relationship', 'urn:ngsi-ld:P:1'),
      location: item('geo:json', { type: 'Point', coordinates: [1, 2] }),
      named: item('LanguageProperty', { fr: 'a', en: 'b' }),
      sort: item('VocabProperty', 'big'),
      raw: item('JsonProperty', { a: 1 }),
      list: item('ListProperty', [1, 2]),
      links: item('ListRelationship', ['urn:a:1']),
      multi: item('Number', 1),
      [OTHER]: item('Boolean', true),
    });
    const types = (await v2.get('/v2/types')).json();
    expect(types).toMatchObject([{ type: 'Car', attrs: { speed: { types: ['Number'] } }, count: 1 }]);
  });

  it('is found by short and by full names', async () => {
    const { v2, ld } = clients(broker());
    await ld.post('/entities', CAR);
    const shown = [{ id: ID, type: 'Car', speed: 55.5 }];
    for (const query of [
      'attrs=speed&type=Car',
      `attrs=${FULL}speed&type=${FULL}Car`,
      `attrs=speed&q='${FULL}speed'>50`,
      `attrs=speed&q='${OTHER}'==true`,
      'attrs=speed&q=speed<60;isParked==urn:ngsi-ld:P:1',
      'attrs=speed&mq=speed.observedAt<2021-01-01;speed.source==GPS',
    ]) {
      const answer = await v2.get(`/v2/entities?options=keyValues&${query}`);
      expect([query, answer.json()]).toEqual([query, shown]);
    }
    expect((await v2.get(`/v2/entities?type=Vehicle`)).json()).toEqual([]);
  });

  it('keeps kinds, instances and sub-attributes when values change, and loses a kind that they do not fit', async () => {
    const { v2, ld } = clients(broker());
    await ld.post('/entities', CAR);
    const update = {
      isParked: { value: 'urn:ngsi-ld:P:2' },
      speed: { value: 60, metadata: { source: { value: 'radar' } } },
      raw: { value: 7 },
      multi: { value: 'x' },
      location: { type: 'geo:point', value: '3,4' },
    };
    expect((await v2.patch(`${PATH}/attrs`, update)).status).toBe(204);
    expect((await v2.put(`${PATH}/attrs/list/value`, [3])).status).toBe(204);
    const { type: _type, ...attributes } = (await ld.shown(ID, 'format=normalized')) as typeof CAR;
    const { id: _id, type: _types, ...made } = CAR;
    expect(attributes).toEqual({
      ...made,
      speed: {
        type: 'Property',
        value: 60,
        unitCode: 'KMH',
        observedAt: '2020-01-01T00:00:00Z',
        source: { type: 'Property', value: 'radar' },
      },
      isParked: { ...CAR.isParked, object: 'urn:ngsi-ld:P:2' },
      raw: { type: 'Property', value: 7 },
      list: { type: 'ListProperty', valueList: [3] },
      multi: [{ type: 'Property', value: 'x' }, INSTANCES[1]],
      location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [4, 3] } },
    });
  });

  it('is in the service path of its first scope', async () => {
    const { v2, ld } = clients(broker());
    await ld.post('/entities', { ...CAR, scope: ['/a/b', '/c'] });
    const at = async (path: string) => (await v2.get(PATH, { 'Fiware-ServicePath': path })).status;
    expect([await at('/a/b'), await at('/c'), await at('/#')]).toEqual([200, 404, 200]);
    expect((await ld.patch(`/entities/${ID}`, { scope: '/c' })).status).toBe(204);
    expect([await at('/a/b'), await at('/c')]).toEqual([404, 200]);
  });

  it('ends at its expiresAt, which is a dateExpires', async () => {
    const { v2, ld } = clients(broker());
    await ld.post('/entities', { ...CAR, expiresAt: '2090-01-01T00:00:00Z' });
    expect((await v2.get(`${PATH}?attrs=dateExpires`)).json()).toMatchObject({
      dateExpires: { type: 'DateTime', value: '2090-01-01T00:00:00.000Z' },
    });
    const soon = { type: 'DateTime', value: new Date(Date.now() + 200).toISOString() };
    expect((await v2.patch(`${PATH}/attrs`, { dateExpires: soon })).status).toBe(204);
    await eventually(async () => (await ld.get(`/entities/${ID}`)).status === 404);
    expect((await v2.get(PATH)).status).toBe(404);
    expect((await ld.post('/entities', CAR)).status).toBe(201);
  });
});

describeEachStore('an entity that NGSIv2 made, seen by NGSI-LD', (broker) => {
  it('has kinds by its types, sub-attributes for metadata, and the path as its scope', async () => {
    const { v2, ld } = clients(broker());
    const room = {
      id: 'Room1',
      type: 'Room',
      t: {
        value: 1,
        metadata: { observedAt: { type: 'DateTime', value: '2020-01-01T00:00:00Z' }, acc: { value: 0.5 } },
      },
      place: { type: 'geo:point', value: '40,-3' },
      rel: { type: 'Relationship', value: 'urn:a:1' },
      word: { type: 'Relationship', value: 'no uri' },
      nothing: { value: null },
    };
    expect((await v2.post('/v2/entities', room, { 'Fiware-ServicePath': '/a' })).status).toBe(201);
    expect(await ld.shown('Room1', 'format=normalized')).toEqual({
      type: 'Room',
      scope: '/a',
      t: {
        type: 'Property',
        value: 1,
        observedAt: '2020-01-01T00:00:00.000Z',
        acc: { type: 'Property', value: 0.5 },
      },
      place: { type: 'GeoProperty', value: { type: 'Point', coordinates: [-3, 40] } },
      rel: { type: 'Relationship', object: 'urn:a:1' },
      word: { type: 'Property', value: 'no uri' },
    });
  });

  it('is one entity of its id: a second one is a conflict, and of twins the oldest is shown', async () => {
    const { v2, ld } = clients(broker());
    await v2.post('/v2/entities', { id: ID, type: 'Old', a: { value: 1 } }, { 'Fiware-ServicePath': '/a' });
    expect((await ld.post('/entities', CAR)).status).toBe(409);
    await v2.post('/v2/entities', { id: ID, type: 'New', a: { value: 2 } });
    expect(await ld.shown(ID)).toMatchObject({ type: 'Old', a: 1 });
  });
});
