import { startBroker } from '../support/each-store';
import { errorBody, type BrokerClient } from '../support/broker-client';

const TOO_MANY = 'too many regular expressions: 101, max supported: 100';
const TOO_LONG = 'q: too many conditions, max supported: 100, by -queryConditions';
const TOO_MANY_VALUES = 'too many values in a query, max supported: 1000, by -queryValues';
const patterns = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ idPattern: `^(..?a?){90}.*b{3}.*(ab?){${50 + n}}$` }));
const statements = (count: number) => Array.from({ length: count }, (_, n) => `A~=${n}`).join(';');

describe('queries that cost much', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let heavy: BrokerClient;
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-queryTimeout', '1500']);
    heavy = broker.client();
    // Enough that the query below takes several times what it may.
    for (let batch = 0; batch < 5; batch += 1) {
      const entities = Array.from({ length: 2000 }, (_, n) => ({
        id: `${'ab'.repeat(120)}${batch}-${n}`,
        type: 'T',
      }));
      expect((await heavy.post('/v2/op/update', { actionType: 'append', entities })).status).toBe(204);
    }
  });
  afterAll(() => broker?.stop());

  it.each<[string, string, object]>([
    ['a query', '/v2/op/query', { entities: patterns(101) }],
    [
      'a subscription',
      '/v2/subscriptions',
      { subject: { entities: patterns(101) }, notification: { http: { url: 'http://127.0.0.1:9' } } },
    ],
  ])('%s may not have more than a hundred regular expressions', async (_what, path, body) => {
    const answer = await heavy.post(path, body);
    expect([answer.status, answer.body]).toEqual([400, errorBody('BadRequest', TOO_MANY)]);
  });

  const values = (count: number) => `a==${Array.from({ length: count }, (_, n) => n).join(',')}`;
  const tooMuch: readonly [string, string][] = [
    [statements(101), TOO_LONG],
    [Array(101).fill('a').join(';'), TOO_LONG],
    [values(1_001), TOO_MANY_VALUES],
    [`${values(600)};${values(600)}`, TOO_MANY_VALUES],
  ];
  it.each(tooMuch)(
    'a q may not have more conditions or values than the options say: %#',
    async (q, fault) => {
      const expected = [400, errorBody('BadRequest', fault)];
      const expression = { q };
      const entities = [{ idPattern: '.*' }];
      for (const dialect of ['', '?options=extendedQuery']) {
        const query = await heavy.post(`/v2/op/query${dialect}`, { entities, expression });
        expect([query.status, query.body]).toEqual(expected);
        const subscription = await heavy.post(`/v2/subscriptions${dialect}`, {
          subject: { entities, condition: { expression } },
          notification: { http: { url: 'http://127.0.0.1:9' } },
        });
        expect([subscription.status, subscription.body]).toEqual(expected);
      }
    },
  );

  it('a q may have as many as the options say', async () => {
    const entities = [{ idPattern: '.*' }];
    for (const q of [Array(100).fill('a').join(';'), values(1_000)])
      expect((await heavy.post('/v2/op/query', { entities, expression: { q } })).status).toBe(200);
  });

  const ring = (corners: number) =>
    Array.from({ length: corners }, (_, at) => [
      Math.cos((at * 2 * Math.PI) / (corners - 1)),
      Math.sin((at * 2 * Math.PI) / (corners - 1)),
    ])
      .map((position, at, all) => (at === corners - 1 ? all[0]! : position))
      .map(([lon, lat]) => [10 * lon!, 10 * lat!]);
  const coordsOf = (corners: number) =>
    ring(corners)
      .map(([lon, lat]) => `${lat},${lon}`)
      .join(';');

  it('coords may not have more corners than -queryCorners says', async () => {
    const entities = [{ idPattern: '.*' }];
    const within = (corners: number) => ({
      georel: 'intersects',
      geometry: 'polygon',
      coords: coordsOf(corners),
    });
    const ask = (corners: number) => heavy.post('/v2/op/query', { entities, expression: within(corners) });
    const subscribe = (corners: number) =>
      heavy.post('/v2/subscriptions', {
        subject: { entities, condition: { expression: within(corners) } },
        notification: { http: { url: 'http://127.0.0.1:9' } },
      });
    expect((await ask(1_000)).status).toBe(200);
    expect((await subscribe(1_000)).status).toBe(201);
    for (const refused of [await ask(1_001), await subscribe(1_001)]) {
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('too many corners in coords, max supported: 1000, by -queryCorners');
    }
  });

  it('a location may not have more corners than -locationCorners says', async () => {
    const create = (id: string, corners: number) =>
      broker.client().post('/v2/entities', {
        id,
        place: { type: 'geo:json', value: { type: 'Polygon', coordinates: [ring(corners)] } },
      });
    const refused = await create('R', 10_001);
    expect([refused.status, refused.body]).toEqual([
      400,
      errorBody('BadRequest', 'too many corners in a location, max supported: 10000, by -locationCorners'),
    ]);
    expect((await create('S', 10_000)).status).toBe(201);
  });

  it('nor may one of NGSIv1', async () => {
    const entities = Array.from({ length: 101 }, (_, at) => ({ id: `E${at}.*`, isPattern: 'true' }));
    const answer = await heavy.post('/v1/queryContext', { entities });
    expect(answer.body).toContain(TOO_MANY);
  });

  it('within that, it is ended after its time, and others are answered meanwhile', async () => {
    const slow = heavy.post('/v2/op/query', { entities: patterns(100) });
    const other = broker.client();
    await other.post('/v2/entities', { id: 'E', type: 'T' });
    for (const client of [other, heavy])
      expect((await client.get('/v2/entities?limit=1&type=T')).status).toBe(200);
    expect(await slow).toMatchObject({
      status: 504,
      reason: 'Gateway Timeout',
      body: errorBody('GatewayTimeout', 'the query took longer than 1500 milliseconds'),
    });
    expect((await heavy.post('/v2/op/query', { entities: patterns(1) })).status).toBe(200);
  });
});
