import { errorBody, type BrokerClient } from '../support/broker-client';
import { describeEachStore, sharedBroker, startBroker, type StoreKind } from '../support/each-store';
import { Provider } from '../support/provider';
import { Receiver } from '../support/receiver';

const OK = '"statusCode":{"code":"200","reasonPhrase":"OK"}';
const update = (client: BrokerClient, updateAction: string, elements: object[], path = '/v1/updateContext') =>
  client.post(path, { contextElements: elements, updateAction });
const room = (...attributes: object[]) => ({
  type: 'Room',
  isPattern: 'false',
  id: 'R',
  ...(attributes.length > 0 && { attributes }),
});
const t = { name: 't', type: 'degree', value: '12' };
const echo = (names: string, status: string) =>
  `{"contextElement":{"type":"Room","isPattern":"false","id":"R"${names === '' ? '' : `,"attributes":[${names}]`}},"statusCode":${status}}`;
const NOT_FOUND = '{"code":"404","reasonPhrase":"No context element found","details":"R"}';
const invalid = (details: string) =>
  `{"code":"472","reasonPhrase":"request parameter is invalid/not allowed","details":"${details}"}`;

/** The MongoDB of the tests has no geo operators. */
const hasGeo = (store: StoreKind) => store.name === 'embedded' || process.env['MONGODB_KIND'] === 'mongodb';

