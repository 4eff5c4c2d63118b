import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { BrokerClient } from '../support/broker-client';
import { startBroker } from '../support/each-store';

const time = (second: number) => `2018-01-05T15:44:${String(second).padStart(2, '0')}.000+00:00`;
const at = (second: number) => ({
  TimeInstant: { type: 'DateTime', value: time(second).replace('+00:00', 'Z') },
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe('QuantumLeap', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let client: BrokerClient;
  let past: BrokerClient;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    broker = await startBroker(undefined, [
      '-history',
      'on',
      '-historyDays',
      '0',
      '-historyPort',
      String(port),
    ]);
  });
  afterAll(() => broker.stop());
  beforeEach(async () => {
    client = broker.client();
    past = new BrokerClient(`http://localhost:${port}`, client.tenant);
    for (const [id, second, temperature, pressure] of [
      ['Room1', 1, 10, undefined],
      ['Room1', 2, 20, 700],
      ['Room2', 1, 30, undefined],
    ] as const)
      await write(id, 'Room', second, {
        temperature: { type: 'Number', value: temperature },
        ...(pressure !== undefined && { pressure: { type: 'Number', value: pressure } }),
      });
  });

  const write = async (id: string, type: string, second: number, attrs: Record<string, object>) => {
    const timed = Object.entries(attrs).map(([name, attr]) => [name, { ...attr, metadata: at(second) }]);
    const { status } = await client.post('/v2/entities?options=upsert', {
      id,
      type,
      ...Object.fromEntries(timed),
    });
    expect(status).toBe(204);
  };
  const get = async (path: string) => {
    const { status, body } = await past.get(path);
    return [status, JSON.parse(body) as unknown];
  };
  const notFound = [404, { error: 'Not Found', description: 'No records were found for such query.' }];
  const temperature1 = { index: [time(1), time(2)], values: [10, 20] };

  it('answers an attribute of an entity', async () => {
    expect(await get('/v2/entities/Room1/attrs/temperature')).toEqual([
      200,
      { attrName: 'temperature', id: 'Room1', type: 'Room', ...temperature1 },
    ]);
    expect(await get('/v2/entities/Room1/attrs/temperature/value')).toEqual([200, temperature1]);
    expect(await get('/v2/entities/Room3/attrs/temperature')).toEqual(notFound);
  });

  it('answers attributes of an entity, with null where one has no value', async () => {
    const members = {
      index: [time(1), time(2)],
      attributes: [
        { attrName: 'pressure', values: [null, 700] },
        { attrName: 'temperature', values: [10, 20] },
      ],
    };
    expect(await get('/v2/entities/Room1')).toEqual([200, { id: 'Room1', type: 'Room', ...members }]);
    expect(await get('/v2/entities/Room1/value')).toEqual([200, members]);
    expect(await get('/v2/entities/Room1?attrs=pressure')).toMatchObject([
      200,
      { index: [time(2)], attributes: [{ attrName: 'pressure', values: [700] }] },
    ]);
  });

  it('answers entities of a type, of an attribute, and all', async () => {
    const entities = [
      { id: 'Room1', ...temperature1 },
      { id: 'Room2', index: [time(1)], values: [30] },
    ];
    expect(await get('/v2/types/Room/attrs/temperature')).toEqual([
      200,
      { attrName: 'temperature', type: 'Room', entities },
    ]);
    expect(await get('/v2/types/Room/attrs/temperature/value')).toEqual([200, { values: entities }]);
    expect(await get('/v2/types/Room?attrs=temperature&id=Room2')).toEqual([
      200,
      {
        type: 'Room',
        entities: [
          { id: 'Room2', index: [time(1)], attributes: [{ attrName: 'temperature', values: [30] }] },
        ],
      },
    ]);
    expect(await get('/v2/types/Room/value?attrs=pressure')).toEqual([
      200,
      { values: [{ id: 'Room1', index: [time(2)], attributes: [{ attrName: 'pressure', values: [700] }] }] },
    ]);
    expect(await get('/v2/attrs/temperature')).toEqual([
      200,
      { attrName: 'temperature', types: [{ type: 'Room', entities }] },
    ]);
    expect(await get('/v2/attrs?idPattern=2$')).toEqual([
      200,
      {
        attrs: [
          {
            attrName: 'temperature',
            types: [{ type: 'Room', entities: [{ id: 'Room2', index: [time(1)], values: [30] }] }],
          },
        ],
      },
    ]);
    expect(await get('/v2/entities')).toEqual([
      200,
      [
        { id: 'Room1', type: 'Room', index: time(2) },
        { id: 'Room2', type: 'Room', index: time(1) },
      ],
    ]);
  });

  it('answers the newest, pages, and those of a time', async () => {
    const values = async (query: string) => {
      const [, body] = await get(`/v2/entities/Room1/attrs/temperature/value?${query}`);
      return (body as { values?: readonly unknown[] }).values;
    };
    expect(await values('lastN=1')).toEqual([20]);
    expect(await values('limit=1')).toEqual([10]);
    expect(await values('limit=1&offset=1')).toEqual([20]);
    expect(await values('fromDate=2018-01-05T15:44:02Z')).toEqual([20]);
    expect(await values('toDate=2018-01-05T15:44:01')).toEqual([10]);
    expect(await values('offset=2')).toBeUndefined();
    expect(await get('/v2/types/Room/attrs/temperature/value?offset=1&limit=2')).toEqual([
      200,
      {
        values: [
          { id: 'Room1', index: [time(2)], values: [20] },
          { id: 'Room2', index: [time(1)], values: [30] },
        ],
      },
    ]);
  });

  it('aggregates', async () => {
    expect(await get('/v2/entities/Room1/attrs/temperature/value?aggrMethod=avg')).toEqual([
      200,
      { index: [], values: [15] },
    ]);
    expect(await get('/v2/types/Room/attrs/temperature/value?aggrMethod=max&aggrPeriod=minute')).toEqual([
      200,
      {
        values: [
          { id: 'Room1', index: [time(0)], values: [20] },
          { id: 'Room2', index: [time(0)], values: [30] },
        ],
      },
    ]);
    await write('Room1', 'Room', 3, { state: { type: 'Text', value: 'on' } });
    expect(await get('/v2/entities/Room1/attrs/state?aggrMethod=sum')).toEqual([
      404,
      { error: 'AggrMethod cannot be applied' },
    ]);
  });

  it.each(['aggrPeriod=day', 'aggrMethod=mode', 'aggrScope=global', 'fromDate=x', 'limit=0', 'georel=near'])(
    'refuses %s',
    async (query) => {
      expect(await get(`/v2/entities/Room1?${query}`)).toMatchObject([400, { error: 'Bad Request' }]);
    },
  );

  it('asks for the type where an id is not enough', async () => {
    await write('Room1', 'Lab', 1, { temperature: { type: 'Number', value: 1 } });
    expect(await get('/v2/entities/Room1/attrs/temperature')).toMatchObject([
      409,
      { error: 'AmbiguousNGSIIdError' },
    ]);
    expect(await get('/v2/entities/Room1/attrs/temperature?type=Lab')).toMatchObject([200, { values: [1] }]);
  });

  it('removes what it is asked to', async () => {
    expect((await past.delete('/v2/entities/Room1?toDate=2018-01-05T15:44:01')).status).toBe(204);
    expect(await get('/v2/entities/Room1/attrs/temperature/value')).toEqual([
      200,
      { index: [time(2)], values: [20] },
    ]);
    expect((await past.delete('/v2/types/Room')).status).toBe(204);
    expect(await get('/v2/types/Room')).toEqual(notFound);
    expect((await past.delete('/v2/types/Room')).status).toBe(404);
    // The present is another matter.
    expect((await client.get('/v2/entities/Room1')).status).toBe(200);
  });

  it('says what it is, takes notifications, and stands below /ql on the main port, too', async () => {
    expect(await get('/health')).toEqual([200, { status: 'pass' }]);
    expect(await get('/version')).toEqual([200, { version: expect.any(String) as unknown }]);
    expect(await get('/v2')).toMatchObject([200, { entities_url: '/v2/entities' }]);
    expect(await get('/v3')).toMatchObject([404, { error: 'Not Found' }]);
    expect((await past.post('/v2/notify', { data: [] })).status).toBe(200);
    expect((await past.get('/admin/log')).status).toBe(404);
    expect((await client.get('/ql/v2/entities/Room1/attrs/temperature/value')).json()).toEqual(temperature1);
  });
});
