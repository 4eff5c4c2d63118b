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
