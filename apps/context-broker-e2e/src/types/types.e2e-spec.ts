import { describeEachStore } from '../support/each-store';
import { errorBody } from '../support/broker-client';

describeEachStore('types', (broker) => {
  const prepare = async () => {
    const client = broker().client();
    const entities = [
      { id: '1', type: 'T2', a: { type: 'Number', value: 1 } },
      {
        id: '2',
        type: 'T2',
        a: { type: 'Text', value: 'x' },
        b: { type: 'X', value: 1 },
        dateExpires: { type: 'DateTime', value: '2099-01-01T00:00:00Z' },
      },
      { id: '3', type: 'T1' },
    ];
    await client.post('/v2/op/update', { actionType: 'append', entities });
    return client;
  };

  it('are listed by name', async () => {
    const client = await prepare();
    const answer = await client.get('/v2/types?options=count');
    expect(answer.body).toBe(
      '[{"type":"T1","attrs":{},"count":1},{"type":"T2","attrs":{"a":{"types":["Number","Text"]},"b":{"types":["X"]}},"count":2}]',
    );
    expect(answer.header('Fiware-Total-Count')).toBe('2');
    expect((await client.get('/v2/types?options=values')).body).toBe('["T1","T2"]');
    expect((await client.get('/v2/types?limit=1&offset=1&options=noAttrDetail')).body).toBe(
      '[{"type":"T2","attrs":{"a":{"types":[]},"b":{"types":[]}},"count":2}]',
    );
    expect((await broker().client().get('/v2/types')).body).toBe('[]');
  });

  it('are shown one by one', async () => {
    const client = await prepare();
    expect((await client.get('/v2/types/T2')).body).toBe(
      '{"attrs":{"a":{"types":["Number","Text"]},"b":{"types":["X"]}},"count":2}',
    );
    expect(await client.get('/v2/types/T3')).toMatchObject({
      status: 404,
      body: errorBody('NotFound', 'Entity type not found'),
    });
    expect((await client.get('/v2/types/T2', { 'Fiware-ServicePath': '/other' })).status).toBe(404);
  });

  it('show twenty attributes of one, and others by limit and offset', async () => {
    const client = await prepare();
    const names = Array.from({ length: 25 }, (_, at) => `a${String(at).padStart(2, '0')}`);
    const wide = { id: 'W', type: 'Wide', ...Object.fromEntries(names.map((name) => [name, { value: 1 }])) };
    await client.post('/v2/entities', wide);
    const shown = async (query: string) => {
      const body = (await client.get(`/v2/types/Wide${query}`)).json() as { attrs: object; count: number };
      expect(body.count).toBe(1);
      return Object.keys(body.attrs);
    };
    expect(await shown('')).toEqual(names.slice(0, 20));
    expect(await shown('?limit=1')).toEqual(names.slice(0, 1));
    expect(await shown('?limit=3&offset=23')).toEqual(names.slice(23));
  });
});
