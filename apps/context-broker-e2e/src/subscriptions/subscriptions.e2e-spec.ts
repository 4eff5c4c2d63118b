import { errorBody, type BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';

const subject = { entities: [{ id: 'E', type: 'T' }] };
const body = (more: object = {}) => ({
  subject,
  notification: { http: { url: 'http://127.0.0.1:1/x' } },
  ...more,
});
const shown = (id: string, more = '') =>
  `{"id":"${id}",${more}"status":"active","subject":{"entities":[{"id":"E","type":"T"}],"condition":{"attrs":[],"notifyOnMetadataChange":true}},` +
  '"notification":{"attrs":[],"onlyChangedAttrs":false,"attrsFormat":"normalized","http":{"url":"http://127.0.0.1:1/x"},"covered":false}}';

async function create(
  client: BrokerClient,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await client.post('/v2/subscriptions', body(more), headers);
  expect(answer.status).toBe(201);
  const location = answer.header('Location')!;
  expect(location).toMatch(/^\/v2\/subscriptions\/[0-9a-f]{24}$/);
  expect(answer.body).toBe('');
  return location.split('/').at(-1)!;
}

describeEachStore('subscriptions', (broker) => {
  it('are filtered with options=filter, and with nothing less', async () => {
    const client = broker().client();
    const [, second] = [
      await create(client, { description: 'first', owner: 'alice', labels: ['energy'] }),
      await create(client, { description: 'second', owner: 'bob', labels: ['energy', 'roof'] }),
      await create(client),
    ];
    const find = async (query: string) => {
      const answer = await client.get(`/v2/subscriptions?${query}`);
      return [answer.header('Fiware-Total-Count'), (answer.json() as { id: string }[]).map(({ id }) => id)];
    };
    expect(await find('options=filter,count&label=roof')).toEqual(['1', [second]]);
    expect(await find('options=filter,count&label=energy&limit=1&offset=1')).toEqual(['2', [second]]);
    expect(await find('options=filter,count&owner=bob&type=T&id=E&url=127.0.0.1')).toEqual(['1', [second]]);
    // To Orion these parameters mean nothing.
    expect((await find('options=count&label=roof&owner=bob&q=x'))[0]).toBe('3');
    const refused = await client.get('/v2/subscriptions?options=filter&lable=roof');
    expect([refused.status, refused.body]).toEqual([
      400,
      errorBody('BadRequest', 'Invalid filter for subscriptions: /lable/'),
    ]);
    expect((await client.get(`/v2/subscriptions/${second}`)).body).toBe(
      `${shown(second, '"description":"second",').slice(0, -1)},"owner":"bob","labels":["energy","roof"]}`,
    );
  });

  it('are created, shown, listed and deleted', async () => {
    const client = broker().client();
    const first = await create(client);
    const second = await create(client, { description: 'second' });
    expect((await client.get(`/v2/subscriptions/${first}`)).body).toBe(shown(first));
    const list = await client.get('/v2/subscriptions?options=count');
    expect(list.body).toBe(`[${shown(first)},${shown(second, '"description":"second",')}]`);
    expect(list.header('Fiware-Total-Count')).toBe('2');
    expect((await client.get('/v2/subscriptions?limit=1&offset=1')).body).toBe(
      `[${shown(second, '"description":"second",')}]`,
    );
    expect((await client.get('/v2/subscriptions?limit=0&options=count')).header('Fiware-Total-Count')).toBe(
      '2',
    );
    expect((await client.delete(`/v2/subscriptions/${first}`)).status).toBe(204);
    const gone = await client.get(`/v2/subscriptions/${first}`);
    expect([gone.status, gone.body]).toEqual([
      404,
      errorBody('NotFound', 'The requested subscription has not been found. Check id'),
    ]);
    expect((await client.delete(`/v2/subscriptions/${first}`)).status).toBe(404);
  });

  it('refuse ids that are none', async () => {
    const client = broker().client();
    expect((await client.get('/v2/subscriptions/abc')).body).toBe(
      errorBody('BadRequest', 'Invalid subscription ID: bad length - 24 chars expected'),
    );
    expect((await client.get('/v2/subscriptions/51c0ac9ed714fb3b37d7d5ax')).body).toBe(
      errorBody('BadRequest', 'Invalid subscription ID: invalid char in ID string'),
    );
    const patched = await client.patch('/v2/subscriptions/51c0ac9ed714fb3b37d7d5a8', { status: 'inactive' });
    expect([patched.status, patched.body]).toEqual([404, errorBody('NotFound', 'subscription id not found')]);
  });

  it('answer faults of the body, and do not store it', async () => {
    const client = broker().client();
    const faulty = await client.post('/v2/subscriptions', { subject });
    expect([faulty.status, faulty.body]).toEqual([
      400,
      errorBody('BadRequest', 'no notification for subscription specified'),
    ]);
    expect((await client.post('/v2/subscriptions', '{"subject":')).body).toBe(
      errorBody('ParseError', 'Errors found in incoming JSON buffer'),
    );
    expect((await client.post('/v2/subscriptions', [])).body).toBe(
      errorBody('ParseError', 'Errors found in incoming JSON buffer'),
    );
    expect((await client.post('/v2/subscriptions', body(), { 'Fiware-ServicePath': '/a,/b' })).body).toBe(
      errorBody('BadRequest', 'max one service-path allowed for subscriptions'),
    );
    expect((await client.get('/v2/subscriptions')).body).toBe('[]');
  });

  it('are patched part by part, and the service path always', async () => {
    const client = broker().client();
    const id = await create(
      client,
      { description: 'd', expires: '2040-01-01T00:00:00Z', throttling: 5 },
      { 'Fiware-ServicePath': '/a' },
    );
    const patched = await client.patch(
      `/v2/subscriptions/${id}`,
      { status: 'inactive', description: '', expires: '', throttling: 0 },
      { 'Fiware-ServicePath': '/a' },
    );
    expect([patched.status, patched.body]).toEqual([204, '']);
    expect((await client.get(`/v2/subscriptions/${id}`, { 'Fiware-ServicePath': '/a' })).body).toBe(
      shown(id).replace('active', 'inactive'),
    );
    for (const path of ['/b', '/#'])
      expect((await client.get(`/v2/subscriptions/${id}`, { 'Fiware-ServicePath': path })).status).toBe(404);
    await client.patch(`/v2/subscriptions/${id}`, { status: 'active' });
    expect((await client.get('/v2/subscriptions', { 'Fiware-ServicePath': '/a' })).body).toBe('[]');
    expect((await client.get('/v2/subscriptions', { 'Fiware-ServicePath': '/#' })).body).toBe(
      `[${shown(id)}]`,
    );
    expect((await client.patch(`/v2/subscriptions/${id}`, { status: 'x' })).body).toBe(
      errorBody('BadRequest', 'status is not valid: it has to be either active, inactive or oneshot'),
    );
  });

  it('have what each of several patches at once gave them', async () => {
    const client = broker().client();
    const id = await create(client);
    const changes = [
      { description: 'd' },
      { throttling: 5 },
      { expires: '2040-01-01T00:00:00.000Z' },
      { status: 'inactive' },
    ];
    const answers = await Promise.all(
      changes.map((change) => client.patch(`/v2/subscriptions/${id}`, change)),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await client.get(`/v2/subscriptions/${id}`)).json()).toMatchObject(
      Object.assign({}, ...changes) as object,
    );
  });

  it('are listed for one service path exactly', async () => {
    const client = broker().client();
    const a = await create(client, {}, { 'Fiware-ServicePath': '/a' });
    await create(client, {}, { 'Fiware-ServicePath': '/a/b' });
    await create(client, {}, { 'Fiware-ServicePath': '/a/#' });
    const found = (await client.get('/v2/subscriptions', { 'Fiware-ServicePath': '/a' })).json() as {
      id: string;
    }[];
    expect(found.map(({ id }) => id)).toEqual([a]);
    expect((await client.get('/v2/subscriptions')).json()).toHaveLength(3);
  });

  it('of another tenant are not to be seen', async () => {
    const id = await create(broker().client());
    const other = broker().client();
    expect((await other.get('/v2/subscriptions')).body).toBe('[]');
    expect((await other.get(`/v2/subscriptions/${id}`)).status).toBe(404);
  });

  it('answer 405 with the verbs there are', async () => {
    const client = broker().client();
    expect((await client.put('/v2/subscriptions', {})).header('Allow')).toBe('POST, GET');
    expect((await client.put('/v2/subscriptions/51c0ac9ed714fb3b37d7d5a8', {})).header('Allow')).toBe(
      'GET, DELETE, PATCH',
    );
  });
});
