import { errorBody, type BrokerClient } from '../support/broker-client';
import { describeEachStore, startBroker } from '../support/each-store';

type Started = Awaited<ReturnType<typeof startBroker>>;

/** Brokers that are providers of the broker under test. */
describeEachStore('providers that are brokers', (broker) => {
  let providers: readonly Started[] = [];
  beforeAll(async () => {
    providers = await Promise.all([startBroker(), startBroker()]);
  });
  afterAll(async () => {
    for (const provider of providers) await provider.stop();
  });

  /** One client for each broker, all of the same service: forwarded requests carry it along. */
  const clients = (): readonly [BrokerClient, BrokerClient, BrokerClient] => {
    const here = broker().client();
    const [first, second] = providers.map(({ client }) => Object.assign(client(), { tenant: here.tenant }));
    return [here, first!, second!];
  };
  const urlOf = (at: 0 | 1) => `${providers[at]!.url}/v2`;
  const register = async (
    client: BrokerClient,
    url: string,
    entities: readonly object[],
    attrs: readonly string[],
  ) => {
    const answer = await client.post('/v2/registrations', {
      dataProvided: { entities, attrs },
      provider: { http: { url } },
    });
    expect(answer.status).toBe(201);
  };
  const create = (client: BrokerClient, id: string, attrs: object) =>
    client.post('/v2/entities?options=keyValues', { id, type: 'T', ...attrs });
  const anyT = [{ idPattern: '.*', type: 'T' }];

  it('give entities and attributes by pattern, to each what it is asked for', async () => {
    const [here, first, second] = clients();
    await create(first, 'E1', { A1: 11, other: 0 });
    await create(second, 'E2', { A2: 22 });
    await register(here, urlOf(0), anyT, ['A1']);
    await register(here, urlOf(1), anyT, ['A2']);
    expect((await here.get('/v2/entities?type=T&options=keyValues')).body).toBe(
      '[{"id":"E1","type":"T","A1":11},{"id":"E2","type":"T","A2":22}]',
    );
    expect((await here.get('/v2/entities?type=T&attrs=A1')).body).toBe(
      '[{"id":"E1","type":"T","A1":{"type":"Number","value":11,"metadata":{}}}]',
    );
    expect((await here.get('/v2/entities?type=U')).body).toBe('[]');
  });

  it('continue the pages of local entities, in order, and add to their count', async () => {
    const [here, first, second] = clients();
    await create(here, 'L1', { A: 1 });
    await create(here, 'L2', { A: 1 });
    for (const id of ['F1', 'F2', 'F3']) await create(first, id, { A: 1 });
    for (const id of ['S1', 'S2']) await create(second, id, { A: 1 });
    await register(here, urlOf(0), anyT, []);
    await register(here, urlOf(1), anyT, []);
    const page = async (limit: number, offset: number) => {
      const answer = await here.get(
        `/v2/entities?type=T&limit=${limit}&offset=${offset}&options=count,keyValues`,
      );
      return [
        (answer.json() as { id: string }[]).map(({ id }) => id).join(' '),
        answer.header('Fiware-Total-Count'),
      ];
    };
    expect(await page(20, 0)).toEqual(['L1 L2 F1 F2 F3 S1 S2', '7']);
    expect(await page(3, 0)).toEqual(['L1 L2 F1', '7']);
    expect(await page(3, 1)).toEqual(['L2 F1 F2', '7']);
    expect(await page(3, 3)).toEqual(['F2 F3 S1', '7']);
    expect(await page(3, 6)).toEqual(['S2', '7']);
    expect(await page(3, 9)).toEqual(['', '7']);
    // A page that local entities fill asks nobody.
    expect(await page(2, 0)).toEqual(['L1 L2', '2']);
  });

  it('prefer a registration of the attribute to one of the whole entity', async () => {
    const [here, first, second] = clients();
    await create(here, 'E', { A1: 'here' });
    await create(first, 'E', { A1: 'first', A2: 'first' });
    await create(second, 'E', { A1: 'second', A2: 'second', A3: 'second' });
    await register(here, urlOf(1), [{ id: 'E', type: 'T' }], []);
    await register(here, urlOf(0), [{ id: 'E', type: 'T' }], ['A2']);
    const asked = { entities: [{ id: 'E', type: 'T' }], attrs: ['A1', 'A2', 'A3', 'A4'] };
    expect((await here.post('/v2/op/query?options=keyValues', asked)).body).toBe(
      '[{"id":"E","type":"T","A1":"here","A2":"first","A3":"second"}]',
    );
  });

  it('take each its part of an update; what nobody took is named', async () => {
    const [here, first, second] = clients();
    await create(here, 'E', { A5: 'old' });
    await create(first, 'E', { A1: 'old', A3: 'old' });
    await create(second, 'E', { A2: 'old' });
    await register(here, urlOf(0), [{ id: 'E', type: 'T' }], ['A1', 'A3']);
    await register(here, urlOf(1), [{ id: 'E', type: 'T' }], ['A2', 'A4']);
    const attrs = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'new']));
    const patch = (...names: string[]) =>
      here.patch('/v2/entities/E/attrs?type=T&options=keyValues', attrs(...names));
    expect((await patch('A1', 'A2', 'A3', 'A5')).status).toBe(204);
    expect((await here.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"T","A5":"new","A1":"new","A3":"new","A2":"new"}',
    );
    expect(await patch('A4', 'A1', 'A5', 'A9', 'A2')).toMatchObject({
      status: 404,
      body: errorBody(
        'PartialUpdate',
        'Some of the following attributes were not updated: { E-T : [A9, A4, A2] }',
      ),
    });
    expect(await patch('A4')).toMatchObject({
      status: 404,
      body: errorBody('NotFound', 'The requested entity has not been found. Check type and id'),
    });
  });

  it('may themselves have providers', async () => {
    const [here, first, second] = clients();
    await create(second, 'E', { A: 'far' });
    await register(first, urlOf(1), [{ id: 'E', type: 'T' }], ['A']);
    await register(here, urlOf(0), [{ id: 'E', type: 'T' }], ['A']);
    expect((await here.get('/v2/entities/E/attrs/A/value', { Accept: 'text/plain' })).body).toBe('"far"');
    expect((await here.put('/v2/entities/E/attrs/A?type=T', { type: 'Text', value: 'nearer' })).status).toBe(
      204,
    );
    expect((await second.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"T","A":"nearer"}',
    );
  });

  it('in a circle are asked once', async () => {
    const [here, first, second] = clients();
    await create(first, 'E', { A: 1 });
    await register(here, urlOf(0), [{ id: 'E', type: 'T' }], []);
    await register(first, urlOf(1), [{ id: 'E', type: 'T' }], []);
    await register(second, `${broker().url}/v2`, [{ id: 'E', type: 'T' }], []);
    expect((await here.get('/v2/entities/E?options=keyValues')).body).toBe('{"id":"E","type":"T","A":1}');
  });
});
