import { describeEachStore } from '../support/each-store';
import { BrokerClient, errorBody } from '../support/broker-client';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describeEachStore('checks before an operation', (broker) => {
  const bad = (description: string) => errorBody('BadRequest', description);

  it.each([
    ['POST', '/v2/nothing', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/op/notify', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/entities/a%2Fb', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/entities//attrs', 'entity id length: 0, min length supported: 1'],
    ['GET', '/v2/entities//attrs/a', 'entity id length: 0, min length supported: 1'],
    ['GET', '/v2/entities/E/attrs//value', 'attribute name length: 0, min length supported: 1'],
    ['GET', '/v2/entities/E/attrs//', 'attribute name length: 0, min length supported: 1'],
    ['GET', '/v2/types//', 'entity type length: 0, min length supported: 1'],
    ['POST', '/v2/entities//attrs', 'entity id length: 0, min length supported: 1'],
    ['DELETE', '/v2/entities//attrs//value', 'entity id length: 0, min length supported: 1'],
    ['GET', '/v2/entities//', 'entity id length: 0, min length supported: 1'],
    ['GET', '/v2/entities///', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/entities//x', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/entities/E/attrs///', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/types///', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2//entities', 'Service not found. Check your URL as probably it is wrong.'],
    ['GET', '/v2/entities?options=values&options=keyValues', 'Invalid value for URI param /options/'],
    ['GET', '/v2/entities/a<b', 'invalid character in URI'],
    ['GET', '/v2/entities/a%3Db', 'invalid character in URI'],
    ['GET', '/v2/entities/a%20b', 'invalid character in URI'],
    ['GET', '/v2/entities/a/attrs/%C3%B1', 'invalid character in URI'],
    ['GET', '/v2/entities?limit=-1', 'Bad pagination limit: /-1/ [must be a positive integer number]'],
    ['GET', '/v2/entities?limit=x', 'Bad pagination limit: /x/ [must be a positive integer number]'],
    ['GET', '/v2/entities?limit=1001', 'Bad pagination limit: /1001/ [max: 1000]'],
    [
      'GET',
      '/v2/entities?limit=99999999999999999999',
      'Bad pagination limit: /99999999999999999999/ [max: 1000]',
    ],
    ['GET', '/v2/entities?offset=-1', 'Bad pagination offset: /-1/ [must be a decimal number]'],
    ['GET', '/v2/entities?limit=', 'Empty right-hand-side for URI param /limit/'],
    ['GET', '/v2/entities?unknown', 'Empty right-hand-side for URI param /unknown/'],
    ['GET', '/v2/entities?options=nothing', 'Invalid value for URI param /options/'],
    ['GET', '/v2/entities?options=keyValues,values', 'Invalid value for URI param /options/'],
    ['GET', '/v2/entities?options=values,unique', 'Invalid value for URI param /options/'],
    ['GET', '/v2/entities?options=filter', 'Invalid value for URI param /options/'],
    ['GET', '/v2/registrations?options=count,filter', 'Invalid value for URI param /options/'],
    ['GET', '/v2/entities/E?options=extendedQuery', 'Invalid value for URI param /options/'],
    ['GET', '/v2/types?options=extendedQuery', 'Invalid value for URI param /options/'],
    ['POST', '/v2/entities?options=extendedQuery', 'Invalid value for URI param /options/'],
    ['POST', '/v2/op/notify?options=extendedQuery', 'Invalid value for URI param /options/'],
    ['GET', '/v2/entities?type=a%3Bb', 'invalid character in URI parameter'],
    ['GET', '/v2/entities?a(b=1', 'invalid character in URI parameter'],
    ['GET', '/v2/entities?id=E&idPattern=E', 'Incompatible parameters: id, IdPattern'],
    ['GET', '/v2/entities?type=E&typePattern=E', 'Incompatible parameters: type, typePattern'],
    ['GET', '/v2/entities?coords=1,2', 'Invalid query: URI param /coords/ used without /geometry/'],
    ['GET', '/v2/entities?geometry=point', 'Invalid query: URI param /geometry/ used without /coords/'],
    ['GET', '/v2/entities?georel=near', 'Invalid query: URI param /georel/ used without /geometry/'],
    ['GET', '/v2/entities?orderBy=a,!a', 'duplicate orderBy token detected'],
    [
      'GET',
      `/v2/entities?orderBy=${Array.from({ length: 900 }, (_, index) => `a${index}`).join(',')}`,
      'more than 32 orderBy tokens',
    ],
  ])('%s %s is a bad request: %s', async (method, path, description) => {
    const client = broker().client();
    const answer = await client.send(method, path, method === 'POST' ? { body: {} } : {});
    expect(answer).toMatchObject({ status: 400, reason: 'Bad Request', body: bad(description) });
    expect(answer.header('Content-Type')).toBe('application/json');
  });

  it('ignores unknown parameters, one trailing slash and more than one leading', async () => {
    expect(await broker().client().get('/v2/entities/?nothing=1')).toMatchObject({ status: 200, body: '[]' });
    expect(await broker().client().get('///v2/entities')).toMatchObject({ status: 200, body: '[]' });
  });

  it('takes an empty id for one that nothing has, where it is the last of a path', async () => {
    const client = broker().client();
    expect((await client.delete('/v2/entities//')).body).toBe(
      errorBody('NotFound', 'The requested entity has not been found. Check type and id'),
    );
    const wrongVerb = await client.put('/v2/entities//', {});
    expect(wrongVerb.status).toBe(405);
    expect(wrongVerb.header('Allow')).toBe('GET, DELETE');
    expect((await client.delete('/v2/subscriptions//')).status).toBe(404);
  });

  it('hears of faults of the body first, then of headers, then of the path', async () => {
    const send = (tenant: string, path: string, body: string, headers = {}) =>
      new BrokerClient(broker().url, tenant).put(path, body, headers);
    const path = '/v2/entities/a%20b/attrs';
    const several = { 'Fiware-ServicePath': '/a,/b' };
    expect((await send('a-b', path, '{"a":1}', several)).body).toBe(
      bad('attribute must be a JSON object, unless keyValues option is used'),
    );
    expect((await send('a-b', path, '{"a":{"value":1}}', several)).body).toContain('tenant name');
    expect((await send('ab', path, '{"a":{"value":1}}', several)).body).toContain(
      'more than one service path',
    );
    expect((await send('ab', path, '{"a":{"value":1}}')).body).toBe(bad('invalid character in URI'));
    const single = '/v2/entities/E/attrs/a%26';
    const body = bad('Invalid characters in attribute name');
    expect((await send('ab', single, '{"value":1}')).body).toBe(body);
  });

  it('a malformed id of a subscription is one that nobody has, except to those who read it', async () => {
    const client = broker().client();
    expect((await client.get('/v2/subscriptions/x')).status).toBe(400);
    expect(await client.patch('/v2/subscriptions/x', { description: 'd' })).toMatchObject({
      status: 404,
      body: errorBody('NotFound', 'subscription id not found'),
    });
    expect(await client.delete('/v2/subscriptions/x')).toMatchObject({
      status: 404,
      body: errorBody('NotFound', 'The requested subscription has not been found. Check id'),
    });
  });

  it('adds up options and types over all their occurrences, and takes the last of other parameters', async () => {
    const client = broker().client();
    for (const type of ['A', 'B', 'C']) await client.post('/v2/entities', { id: type, type });
    const found = await client.get(
      '/v2/entities?options=,count&options=keyValues&type=A&type=B&limit=x1&limit=10&limit=1',
    );
    expect(found.status).toBe(400);
    const page = await client.get(
      '/v2/entities?options=,count&options=keyValues&type=A&type=B&limit=9&limit=1',
    );
    expect(page.body).toBe('[{"id":"A","type":"A"}]');
    expect(page.header('Fiware-Total-Count')).toBe('2');
  });

  describe('headers', () => {
    it.each([
      ['no/slash', 'Only /absolute/ Service Paths allowed [a service path must begin with /]'],
      ['/a//b', 'empty component in ServicePath'],
      ['/1/2/3/4/5/6/7/8/9/10/11', 'too many components in ServicePath'],
      [`/${'a'.repeat(51)}`, 'component-name too long in ServicePath'],
      ['/a-b', 'a component of ServicePath contains an illegal character'],
      ['/a/#/b', 'a component of ServicePath contains an illegal character'],
      ['/a#', 'a component of ServicePath contains an illegal character'],
      [
        Array.from({ length: 11 }, (_, at) => `/p${at}`).join(','),
        'too many service paths - a maximum of ten service paths is allowed',
      ],
    ])('Fiware-ServicePath %s is refused', async (path, description) => {
      const answer = await broker().client().get('/v2/entities', { 'Fiware-ServicePath': path });
      expect(answer).toMatchObject({ status: 400, body: bad(description.replaceAll('=', '&#61;')) });
    });

    it.each([
      ['PATCH', '/a,/b', 'more than one servicepath in patch update request is not allowed'],
      ['PATCH', '/a/#', 'servicepath with wildcard # is not allowed in patch update request'],
      ['DELETE', '/a,/b', 'more than one servicepath is not allowed in DELETE operation'],
      ['DELETE', '/#', 'servicepath with wildcard # is not allowed in DELETE operation'],
      ['POST', '/a,/b', 'more than one service path in context update request'],
      ['PUT', '/a/#', 'Bad Character in Service-Path'],
    ])('%s with service path %s is refused', async (method, path, description) => {
      const url = method === 'DELETE' ? '/v2/entities/E' : '/v2/entities/E/attrs';
      const body = method === 'DELETE' ? undefined : { a: { value: 1 } };
      const answer = await broker()
        .client()
        .send(method, url, { body, headers: { 'Fiware-ServicePath': path } });
      expect(answer).toMatchObject({ status: 400, body: bad(description) });
    });

    it.each([
      [
        'PATCH',
        '/v2/subscriptions/x',
        '/a,/b',
        'more than one servicepath in patch update request is not allowed',
      ],
      [
        'DELETE',
        '/v2/registrations/x',
        '/#',
        'servicepath with wildcard # is not allowed in DELETE operation',
      ],
      ['DELETE', '/admin/metrics', '/a,/b', 'more than one servicepath is not allowed in DELETE operation'],
      ['DELETE', '/log/trace', '/a/#', 'servicepath with wildcard # is not allowed in DELETE operation'],
      ['PATCH', '/nothing', '/a/#', 'servicepath with wildcard # is not allowed in patch update request'],
      [
        'DELETE',
        '/v2/entities?limit=x',
        '/#',
        'servicepath with wildcard # is not allowed in DELETE operation',
      ],
    ])(
      '%s %s with service path %s is refused before anything else',
      async (method, path, servicePath, text) => {
        const answer = await broker()
          .client()
          .send(method, path, { headers: { 'Fiware-ServicePath': servicePath } });
        expect(answer).toMatchObject({ status: 400, body: bad(text) });
      },
    );

    it.each([
      ['x'.repeat(51), 'bad length - a tenant name can be max 50 characters long'],
      ['a-b', 'bad character in tenant name - only underscore and alphanumeric characters are allowed'],
    ])('Fiware-Service %s is refused', async (tenant, description) => {
      expect(await new BrokerClient(broker().url, tenant).get('/v2/entities')).toMatchObject({
        status: 400,
        body: bad(description),
      });
    });

    it.each([
      ['text/html', 406, errorBody('NotAcceptable', 'no acceptable mime-type in accept header')],
      ['text/plain', 406, errorBody('NotAcceptable', 'acceptable MIME types: application/json')],
      ['application/json;x=1', 400, bad('q missing in accept header')],
      ['application/json;q', 400, bad('missing equal-sign after q in accept header')],
      ['application/json;q=', 400, bad('qvalue in accept header is missing')],
      ['application/json;q=x', 400, bad('qvalue in accept header is not a number')],
      ['text/html, application/*;q=0.1', 200, '[]'],
      ['*/*', 200, '[]'],
      ['application/geo+json', 200, '{"type":"FeatureCollection","features":[]}'],
    ])('Accept: %s answers %i', async (accept, status, body) => {
      expect(await broker().client().get('/v2/entities', { Accept: accept })).toMatchObject({ status, body });
    });

    it('where nothing can be on a map, GeoJSON is a type like any other', async () => {
      expect(await broker().client().get('/v2/types', { Accept: 'application/geo+json' })).toMatchObject({
        status: 406,
        body: errorBody('NotAcceptable', 'no acceptable mime-type in accept header'),
      });
    });

    it('an answer calls itself what the client reads, errors included', async () => {
      const client = broker().client();
      const typeOf = async (method: string, path: string, accept: string, body?: string) => {
        const headers = { Accept: accept, 'Content-Type': body === undefined ? '' : 'application/xml' };
        return (await client.send(method, path, { headers, body })).header('Content-Type');
      };
      expect(await typeOf('GET', '/v2/entities', 'text/plain')).toBe('text/plain');
      expect(await typeOf('GET', '/version', 'text/*;q=0.1')).toBe('text/plain');
      expect(await typeOf('GET', '/nothing', 'text/plain')).toBe('text/plain');
      expect(await typeOf('PUT', '/v2/entities', 'text/plain', 'x')).toBe('text/plain');
      expect(await typeOf('GET', '/v2/entities/E/attrs/a/value', 'text/plain')).toBe('text/plain');
      expect(await typeOf('GET', '/nothing', 'text/plain, application/*;q=0')).toBe('application/json');
      expect(await typeOf('GET', '/v2/entities', 'image/png')).toBe('application/json');
    });

    it('names both types on a value', async () => {
      const answer = await broker()
        .client()
        .get('/v2/entities/E/attrs/a/value', { Accept: 'image/*, text/html' });
      expect(answer.status).toBe(406);
      expect(answer.body).toBe(errorBody('NotAcceptable', 'no acceptable mime-type in accept header'));
    });

    it('refuses a content type without body on GET and DELETE', async () => {
      const text =
        'Orion accepts no payload for GET/DELETE requests. HTTP header Content-Type is thus forbidden';
      for (const method of ['GET', 'DELETE']) {
        expect(await broker().client().send(method, '/v2/entities/E', { headers: JSON_TYPE })).toMatchObject({
          status: 400,
          body: bad(text),
        });
      }
    });

    it.each([
      ['', 'Content-Type header not used, default application/octet-stream is not supported'],
      ['application/xml', 'not supported content type: application/xml'],
      ['text/plain', 'not supported content type: text/plain'],
      ['application/ld+json; charset=utf-8', 'not supported content type: application/ld+json'],
    ])('refuses content type "%s"', async (type, description) => {
      const answer = await broker().client().post('/v2/entities', '{}', { 'Content-Type': type });
      expect(answer).toMatchObject({
        status: 415,
        reason: 'Unsupported Media Type',
        body: errorBody('UnsupportedMediaType', description),
      });
    });

    it('takes parameters of a content type', async () => {
      expect(
        (
          await broker()
            .client()
            .post('/v2/entities', { id: 'E' }, { 'Content-Type': 'application/json; charset=utf-8' })
        ).status,
      ).toBe(201);
    });
  });

  it.each(['POST', 'PUT', 'PATCH'])('%s without length answers 411', async (method) => {
    const expected = {
      status: 411,
      reason: 'Length Required',
      body: errorBody('ContentLengthRequired', 'Zero/No Content-Length in PUT/POST/PATCH request'),
    };
    expect(
      await broker()
        .client()
        .send(method, '/v2/entities', { headers: { 'Content-Length': '0' } }),
    ).toMatchObject(expected);
    expect(
      await broker()
        .client()
        .send(method, '/v2/entities/E/attrs', { body: '', headers: { 'Transfer-Encoding': 'chunked' } }),
    ).toMatchObject({ status: 411 });
  });

  it('takes a chunked body', async () => {
    expect(
      (
        await broker()
          .client()
          .send('POST', '/v2/entities', { body: '{"id":"C"}', headers: { 'Transfer-Encoding': 'chunked' } })
      ).status,
    ).toBe(201);
  });

  it('refuses a body over the limit, announced or not', async () => {
    const client = broker().client();
    const body = `{"id":"B","a":{"value":"${'x'.repeat(1_048_576)}"}}`;
    const expected = {
      status: 413,
      reason: 'Content Too Large',
      body: errorBody('RequestEntityTooLarge', `payload size: ${body.length}, max size supported: 1048576`),
    };
    expect(await client.post('/v2/entities', body)).toMatchObject(expected);
    expect(
      await client.send('POST', '/v2/entities', { body, headers: { 'Transfer-Encoding': 'chunked' } }),
    ).toMatchObject(expected);
    expect((await client.get('/v2/entities')).body).toBe('[]');
  });

  it.each([
    ['PATCH', '/v2/entities', 'POST, GET'],
    ['POST', '/v2/entities/E', 'GET, DELETE'],
    ['DELETE', '/v2/entities/E/attrs', 'GET, PATCH, POST, PUT'],
    ['POST', '/v2/entities/E/attrs/a', 'GET, PUT, DELETE'],
    ['DELETE', '/v2/entities/E/attrs/a/value', 'GET, PUT'],
    ['POST', '/v2/types', 'GET'],
    ['DELETE', '/v2/types/T', 'GET'],
    ['GET', '/v2/op/update', 'POST'],
    ['GET', '/v2/op/query', 'POST'],
    ['POST', '/v2', 'GET'],
    ['POST', '/version', 'GET'],
    ['DELETE', '/admin/log', 'PUT'],
    ['DELETE', '/admin/sem', 'GET'],
    ['POST', '/admin/metrics', 'GET, DELETE'],
    ['OPTIONS', '/v2/entities', 'POST, GET'],
  ])('%s %s answers 405 with Allow: %s', async (method, path, allow) => {
    const answer = await broker()
      .client()
      .send(method, path, ['POST', 'PATCH'].includes(method) ? { body: 'not parsed' } : {});
    expect(answer).toMatchObject({
      status: 405,
      reason: 'Method Not Allowed',
      body: errorBody('MethodNotAllowed', 'method not allowed'),
    });
    expect(answer.header('Allow')).toBe(allow);
  });

  it('reports the first of several faults', async () => {
    const client = broker().client();
    // characters of the path, then the service path, then the content type, then parameters, then the length
    const faults = { 'Fiware-ServicePath': 'x', 'Content-Type': 'application/xml' };
    expect((await client.post('/v2/entities/a<?limit=x', '{}', faults)).body).toBe(
      bad('invalid character in URI'),
    );
    expect((await client.post('/v2/entities?limit=x', '{}', faults)).body).toContain(
      'Only /absolute/ Service Paths',
    );
    expect(
      (await client.post('/v2/entities?limit=x', '{}', { 'Content-Type': 'application/xml' })).status,
    ).toBe(415);
    expect((await client.send('POST', '/v2/entities?limit=x')).body).toContain('Bad pagination limit');
    expect((await client.send('POST', '/nothing')).status).toBe(411);
    expect((await new BrokerClient(broker().url, 'a-b').post('/v2/entities', '{')).body).toContain(
      'ParseError',
    );
  });
});
