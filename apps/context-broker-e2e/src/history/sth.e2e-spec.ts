import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { startBroker, type RunningBroker } from '../support/each-store';

const PATH = { 'Fiware-ServicePath': '/' };
const AT = (attr: string) => `/STH/v2/entities/Room1/attrs/${attr}?type=Room`;
const OLD = (attr: string) => `/STH/v1/contextEntities/type/Room/id/Room1/attributes/${attr}`;
const number = (value: number, time?: string) => ({
  type: 'Number',
  value,
  ...(time !== undefined && { metadata: { TimeInstant: { type: 'DateTime', value: time } } }),
});

describe('STH-Comet', () => {
  let broker: RunningBroker & { stop(): Promise<unknown> };
  let client: BrokerClient;
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-history', 'on', '-historyDays', '0', '-historyPage', '100']);
  });
  afterAll(() => broker.stop());
  beforeEach(() => {
    client = broker.client();
  });

  const get = (path: string, headers: Record<string, string> = PATH) => client.get(path, headers);
  const write = async (attrs: object) => {
    const { status } = await client.post('/v2/entities?options=upsert', {
      id: 'Room1',
      type: 'Room',
      ...attrs,
    });
    expect(status).toBe(204);
  };
  const values = async (query: string, attr = 'temperature') =>
    ((await get(`${AT(attr)}&${query}`)).json() as { value: readonly { attrValue: unknown }[] }).value;

  it('answers the newest values, the oldest of them first', async () => {
    for (const temperature of [21, 22, 23]) await write({ temperature: number(temperature) });
    await write({ temperature: number(23) });
    const answer = await get(`${AT('temperature')}&lastN=2&count=true`);
    expect([answer.status, answer.header('fiware-total-count')]).toEqual([200, '3']);
    expect(answer.json()).toEqual({
      type: 'StructuredValue',
      value: [22, 23].map((attrValue) => ({
        recvTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
        attrType: 'Number',
        attrValue,
      })),
    });
  });

  it('answers in the shape of NGSIv1, too', async () => {
    await write({ temperature: number(21, '2016-01-01T02:46:13.000Z') });
    expect((await get(`${OLD('temperature')}?hLimit=1&hOffset=0`)).json()).toEqual({
      contextResponses: [
        {
          contextElement: {
            attributes: [
              {
                name: 'temperature',
                values: [{ recvTime: '2016-01-01T02:46:13.000Z', attrType: 'Number', attrValue: 21 }],
              },
            ],
            id: 'Room1',
            isPattern: false,
            type: 'Room',
          },
          statusCode: { code: '200', reasonPhrase: 'OK' },
        },
      ],
    });
  });

  it('answers pages, and those of a time, both ends included', async () => {
    for (const day of [1, 2, 3, 4])
      await write({ temperature: number(day, `2016-01-0${day}T00:00:00.000Z`) });
    const found = async (query: string) => (await values(query)).map(({ attrValue }) => attrValue);
    expect(await found('hLimit=2&hOffset=1')).toEqual([2, 3]);
    expect(await found('lastN=9&dateFrom=2016-01-02T00:00:00.000Z&dateTo=2016-01-03T00:00:00.000Z')).toEqual([
      2, 3,
    ]);
    expect(await found('lastN=9&dateFrom=2016-02-01')).toEqual([]);
  });

  it('answers what is late by its own time, and leaves out the end of an attribute', async () => {
    await write({ temperature: number(2, '2016-01-02T00:00:00.000Z') });
    await write({ temperature: number(1, '2016-01-01T00:00:00.000Z') });
    await client.delete('/v2/entities/Room1');
    expect((await values('lastN=1')).map(({ attrValue }) => attrValue)).toEqual([2]);
    expect((await values('lastN=5')).map(({ attrValue }) => attrValue)).toEqual([1, 2]);
  });

  it('aggregates by period, as its documentation shows', async () => {
    for (const [second, value] of [
      [13, 34.59],
      [13, 1],
      [40, -2],
    ] as const)
      await write({ temperature: number(value, `2016-01-01T02:46:${second}.000Z`) });
    expect(await values('aggrMethod=sum&aggrPeriod=second')).toEqual([
      {
        _id: { attrName: 'temperature', origin: '2016-01-01T02:46:00.000Z', resolution: 'second' },
        points: [
          { offset: 13, samples: 2, sum: 35.59 },
          { offset: 40, samples: 1, sum: -2 },
        ],
      },
    ]);
    expect(await values('aggrMethod=min,max,avg,first,last,median&aggrPeriod=day')).toMatchObject([
      {
        _id: { origin: '2016-01-01T00:00:00.000Z', resolution: 'day' },
        points: [{ offset: 1, samples: 3, min: -2, max: 34.59, first: 34.59, last: -2, median: 1 }],
      },
    ]);
    expect(await values('aggrMethod=max&aggrPeriod=month')).toMatchObject([
      { _id: { origin: '2016-01-01T00:00:00.000Z' }, points: [{ offset: 0, max: 34.59 }] },
    ]);
    // In Madrid it is 03:46.
    expect(await values('aggrMethod=max&aggrPeriod=hour&timezone=Europe/Madrid')).toMatchObject([
      { _id: { origin: '2015-12-31T23:00:00.000Z' }, points: [{ offset: 3, max: 34.59 }] },
    ]);
  });

  it('counts texts', async () => {
    const text = (value: string, second: number) => ({
      state: {
        type: 'Text',
        value,
        metadata: { TimeInstant: { type: 'DateTime', value: `2016-01-01T02:46:0${second}.000Z` } },
      },
    });
    await write(text('just.a$string', 1));
    await write(text('on', 2));
    await write(text('just.a$string', 3));
    expect(await values('aggrMethod=occur&aggrPeriod=minute', 'state')).toMatchObject([
      { points: [{ offset: 46, samples: 3, occur: { 'just．a＄string': 2, on: 1 } }] },
    ]);
    expect(await values('aggrMethod=sum&aggrPeriod=minute', 'state')).toEqual([]);
  });

  it('sends a file of all values, however many', async () => {
    await client.post('/v2/entities', { id: 'Room1', type: 'Room' });
    for (let at = 0; at < 120; at += 1)
      await write({ temperature: number(at, new Date(Date.UTC(2016, 0, 1, 0, at)).toISOString()) });
    const answer = await get(`${AT('temperature')}&filetype=csv`);
    const lines = answer.body.split('\n');
    expect(answer.header('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.header('content-disposition')).toBe('attachment; filename="temperature.csv"');
    expect(lines).toHaveLength(122);
    expect(lines.slice(0, 2)).toEqual([
      'attrName,attrType,attrValue,recvTime',
      'temperature,Number,0,2016-01-01T00:00:00.000Z',
    ]);
  });

  it.each([
    ['', 400, 'A combination of the following query params is required'],
    ['&lastN=0', 400, '"lastN" must be larger than or equal to 1'],
    ['&lastN=101', 400, '"lastN" must be less than or equal to 100'],
    ['&hLimit=5&lastN=2', 400, '"hLimit" must be less than or equal to lastN'],
    ['&lastN=1&surprise=1', 400, '"surprise" is not allowed'],
    ['&lastN=1&dateFrom=yesterday', 400, '"dateFrom" must be a valid ISO 8601 date'],
    ['&aggrMethod=mode&aggrPeriod=day', 400, '"aggrMethod" must be one of'],
    ['&aggrMethod=sum&aggrPeriod=week', 400, '"aggrPeriod" must be one of'],
    ['&aggrMethod=sum&aggrPeriod=day&timezone=Mars', 400, '"timezone" must be a time zone'],
  ])('refuses %s', async (query, status, text) => {
    const answer = await get(AT('temperature') + query);
    expect([answer.status, answer.json()]).toEqual([
      status,
      { error: 'BadRequest', description: expect.stringContaining(text) as unknown },
    ]);
  });

  it('tells faults of the old interface in its own way', async () => {
    const { status, body } = await client.get(`${OLD('temperature')}?lastN=1`);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: '"fiware-servicepath" is required',
        validation: { source: 'headers', keys: ['fiware-servicepath'] },
      },
    ]);
    expect((await get('/STH/v1/nothing')).status).toBe(404);
    expect((await client.post(OLD('temperature'), {}, PATH)).status).toBe(405);
  });

  it('refuses periods without end', async () => {
    for (let at = 0; at < 102; at += 1)
      await write({ temperature: number(at, new Date(Date.UTC(2016, 0, 1, 0, at)).toISOString()) });
    expect((await get(`${AT('temperature')}&aggrMethod=sum&aggrPeriod=second`)).status).toBe(413);
  });

  it('removes the past of an attribute, of an entity, of a service path', async () => {
    await write({ temperature: number(1), humidity: number(1), state: { type: 'Text', value: 'on' } });
    const left = async () =>
      (await Promise.all(['temperature', 'humidity', 'state'].map((attr) => values('lastN=1', attr)))).map(
        ({ length }) => length,
      );
    expect((await client.delete(OLD('temperature'), PATH)).status).toBe(204);
    expect(await left()).toEqual([0, 1, 1]);
    expect((await client.delete('/STH/v1/contextEntities', { 'Fiware-ServicePath': '/other' })).status).toBe(
      204,
    );
    expect(await left()).toEqual([0, 1, 1]);
    expect((await client.delete('/STH/v1/contextEntities/type/Room/id/Room1', PATH)).status).toBe(204);
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('keeps tenants and paths apart, and takes notifications without keeping them', async () => {
    await write({ temperature: number(1) });
    expect((await broker.client().get(`${AT('temperature')}&lastN=1`, PATH)).json()).toMatchObject({
      value: [],
    });
    const below = { 'Fiware-ServicePath': '/below' };
    expect((await get(`${AT('temperature')}&lastN=1`, below)).json()).toMatchObject({ value: [] });
    expect((await client.post('/STH/notify', { subscriptionId: 's', data: [] })).status).toBe(200);
  });
});