describeEachStore('NGSIv1', (broker, store) => {
  it('updateContext appends, updates and deletes, on both paths and in any letter case', async () => {
    const client = broker().client();
    const done = (names: string) =>
      `{"contextResponses":[${echo(names, '{"code":"200","reasonPhrase":"OK"}')}]}`;
    expect(
      await update(client, 'APPEND', [room({ ...t, metadatas: [{ name: 'm', type: 'x', value: '1' }] })]),
    ).toMatchObject({
      status: 200,
      body: done('{"name":"t","type":"degree","value":"","metadatas":[{"name":"m","type":"x","value":"1"}]}'),
    });
    expect(
      (await update(client, 'update', [room({ ...t, value: '13' })], '/NGSI10/updateContext')).body,
    ).toBe(done('{"name":"t","type":"degree","value":""}'));
    expect(
      (
        await update(
          client,
          'APPEND',
          [room({ name: 'c', type: 'x', value: { a: [1, 'b'] } })],
          '/ngsi10/UPDATECONTEXT',
        )
      ).body,
    ).toBe(done('{"name":"c","type":"x","value":""}'));
    expect((await client.get('/v2/entities/R')).body).toBe(
      '{"id":"R","type":"Room","c":{"type":"x","value":{"a":["1","b"]},"metadata":{}},"t":{"type":"degree","value":"13","metadata":{"m":{"type":"x","value":"1"}}}}',
    );
    expect((await update(client, 'DELETE', [room({ name: 'c' })])).body).toBe(
      done('{"name":"c","type":"","value":""}'),
    );
    expect((await update(client, 'DELETE', [room()])).body).toBe(done(''));
    expect((await client.get('/v2/entities/R')).status).toBe(404);
  });

  it('updateContext reports each fault inside a 200', async () => {
    const client = broker().client();
    const failed = (names: string, status: string) => `{"contextResponses":[${echo(names, status)}]}`;
    const shown = '{"name":"t","type":"degree","value":""}';
    expect((await update(client, 'UPDATE', [room(t)])).body).toBe(failed(shown, NOT_FOUND));
    expect((await update(client, 'DELETE', [room()])).body).toBe(failed('', NOT_FOUND));
    await update(client, 'APPEND', [room(t)]);
    expect((await update(client, 'UPDATE', [room({ ...t, name: 'u' })])).body).toBe(
      failed(
        '{"name":"u","type":"degree","value":""}',
        invalid('action: UPDATE - entity: [R, Room] - offending attribute: u'),
      ),
    );
    expect((await update(client, 'DELETE', [room({ ...t, name: 'u' })])).body).toBe(
      failed(
        '{"name":"u","type":"degree","value":""}',
        invalid('action: DELETE - entity: [R, Room] - offending attribute: u - attribute not found'),
      ),
    );
    expect((await update(client, 'UPDATE', [room(t, { ...t, name: 'u' })])).body).toBe(
      `{"contextResponses":[${echo(shown, '{"code":"200","reasonPhrase":"OK"}')},${echo('{"name":"u","type":"degree","value":""}', NOT_FOUND)}]}`,
    );
    expect((await update(client, 'APPEND', [room({ name: 'n' })])).body).toBe(
      failed(
        '{"name":"n","type":"","value":""}',
        '{"code":"422","reasonPhrase":"Invalid Modification","details":"action: APPEND - entity: [R, Room, false] - offending attribute: n - empty attribute not allowed in APPEND or UPDATE"}',
      ),
    );
    expect((await client.post('/v1/updateContext', '{"a')).body).toBe(
      '{"errorCode":{"code":"400","reasonPhrase":"Bad Request","details":"JSON Parse Error"}}',
    );
    expect((await update(client, 'APPEND', [{ type: 'T' }])).body).toBe(
      '{"errorCode":{"code":"400","reasonPhrase":"Bad Request","details":"empty entityId:id"}}',
    );
    expect((await update(client, 'APPEND', [{ id: 'E', isPattern: 'maybe' }])).body).toBe(
      '{"errorCode":{"code":"400","reasonPhrase":"Bad Request","details":"invalid isPattern value for entity: /maybe/"}}',
    );
  });

  it('updateContext handles the same entity twice, and entities of one id and several types', async () => {
    const client = broker().client();
    await update(client, 'APPEND', [room(t), room({ ...t, value: '15' })]);
    expect((await client.get('/v2/entities/R/attrs/t')).body).toBe(
      '{"type":"degree","value":"15","metadata":{}}',
    );
    await update(client, 'APPEND', [{ ...room(t), type: 'Other' }]);
    const both = await update(client, 'UPDATE', [{ id: 'R', attributes: [{ name: 't', value: '9' }] }]);
    expect((both.json() as { contextResponses: unknown[] }).contextResponses).toHaveLength(2);
    expect((await client.get('/v2/entities?id=R&options=values')).body).toBe('[["9"],["9"]]');
  });

  it('queryContext finds by id and pattern, filters by attribute, counts', async () => {
    const client = broker().client();
    await update(client, 'APPEND', [
      room(t),
      { id: 'R2', type: 'Room', attributes: [{ name: 'u', type: 'x', value: '1' }] },
    ]);
    const element =
      '{"contextElement":{"type":"Room","isPattern":"false","id":"R","attributes":[{"name":"t","type":"degree","value":"12"}]},' +
      OK +
      '}';
    const query = { entities: [{ type: 'Room', isPattern: 'true', id: 'R.*' }], attributes: ['t'] };
    expect(await client.post('/v1/queryContext', query)).toMatchObject({
      status: 200,
      body: `{"contextResponses":[${element}]}`,
    });
    expect((await client.post('/NGSI10/queryContext?details=on', query)).body).toBe(
      `{"contextResponses":[${element}],"errorCode":{"code":"200","reasonPhrase":"OK","details":"Count: 1"}}`,
    );
    expect((await client.post('/v1/queryContext?attributeFormat=object', query)).body).toBe(
      `{"contextResponses":[{"contextElement":{"type":"Room","isPattern":"false","id":"R","attributes":{"t":{"type":"degree","value":"12"}}},${OK}}]}`,
    );
    expect((await client.post('/v1/queryContext', { entities: [{ id: 'none' }] })).body).toBe(
      '{"errorCode":{"code":"404","reasonPhrase":"No context element found"}}',
    );
    expect((await client.post('/v1/queryContext', { entities: [{ id: '[', isPattern: 'true' }] })).body).toBe(
      '{"errorCode":{"code":"400","reasonPhrase":"Bad Request","details":"invalid regex for entity id pattern"}}',
    );
    const all = await client.post('/v1/queryContext?limit=1&offset=1&details=on', {
      entities: [{ id: '.*', isPattern: 'true' }],
    });
    expect(all.json()).toMatchObject({
      contextResponses: [{ contextElement: { id: 'R2' } }],
      errorCode: { details: 'Count: 2' },
    });
  });

  it('queryContext honours scopes', async () => {
    const client = broker().client();
    await client.post('/v2/entities', {
      id: 'near',
      type: 'P',
      pos: { type: 'geo:json', value: { type: 'Point', coordinates: [-3.7, 40.4] } },
      a: { value: 5 },
    });
    await client.post('/v2/entities', {
      id: 'far',
      type: 'P',
      pos: { type: 'geo:json', value: { type: 'Point', coordinates: [2.1, 41.3] } },
      a: { value: 1 },
    });
    const ids = async (...scopes: object[]) => {
      const answer = (
        await client.post('/v1/queryContext', {
          entities: [{ id: '.*', isPattern: 'true' }],
          restriction: { scopes },
        })
      ).json() as { contextResponses?: { contextElement: { id: string } }[] };
      return answer.contextResponses?.map(({ contextElement }) => contextElement.id) ?? [];
    };
    const circle = { centerLatitude: '40.4', centerLongitude: '-3.7', radius: '13500' };
    if (hasGeo(store)) {
      expect(await ids({ type: 'FIWARE::Location', value: { circle } })).toEqual(['near']);
      expect(
        await ids({ type: 'FIWARE::Location', value: { circle: { ...circle, inverted: 'true' } } }),
      ).toEqual(['far']);
    }
    expect(await ids({ type: 'FIWARE::StringQuery', value: 'a<3' })).toEqual(['far']);
    expect(await ids({ type: 'Unknown', value: 'x' })).toEqual(['near', 'far']);
  });

  it('convenience operations work on one entity', async () => {
    const client = broker().client();
    await update(client, 'APPEND', [room(t)]);
    expect(await client.put('/v1/contextEntities/R', { attributes: [{ ...t, value: '14' }] })).toMatchObject({
      status: 200,
      body: `{"contextResponses":[{"attributes":[{"name":"t","type":"degree","value":""}],${OK}}]}`,
    });
    expect((await client.put('/v1/contextEntities/X', { attributes: [t] })).body).toBe(
      '{"errorCode":{"code":"404","reasonPhrase":"No context element found","details":"X"}}',
    );
    expect((await client.get('/v1/contextEntities/R/attributes/t')).body).toBe(
      `{"attributes":[{"name":"t","type":"degree","value":"14"}],${OK}}`,
    );
    expect((await client.get('/v1/contextEntities/X/attributes/t')).body).toBe(
      '{"statusCode":{"code":"404","reasonPhrase":"No context element found","details":"Entity id: /X/"}}',
    );
    expect((await client.delete('/v1/contextEntities/R')).body).toBe('{"code":"200","reasonPhrase":"OK"}');
    expect((await client.delete('/v1/contextEntities/R')).body).toBe(
      '{"code":"404","reasonPhrase":"No context element found","details":"R"}',
    );
  });

  it('faults of URL and headers come with their own code', async () => {
    const client = broker().client();
    const orion = (code: string, phrase: string, details: string) =>
      `{"orionError":{"code":"${code}","reasonPhrase":"${phrase}","details":"${details}"}}`;
    expect(await client.post('/v1/queryContext?details=x', { entities: [{ id: 'E' }] })).toMatchObject({
      status: 400,
      body: orion(
        '400',
        'Bad Request',
        'Bad value for /details/: /x/ [accepted: /on/, /ON/, /off/, /OFF/. Default is /off/]',
      ),
    });
    expect(await client.post('/v1/queryContext?limit=x', {})).toMatchObject({
      status: 400,
      body: orion('400', 'Bad Request', 'Bad pagination limit: /x/ [must be a positive integer number]'),
    });
    expect(
      await client.post('/v1/updateContext', '<a/>', { 'Content-Type': 'application/xml' }),
    ).toMatchObject({
      status: 415,
      body: '{"errorCode":{"code":"415","reasonPhrase":"Unsupported Media Type","details":"not supported content type: application/xml"}}',
    });
    expect(await client.post('/v1/updateContext', {}, { Accept: 'application/xml' })).toMatchObject({
      status: 406,
      body: orion('406', 'Not Acceptable', 'no acceptable mime-type in accept header'),
    });
    const wrongVerb = await client.delete('/v1/updateContext');
    expect(wrongVerb).toMatchObject({ status: 405, body: '' });
    expect(wrongVerb.header('Allow')).toBe('POST');
    expect((await update(client, 'APPEND', [room(t)])).status).toBe(200);
    const inPath = (path: string) =>
      client.post(
        '/v1/updateContext',
        { contextElements: [room(t)], updateAction: 'APPEND' },
        { 'Fiware-ServicePath': path },
      );
    expect(await inPath('x')).toMatchObject({
      status: 200,
      body: orion(
        '400',
        'Bad Request',
        'Only /absolute/ Service Paths allowed [a service path must begin with /]',
      ),
    });
    expect(await inPath('/a/#')).toMatchObject({
      status: 200,
      body: '{"errorCode":{"code":"400","reasonPhrase":"Bad Request","details":"Bad Character in Service-Path"}}',
    });
    expect((await client.post('/v1/queryContext?limit=', { entities: [{ id: 'R' }] })).body).toContain('"R"');
  });

  it('operations that were removed are methods that are not allowed, other paths unknown', async () => {
    const client = broker().client();
    const removed: readonly (readonly [method: string, path: string, allow: string])[] = [
      ['POST', '/v1/contextEntities/R', 'POST, GET, PUT, DELETE'],
      ['GET', '/v1/contextEntities/R', 'POST, GET, PUT, DELETE'],
      ['GET', '/v1/contextEntities', 'POST, GET'],
      ['POST', '/ngsi10/subscribeContext', 'POST'],
      ['POST', '/v1/registry/registerContext', 'POST'],
      ['GET', '/v1/contextTypes', 'GET'],
      ['PUT', '/v1/contextEntities/R/attributes/t', 'POST, GET, PUT, DELETE'],
    ];
    const body = (method: string) => (method === 'GET' ? {} : { body: { a: 1 } });
    for (const [method, path, allow] of removed) {
      const answer = await client.send(method, path, body(method));
      expect([path, answer.status, answer.body, answer.header('Allow')]).toEqual([path, 405, '', allow]);
    }
    const unknown: readonly (readonly [string, string])[] = [
      ['POST', '/ngsi9/registerContext'],
      ['GET', '/v1/contextEntities/R/attributes/t/ID'],
      ['PUT', '/v1/contextEntities/type/Room/id/R/attributes/t/ID'],
    ];
    for (const [method, path] of unknown)
      expect([path, await client.send(method, path, body(method))]).toMatchObject([
        path,
        {
          status: 400,
          body: '{"orionError":{"code":"400","reasonPhrase":"Bad Request","details":"Service not found. Check your URL as probably it is wrong."}}',
        },
      ]);
  });

  it('updates fire subscriptions like those of NGSIv2', async () => {
    const client = broker().client();
    const receiver = await Receiver.start();
    try {
      await client.post('/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*', type: 'Room' }], condition: { attrs: ['t'] } },
        notification: { http: { url: receiver.url }, attrs: ['t'] },
      });
      await update(client, 'APPEND', [room(t)]);
      const [notification] = await receiver.take(1);
      expect(notification!.json()).toMatchObject({
        data: [{ id: 'R', type: 'Room', t: { type: 'degree', value: '12', metadata: {} } }],
      });
      await client.put('/v1/contextEntities/R', { attributes: [{ ...t, value: '13' }] });
      expect((await receiver.take(1))[0]!.json()).toMatchObject({ data: [{ id: 'R', t: { value: '13' } }] });
    } finally {
      await receiver.close();
    }
  });

  it('updates are forwarded to providers like those of NGSIv2', async () => {
    const client = broker().client();
    const agent = await Provider.start(() => ({ status: 204 }));
    try {
      await client.post('/v2/registrations', {
        dataProvided: { entities: [{ id: 'R', type: 'Room' }], attrs: ['ping'] },
        provider: { http: { url: agent.url } },
      });
      const answer = await update(client, 'UPDATE', [room({ name: 'ping', type: 'command', value: '1' })]);
      expect(answer.body).toBe(
        `{"contextResponses":[${echo('{"name":"ping","type":"command","value":""}', '{"code":"200","reasonPhrase":"OK"}')}]}`,
      );
      expect(agent.requests).toHaveLength(1);
    } finally {
      await agent.close();
    }
  });
});

describe('NGSIv1 switched off', () => {
  it.each([[['-compatVersion', '4.0.0']], [['-disableNgsiv1']]])(
    '%j: its paths are unknown',
    async (args) => {
      const broker = await sharedBroker(undefined, args);
      const answer = await update(broker.client(), 'APPEND', [room(t)]);
      expect(answer).toMatchObject({
        status: 400,
        body: errorBody('BadRequest', 'Service not found. Check your URL as probably it is wrong.'),
      });
    },
  );
  it('-ngsiv1Autocast turns texts into numbers', async () => {
    const broker = await startBroker(undefined, ['-ngsiv1Autocast']);
    try {
      const client = broker.client();
      await update(client, 'APPEND', [
        room({ name: 'n', type: 'Number', value: '23.5' }, { name: 'b', type: 'Boolean', value: 'true' }),
      ]);
      expect((await client.get('/v2/entities/R?options=keyValues')).body).toBe(
        '{"id":"R","type":"Room","b":true,"n":23.5}',
      );
    } finally {
      await broker.stop();
    }
  });
});
