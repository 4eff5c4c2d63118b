import { errorBody } from '../support/broker-client';
import { describeEachStore, startBroker } from '../support/each-store';

const entities = [{ id: 'E', type: 'T' }];
const registration = (change: object = {}) => ({
  dataProvided: { entities, attrs: ['A'] },
  provider: { http: { url: 'http://h:1/v2' } },
  ...change,
});
const idOf = (location: string | undefined) => location!.slice('/v2/registrations/'.length);

describeEachStore('registrations', (broker) => {
  it('are created, shown and deleted', async () => {
    const client = broker().client();
    const made = await client.post(
      '/v2/registrations',
      registration({ description: 'd', expires: '2040-01-01T14:00:00Z', status: 'inactive' }),
    );
    expect(made).toMatchObject({ status: 201, body: '' });
    expect(made.header('Location')).toMatch(/^\/v2\/registrations\/[0-9a-f]{24}$/);
    const id = idOf(made.header('Location'));
    const shown =
      `{"id":"${id}","description":"d","expires":"2040-01-01T14:00:00.000Z","dataProvided":{"entities":[{"id":"E","type":"T"}],"attrs":["A"]},` +
      '"provider":{"http":{"url":"http://h:1/v2"},"supportedForwardingMode":"all","legacyForwarding":false},"status":"inactive"}';
    expect(await client.get(`/v2/registrations/${id}`)).toMatchObject({ status: 200, body: shown });
    const list = await client.get('/v2/registrations?options=count');
    expect(list).toMatchObject({ status: 200, body: `[${shown}]` });
    expect(list.header('Fiware-Total-Count')).toBe('1');
    expect(await client.delete(`/v2/registrations/${id}`)).toMatchObject({ status: 204, body: '' });
    const gone = {
      status: 404,
      body: errorBody('NotFound', 'The requested registration has not been found. Check id'),
    };
    expect(await client.get(`/v2/registrations/${id}`)).toMatchObject(gone);
    expect(await client.delete(`/v2/registrations/${id}`)).toMatchObject(gone);
    expect(await client.get('/v2/registrations')).toMatchObject({ status: 200, body: '[]' });
  });

  it('are listed by service path, and page', async () => {
    const client = broker().client();
    for (const path of ['/', '/a', '/a/b'])
      await client.post('/v2/registrations', registration(), { 'Fiware-ServicePath': path });
    const count = async (path: string, headers = {}) =>
      ((await client.get(path, headers)).json() as unknown[]).length;
    expect(await count('/v2/registrations')).toBe(3);
    expect(await count('/v2/registrations?limit=2&offset=2')).toBe(1);
    expect(await count('/v2/registrations?limit=0')).toBe(0);
    expect(await count('/v2/registrations', { 'Fiware-ServicePath': '/a' })).toBe(1);
    expect(await count('/v2/registrations', { 'Fiware-ServicePath': '/#' })).toBe(3);
    const [first] = (await client.get('/v2/registrations', { 'Fiware-ServicePath': '/a' })).json() as {
      id: string;
    }[];
    const read = async (headers: Record<string, string>) =>
      (await client.get(`/v2/registrations/${first!.id}`, headers)).status;
    expect(await read({})).toBe(200);
    expect(await read({ 'Fiware-ServicePath': '/a' })).toBe(200);
    for (const path of ['/', '/#', '/a/#']) expect(await read({ 'Fiware-ServicePath': path })).toBe(404);
    expect(((await broker().client().get('/v2/registrations')).json() as unknown[]).length).toBe(0);
  });

  it.each([
    ['{"a', 400, 'BadRequest', 'Errors found in incoming JSON buffer'],
    ['[]', 400, 'BadRequest', 'not a JSON object'],
    ['{}', 400, 'BadRequest', 'empty payload'],
    [
      '{"dataProvided":{"entities":[{"id":"E"}]}}',
      400,
      'BadRequest',
      'the field /provider/ is missing in payload',
    ],
    [
      '{"dataProvided":{"entities":[{"idPattern":"E.*"}]},"provider":{"http":{"url":"http://h"}}}',
      501,
      'NotImplemented',
      'Unsupported idPattern',
    ],
    [
      '{"dataProvided":{"entities":[{"id":"E","typePattern":".*"}]},"provider":{"http":{"url":"http://h"}}}',
      501,
      'NotImplemented',
      'typePattern is not supported',
    ],
  ])('refuse %s', async (body, status, error, description) => {
    expect(await broker().client().post('/v2/registrations', body)).toMatchObject({
      status,
      body: errorBody(error, description),
    });
  });

  it('have no PATCH, as in the original', async () => {
    const answer = await broker()
      .client()
      .patch(`/v2/registrations/${'0'.repeat(24)}`, {});
    expect(answer).toMatchObject({ status: 405, body: errorBody('MethodNotAllowed', 'method not allowed') });
    expect(answer.header('Allow')).toBe('GET, DELETE');
    expect((await broker().client().patch('/v2/registrations', {})).header('Allow')).toBe('POST, GET');
  });
});

describe('with -registrationPatch', () => {
  it('registrations are changed member by member, by several at once too', async () => {
    const broker = await startBroker(undefined, ['-registrationPatch']);
    try {
      const client = broker.client();
      const id = idOf(
        (await client.post('/v2/registrations', registration({ description: 'd' }))).header('Location'),
      );
      expect(
        (await client.patch(`/v2/registrations/${id}`, { description: '', status: 'inactive' })).status,
      ).toBe(204);
      expect((await client.get(`/v2/registrations/${id}`)).json()).toMatchObject({
        id,
        status: 'inactive',
        dataProvided: { attrs: ['A'] },
      });
      expect((await client.get(`/v2/registrations/${id}`)).json()).not.toHaveProperty('description');
      expect((await client.patch(`/v2/registrations/${id}`, { provider: {} })).body).toBe(
        errorBody('BadRequest', '/provider/ empty'),
      );
      expect((await client.patch(`/v2/registrations/${'0'.repeat(24)}`, { status: 'active' })).status).toBe(
        404,
      );

      const changes = [
        { description: 'of several' },
        { expires: '2040-01-01T00:00:00.000Z' },
        { status: 'active' },
        { provider: { http: { url: 'http://127.0.0.1:9/v2' } } },
      ];
      const answers = await Promise.all(
        changes.map((change) => client.patch(`/v2/registrations/${id}`, change)),
      );
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect((await client.get(`/v2/registrations/${id}`)).json()).toMatchObject(
        Object.assign({}, ...changes) as object,
      );
    } finally {
      await broker.stop();
    }
  });
});