it('kill -9 loses no value of a change that was answered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  const start = () =>
    startService('context-broker', {
      args: [
        '-port',
        '0',
        '-dbURI',
        `sqlite:${folder}`,
        '-history',
        'on',
        '-logDir',
        folder,
        '-pidpath',
        join(folder, 'pid'),
      ],
    });
  let acknowledged = 0;
  for (let kill = 0; kill < (process.env['THOROUGH_TESTS'] === undefined ? 2 : 20); kill += 1) {
    const service = await start();
    const client = new BrokerClient(service.url, '');
    const write = () =>
      client.post('/v2/entities?options=upsert', {
        id: 'Room1',
        type: 'Room',
        temperature: number(acknowledged + 1),
      });
    for (let at = 0; at < 20 + kill; at += 1) if ((await write()).status === 204) acknowledged += 1;
    const last = write().catch(() => undefined);
    await service.stop('SIGKILL');
    await last;
    const again = await start();
    const answer = await new BrokerClient(again.url, '').get(`${AT('temperature')}&lastN=10000`, {
      'Fiware-Service': 'any',
      ...PATH,
    });
    const { value } = answer.json() as { value: readonly { attrValue: number }[] };
    const kept = value.map(({ attrValue }) => attrValue);
    expect(kept.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, at) => at + 1));
    acknowledged = kept.length;
    await again.stop();
  }
  rmSync(folder, { recursive: true });
});

it('knows no such paths where nothing is kept', async () => {
  const broker = await startBroker();
  expect((await broker.client().get(`${AT('temperature')}&lastN=1`, PATH)).status).toBe(400);
  await broker.stop();
});
