import { connect } from 'node:net';
import { describeEachStore } from '../support/each-store';

const COUNT = 30;
const TEXT = 'ñ'.repeat(200_000);

describeEachStore('a list of many megabytes', (broker) => {
  const filled = async () => {
    const client = broker().client();
    for (let n = 0; n < COUNT; n += 1) {
      const entity = {
        id: `E${n}`,
        type: 'T',
        place: { type: 'geo:point', value: `1,${n}` },
        v: { type: 'Text', value: TEXT },
      };
      expect((await client.post('/v2/entities', entity)).status).toBe(201);
    }
    return client;
  };
  const ids = Array.from({ length: COUNT }, (_, n) => `E${n}`);

  it('is whole, in order, counted, in every representation, and as GeoJSON', async () => {
    const client = await filled();
    const get = (more: string, headers = {}) =>
      client.get(`/v2/entities?limit=1000&options=count${more}`, headers);
    const normalized = await get('');
    expect([normalized.status, normalized.header('Fiware-Total-Count')]).toEqual([200, String(COUNT)]);
    const entities = normalized.json() as { id: string; v: { value: string } }[];
    expect(entities.map(({ id, v }) => [id, v.value === TEXT])).toEqual(ids.map((id) => [id, true]));
    const pairs = (await get(',keyValues&attrs=v')).json() as { id: string }[];
    expect(pairs.map(({ id }) => id)).toEqual(ids);
    const collection = (await get('', { Accept: 'application/geo+json' })).json() as {
      features: { id: string }[];
    };
    expect(collection.features.map(({ id }) => id)).toEqual(ids);
    const queried = await client.post('/v2/op/query?limit=1000', { entities: [{ idPattern: '.*' }] });
    expect((queried.json() as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  });

  it('costs nobody anything when its reader goes away', async () => {
    const client = await filled();
    const { hostname, port } = new URL(client.url);
    for (let n = 0; n < 5; n += 1) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET /v2/entities?limit=1000 HTTP/1.1\r\nHost: x\r\nFiware-Service: ${client.tenant}\r\n\r\n`,
      );
      await new Promise((resolve) => socket.once('data', resolve));
      socket.destroy();
    }
    expect((await client.get('/v2/entities?limit=1')).status).toBe(200);
  });
});
