import type { BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';
import { Provider } from '../support/provider';

const OK = '"statusCode":{"code":"200","reasonPhrase":"OK"}';
const update = (client: BrokerClient, updateAction: string, ...contextElements: object[]) =>
  client.post('/v1/updateContext', { contextElements, updateAction });
const query = (client: BrokerClient, parameters = '', more: object = {}) =>
  client.post(`/v1/queryContext${parameters}`, { entities: [{ id: '.*', isPattern: 'true' }], ...more });
const shown = (name: string, value = '') => `{"name":"${name}","type":"t","value":"${value}"}`;
const responseOf = (id: string, attributes: string, status: string) =>
  `{"contextElement":{"type":"T","isPattern":"false","id":"${id}"${attributes && `,"attributes":[${attributes}]`}},${status}}`;
const entity = (id: string, ...names: string[]) => ({
  id,
  type: 'T',
  attributes: names.map((name) => ({ name, type: 't', value: '1' })),
});
const status = (code: string, reasonPhrase: string, details: string) =>
  `"statusCode":{"code":"${code}","reasonPhrase":"${reasonPhrase}","details":"${details}"}`;
const responses = (...items: string[]) => `{"contextResponses":[${items.join(',')}]}`;

describeEachStore('What NGSIv1 answers', (broker) => {
  it('keeps the text of every scalar, and no type where none was given', async () => {
    const client = broker().client();
    await client.post(
      '/v1/updateContext',
      '{"contextElements":[{"id":"E","attributes":[{"name":"n","value":1.50},{"name":"c","value":{"x":[true,null]}}]}],"updateAction":"APPEND"}',
    );
    expect((await client.get('/v2/entities/E')).body).toBe(
      '{"id":"E","type":"Thing","c":{"type":"StructuredValue","value":{"x":["true","null"]},"metadata":{}},"n":{"type":"Text","value":"1.50","metadata":{}}}',
    );
    expect((await query(client)).body).toBe(
      `{"contextResponses":[{"contextElement":{"type":"","isPattern":"false","id":"E","attributes":[{"name":"c","type":"","value":{"x":["true","null"]}},{"name":"n","type":"","value":"1.50"}]},${OK}}]}`,
    );
    await update(client, 'UPDATE', { id: 'E', attributes: [{ name: 'n', type: 'New' }] });
    expect((await client.get('/v2/entities/E/attrs/n')).body).toBe(
      '{"type":"New","value":"1.50","metadata":{}}',
    );
  });

  it('tells first what was done to each element, then what was not there', async () => {
    const client = broker().client();
    await update(client, 'APPEND', entity('E', 'a'), entity('F', 'a'));
    expect((await update(client, 'UPDATE', entity('E', 'a', 'b'), entity('F', 'a'))).body).toBe(
      responses(
        responseOf('E', shown('a'), OK),
        responseOf('F', shown('a'), OK),
        responseOf('E', shown('b'), status('404', 'No context element found', 'E')),
      ),
    );
    const already = 'one or more of the attributes in the request already exist: E/T - [ a ]';
    expect((await update(client, 'APPEND_STRICT', entity('E', 'a', 'c'))).body).toBe(
      responses(responseOf('E', shown('c'), OK), responseOf('E', '', status('400', 'Bad Request', already))),
    );
  });

  it('tells what providers did after that, and a provider that cannot be reached as the whole answer', async () => {
    const client = broker().client();
    const far = await Provider.start(() => ({ status: 204 }));
    try {
      const register = (attrs: string[], url: string) =>
        client.post('/v2/registrations', {
          dataProvided: { entities: [{ id: 'E', type: 'T' }], attrs },
          provider: { http: { url } },
        });
      await register(['p', 'q'], far.url);
      await update(client, 'APPEND', entity('E', 'a'), entity('F', 'a'));
      expect((await update(client, 'UPDATE', entity('E', 'p', 'a', 'x', 'q'), entity('F', 'a'))).body).toBe(
        responses(
          responseOf('E', [shown('a'), shown('p'), shown('q')].join(','), OK),
          responseOf('F', shown('a'), OK),
          responseOf('E', shown('x'), status('404', 'No context element found', 'E')),
        ),
      );
      await register(['gone'], 'http://127.0.0.1:1');
      expect((await update(client, 'UPDATE', entity('E', 'gone', 'a'))).body).toBe(
        '{"errorCode":{"code":"404","reasonPhrase":"No context element found","details":"error forwarding update"}}',
      );
    } finally {
      await far.close();
    }
  });

  it('orders by what the URL says, and lists entities without attributes when only dates are asked for', async () => {
    const client = broker().client();
    for (const id of ['B', 'A', 'C']) await update(client, 'APPEND', entity(id, 'a'));
    const ids = async (parameters: string) =>
      [...(await query(client, parameters)).body.matchAll(/"id":"(\w)"/g)].map(([, id]) => id).join('');
    expect([await ids(''), await ids('?orderBy=id'), await ids('?orderBy=!id')]).toEqual([
      'BAC',
      'ABC',
      'CBA',
    ]);
    expect(await ids('?entity::type=Other&!exist=entity::type')).toBe('BAC');
    expect((await query(client, '?limit=1', { attributes: ['dateCreated'] })).body).toBe(
      responses(responseOf('B', '', OK)),
    );
    expect((await query(client, '?limit=0')).body).toBe(
      '{"errorCode":{"code":"404","reasonPhrase":"No context element found"}}',
    );
    expect((await query(client, '?limit=1&details=On')).body).not.toContain('Count');
  });

  it('of PUT tells what cannot be read with a code of its own, and what cannot be with 200', async () => {
    const client = broker().client();
    await update(client, 'APPEND', entity('E', 'a'));
    const put = (body: string) => client.put('/v1/contextEntities/E', body);
    for (const [body, details] of [
      ['{"attributes"', 'JSON Parse Error'],
      ['{"x":1}', 'JSON Parse Error: unknown field: /x'],
      ['{"attributes":[{"name":"a","value":"<"}]}', 'Illegal value for JSON field'],
    ] as const)
      expect(await put(body)).toMatchObject({
        status: 400,
        body: `{"orionError":{"code":"400","reasonPhrase":"Bad Request","details":"${details}"}}`,
      });
    expect(await put('{"attributes":[{"value":1}]}')).toMatchObject({
      status: 200,
      body: '{"errorCode":{"code":"400","reasonPhrase":"Bad Request","details":"missing attribute name"}}',
    });
    expect(await put('{}')).toMatchObject({ status: 200, body: `{"contextResponses":[{${OK}}]}` });
    expect((await put('{"attributes":[{"name":"a","value":"2"},{"name":"none","value":"2"}]}')).body).toBe(
      `{"contextResponses":[{"attributes":[{"name":"a","type":"","value":""}],${OK}}]}`,
    );
  });

  it('escapes what only NGSIv2 can bring in', async () => {
    const client = broker().client();
    await client.post('/v2/entities', {
      id: 'E',
      type: 'T',
      a: { type: 'TextUnrestricted', value: '<b>"(c)' },
    });
    expect((await query(client)).body).toContain('"value":"&lt;b&gt;&quot;&#40;c&#41;"');
  });
});
