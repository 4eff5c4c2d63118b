import type { BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';

const orion = (code: string, phrase: string, details: string) =>
  `{"orionError":{"code":"${code}","reasonPhrase":"${phrase}","details":"${details}"}}`;
const errorCode = (code: string, phrase: string, details: string) =>
  `{"errorCode":{"code":"${code}","reasonPhrase":"${phrase}","details":"${details}"}}`;
const refused = (details: string) => errorCode('400', 'Bad Request', details);
const update = (client: BrokerClient, elements: unknown, updateAction: unknown = 'APPEND') =>
  client.post('/v1/updateContext', { contextElements: elements, updateAction });
const nested = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;

describeEachStore('NGSIv1 bodies with faults', (broker) => {
  it.each<readonly [string, unknown, string]>([
    ['a list', '[]', 'No context elements'],
    ['a text', '"x"', 'No context elements'],
    ['half an object', '{"contextElements":[', 'JSON Parse Error'],
    ['nothing in it', '{}', 'No context elements'],
    [
      'elements that are an object',
      { contextElements: { id: 'E' }, updateAction: 'APPEND' },
      'JSON Parse Error: unknown field: /contextElements/id',
    ],
    ['an element that is a text', { contextElements: ['E'], updateAction: 'APPEND' }, 'empty entityId:id'],
    ['no element', { contextElements: [], updateAction: 'APPEND' }, 'No context elements'],
    ['no action', { contextElements: [{ id: 'E' }] }, 'empty update action type'],
    [
      'a number for an action',
      { contextElements: [{ id: 'E' }], updateAction: 5 },
      'invalid update action type: right ones are: APPEND, APPEND_STRICT, DELETE, REPLACE, UPDATE',
    ],
    ['no id', { contextElements: [{ type: 'T' }], updateAction: 'APPEND' }, 'empty entityId:id'],
    [
      'attributes that are an object',
      { contextElements: [{ id: 'E', attributes: { a: 1 } }], updateAction: 'APPEND' },
      'JSON Parse Error: unknown field: /contextElements/contextElement/attributes/a',
    ],
    [
      'an attribute that is a number',
      { contextElements: [{ id: 'E', attributes: [1] }], updateAction: 'APPEND' },
      'missing attribute name',
    ],
    [
      'an attribute without name',
      { contextElements: [{ id: 'E', attributes: [{ value: 'x' }] }], updateAction: 'APPEND' },
      'missing attribute name',
    ],
    [
      'markup in a value',
      { contextElements: [{ id: 'E', attributes: [{ name: 'a', value: '<b>' }] }], updateAction: 'APPEND' },
      'Illegal value for JSON field',
    ],
  ])('updateContext with %s', async (_what, body, details) => {
    expect(await broker().client().post('/v1/updateContext', body)).toMatchObject({
      status: 200,
      body: refused(details),
    });
  });

  it.each<readonly [string, unknown, string]>([
    ['nothing in it', {}, 'No entities'],
    ['no entity', { entities: [] }, 'No entities'],
    [
      'entities that are an object',
      { entities: { id: 'E' } },
      'JSON Parse Error: unknown field: /entities/id',
    ],
    ['an entity without id', { entities: [{}] }, 'empty entityId:id'],
    [
      'attributes that are an object',
      { entities: [{ id: 'E' }], attributes: { a: 1 } },
      'JSON Parse Error: unknown field: /attributes/a',
    ],
    ['a restriction that is empty', { entities: [{ id: 'E' }], restriction: [] }, 'empty restriction'],
    [
      'a circle without a radius',
      {
        entities: [{ id: 'E' }],
        restriction: { scopes: [{ type: 'FIWARE::Location', value: { circle: { centerLatitude: 1 } } }] },
      },
      'Missing radius for circle area',
    ],
    [
      'a circle too far north',
      {
        entities: [{ id: 'E' }],
        restriction: {
          scopes: [
            {
              type: 'FIWARE::Location',
              value: { circle: { centerLatitude: '91', centerLongitude: '0', radius: '1' } },
            },
          ],
        },
      },
      'invalid value for latitude',
    ],
    [
      'a circle too far east',
      {
        entities: [{ id: 'E' }],
        restriction: {
          scopes: [
            {
              type: 'FIWARE::Location',
              value: { circle: { centerLatitude: '0', centerLongitude: '181', radius: '1' } },
            },
          ],
        },
      },
      'invalid value for longitude',
    ],
    [
      'a pattern that is none',
      { entities: [{ id: '[', isPattern: 'true' }] },
      'invalid regex for entity id pattern',
    ],
  ])('queryContext with %s', async (_what, body, details) => {
    expect(await broker().client().post('/v1/queryContext', body)).toMatchObject({
      status: 200,
      body: refused(details),
    });
  });

  it('in XML are refused, whichever way they say so', async () => {
    const client = broker().client();
    for (const path of ['/v1/updateContext', '/NGSI10/queryContext']) {
      for (const type of ['application/xml', 'text/xml; charset=utf-8']) {
        expect(await client.post(path, '<updateContextRequest/>', { 'Content-Type': type })).toMatchObject({
          status: 415,
          body: errorCode(
            '415',
            'Unsupported Media Type',
            `not supported content type: ${type.split(';')[0]}`,
          ),
        });
      }
      expect(await client.post(path, '<updateContextRequest/>')).toMatchObject({
        status: 200,
        body: refused('JSON Parse Error'),
      });
      expect(await client.post(path, {}, { Accept: 'application/xml' })).toMatchObject({
        status: 406,
        body: orion('406', 'Not Acceptable', 'no acceptable mime-type in accept header'),
      });
    }
  });

  it('may name an entity more than once, but not an attribute', async () => {
    const client = broker().client();
    const element = (...values: string[]) => ({
      id: 'E',
      type: 'T',
      attributes: values.map((value) => ({ name: 'a', type: 't', value })),
    });
    await update(client, [element('1'), element('2')]);
    expect((await update(client, [element('3', '4')])).body).toBe(
      '{"contextResponses":[{"contextElement":{"type":"T","isPattern":"false","id":"E","attributes":[{"name":"a","type":"t","value":""}]},"statusCode":{"code":"422","reasonPhrase":"Invalid Modification","details":"duplicated attribute /a/"}}]}',
    );
    expect((await client.get('/v2/entities?options=keyValues,count')).body).toBe(
      '[{"id":"E","type":"T","a":"2"}]',
    );
  });

  it('may hold numbers where texts are meant', async () => {
    const client = broker().client();
    await update(client, [
      { id: 1, type: 2, isPattern: false, attributes: [{ name: 3, type: 4, value: 5 }] },
    ]);
    expect((await client.get('/v2/entities')).body).toBe(
      '[{"id":"1","type":"2","3":{"type":"4","value":"5","metadata":{}}}]',
    );
  });

  it('nested without end, or with names that have a meaning to JavaScript, harm nobody', async () => {
    const client = broker().client();
    const element = (value: string) =>
      `{"contextElements":[{"id":"E","type":"T","attributes":[{"name":"__proto__","type":"t","value":${value}}]}],"updateAction":"APPEND"}`;
    expect((await client.post('/v1/updateContext', element(nested))).status).toBe(200);
    expect((await client.get('/v2/entities')).body).toBe('[]');
    expect((await client.post('/v1/updateContext', element('{"constructor":"1"}'))).status).toBe(200);
    expect((await client.get('/v2/entities?options=keyValues')).body).toBe(
      '[{"id":"E","type":"T","__proto__":{"constructor":"1"}}]',
    );
    expect(({} as Record<string, unknown>)['constructor']).toBe(Object);
  });

  it('that are missing are told in the shape of the operation, if it has one', async () => {
    const client = broker().client();
    const told =
      '"code":"411","reasonPhrase":"Content Length Required","details":"Zero/No Content-Length in PUT/POST/PATCH request"';
    for (const path of ['/v1/queryContext', '/NGSI10/updateContext'])
      expect(await client.send('POST', path)).toMatchObject({ status: 411, body: `{"errorCode":{${told}}}` });
    expect(await client.send('PUT', '/v1/contextEntities/E')).toMatchObject({
      status: 411,
      body: `{"orionError":{${told}}}`,
    });
  });

  it('too large are refused before they are read', async () => {
    const answer = await broker().client().post('/v1/updateContext', ' '.repeat(1_100_000));
    expect(answer).toMatchObject({
      status: 413,
      body: errorCode(
        '413',
        'Request Entity Too Large',
        'payload size: 1100000, max size supported: 1048576',
      ),
    });
  });

  it('with a pattern that runs away in other engines are answered at once', async () => {
    const client = broker().client();
    await update(client, [{ id: 'a'.repeat(200), type: 'T' }]);
    expect(
      (await client.post('/v1/queryContext', { entities: [{ id: 'a*a*b', isPattern: 'true' }] })).body,
    ).toBe('{"errorCode":{"code":"404","reasonPhrase":"No context element found"}}');
  });
});
