import { describeEachStore, type RunningBroker } from '../support/each-store';
import { errorBody } from '../support/broker-client';

const NOT_FOUND = {
  status: 404,
  body: errorBody('NotFound', 'The requested entity has not been found. Check type and id'),
};
const NO_ATTRIBUTE = {
  status: 404,
  body: errorBody('NotFound', 'The entity does not have such an attribute'),
};
const TOO_MANY = {
  status: 409,
  reason: 'Conflict',
  body: errorBody('TooManyResults', 'More than one matching entity. Please refine your query'),
};
const bad = (description: string) => ({ status: 400, body: errorBody('BadRequest', description) });
const unprocessable = (description: string) => ({
  status: 422,
  body: errorBody('Unprocessable', description),
});
const partial = (description: string) => ({ status: 422, body: errorBody('PartialUpdate', description) });

function versions(broker: () => RunningBroker): void {
  const made = async () => {
    const client = broker().client();
    await client.post('/v2/entities', { id: 'E', type: 'T', a: { value: 1 }, b: { value: 'x' } });
    const tag = (await client.get('/v2/entities/E', { 'If-None-Match': '"none"' })).header('ETag')!;
    return { client, tag };
  };
  const FAILED = {
    status: 412,
    reason: 'Precondition Failed',
    body: errorBody(
      'PreconditionFailed',
      'The entity is not in the version that If-Match or If-None-Match asks for',
    ),
  };

  it('are told to nobody who does not ask', async () => {
    const { client } = await made();
    expect((await client.get('/v2/entities/E')).header('ETag')).toBeUndefined();
    expect((await client.put('/v2/entities/E/attrs/a/value', 2)).header('ETag')).toBeUndefined();
  });

  it('share one tag below the entity, and are not sent again', async () => {
    const { client, tag } = await made();
    for (const path of ['', '/attrs', '/attrs/a', '?options=keyValues']) {
      const known = await client.get(`/v2/entities/E${path}`, { 'If-None-Match': `"x", W/${tag}` });
      expect(known).toMatchObject({ status: 304, reason: 'Not Modified', body: '' });
      expect(known.header('ETag')).toBe(tag);
      expect(known.header('Content-Length')).toBeUndefined();
      expect(known.header('Cache-Control')).toBe('private, no-cache');
    }
    const value = (known: string) => client.get('/v2/entities/E/attrs/a/value', { 'If-None-Match': known });
    expect((await value((await value(tag)).header('ETag')!)).status).toBe(304);
    expect(await client.get('/v2/entities/E', { 'If-Match': '"x"' })).toMatchObject(FAILED);
    expect((await client.get('/v2/entities/E', { 'If-None-Match': 'none' })).status).toBe(200);
    expect((await client.get('/v2/entities/F', { 'If-None-Match': '*' })).status).toBe(404);
  });

  it('are what a write can ask for, and tells', async () => {
    const { client, tag } = await made();
    const update = { a: { value: 2 } };
    for (const method of ['POST', 'PATCH', 'PUT'])
      expect(
        await client.send(method, '/v2/entities/E/attrs', { body: update, headers: { 'If-Match': '"x"' } }),
      ).toMatchObject(FAILED);
    expect(await client.delete('/v2/entities/E', { 'If-Match': '"x"' })).toMatchObject(FAILED);
    expect(await client.delete('/v2/entities/E/attrs/a', { 'If-None-Match': '*' })).toMatchObject(FAILED);
    const written = await client.patch('/v2/entities/E/attrs', update, { 'If-Match': `"x",${tag}` });
    expect(written).toMatchObject({ status: 204, body: '' });
    const next = written.header('ETag')!;
    expect(next).not.toBe(tag);
    expect((await client.get('/v2/entities/E', { 'If-None-Match': next })).status).toBe(304);
    expect(await client.patch('/v2/entities/E/attrs', update, { 'If-Match': tag })).toMatchObject(FAILED);
    expect(await client.patch('/v2/entities/E/attrs', update, { 'If-Match': 'x' })).toMatchObject(
      bad('If-Match is neither * nor a list of entity tags in double quotes'),
    );
    const gone = await client.delete('/v2/entities/E', { 'If-Match': next });
    expect(gone).toMatchObject({ status: 204 });
    expect(await client.patch('/v2/entities/E/attrs', update, { 'If-Match': next })).toMatchObject(NOT_FOUND);
  });

  it('keep a creation from changing what is there', async () => {
    const { client } = await made();
    const body = { id: 'E', type: 'T', a: { value: 9 } };
    for (const path of ['/v2/entities', '/v2/entities?options=upsert'])
      expect(await client.post(path, body, { 'If-None-Match': '*' })).toMatchObject(FAILED);
    const created = await client.post('/v2/entities', { ...body, id: 'F' }, { 'If-None-Match': '*' });
    expect(created).toMatchObject({ status: 201, body: '' });
    expect((await client.get('/v2/entities/F', { 'If-None-Match': created.header('ETag')! })).status).toBe(
      304,
    );
  });
}

describeEachStore('entities', (broker) => {
  it('have metadata that are read and written on their own', async () => {
    const client = broker().client();
    const path = '/v2/entities/E/attrs/a/metadata';
    await client.post('/v2/entities', {
      id: 'E',
      type: 'T',
      a: { value: 1, metadata: { m: { value: 'x' } } },
    });
    expect(await client.put(`${path}/n?type=T`, { value: 2 })).toMatchObject({ status: 204, body: '' });
    expect(await client.get(path)).toMatchObject({
      status: 200,
      body: '{"m":{"type":"Text","value":"x"},"n":{"type":"Number","value":2}}',
    });
    expect((await client.get(`${path}/n`)).body).toBe('{"type":"Number","value":2}');
    expect(await client.put(`${path}/n?options=keyValues`, '"y"')).toMatchObject({ status: 204 });
    expect((await client.get(`${path}?options=keyValues&metadata=n`)).body).toBe('{"n":"y"}');
    const modified = (await client.get(`${path}/dateModified?options=keyValues`)).body;
    expect(modified).toMatch(/^"20\d\d-.*Z"$/);
    expect(await client.delete(`${path}/m`)).toMatchObject({ status: 204, body: '' });
    const noItem = errorBody('NotFound', 'The attribute does not have such a metadata item');
    expect(await client.delete(`${path}/m`)).toMatchObject({ status: 404, body: noItem });
    expect(await client.get(`${path}/m`)).toMatchObject({ status: 404, body: noItem });
    expect(await client.put(path, { o: { value: null, type: 'None' } })).toMatchObject({ status: 204 });
    expect((await client.get('/v2/entities/E/attrs/a')).body).toBe(
      '{"type":"Number","value":1,"metadata":{"o":{"type":"None","value":null}}}',
    );
    expect(await client.delete(path)).toMatchObject({ status: 204 });
    expect((await client.get(path)).body).toBe('{}');
    expect(await client.get('/v2/entities/E/attrs/b/metadata')).toMatchObject(NO_ATTRIBUTE);
    expect(await client.put('/v2/entities/E/attrs/b/metadata/m', { value: 1 })).toMatchObject(NO_ATTRIBUTE);
    expect(await client.delete('/v2/entities/F/attrs/a/metadata')).toMatchObject(NOT_FOUND);
    expect(await client.put(`${path}/m`, { kind: 1 })).toMatchObject(
      bad('invalid JSON field for attribute metadata'),
    );
    expect(await client.put(path, '[]')).toMatchObject(bad('metadata not a JSON object'));
  });

  describe('have versions that', () => versions(broker));

  it('are created once, and their Location always has a type', async () => {
    const client = broker().client();
    const made = await client.post('/v2/entities', {
      id: 'E',
      type: 'T',
      t: { value: 21.5, type: 'Number', metadata: { m: { value: 'x', type: 'Text' } } },
    });
    expect(made).toMatchObject({ status: 201, body: '' });
    expect(made.header('Location')).toBe('/v2/entities/E?type=T');
    expect(await client.post('/v2/entities', { id: 'E', type: 'T' })).toMatchObject(
      unprocessable('Already Exists'),
    );
    expect((await client.post('/v2/entities', { id: 'N' })).header('Location')).toBe(
      '/v2/entities/N?type=Thing',
    );
    expect(await client.get('/v2/entities/E')).toMatchObject({
      status: 200,
      body: '{"id":"E","type":"T","t":{"type":"Number","value":21.5,"metadata":{"m":{"type":"Text","value":"x"}}}}',
    });
  });

  it('upsert merges', async () => {
    const client = broker().client();
    const first = await client.post('/v2/entities?options=upsert,keyValues', { id: 'E', type: 'T', a: 1 });
    expect(first).toMatchObject({ status: 204, body: '' });
    expect(first.header('Location')).toBe('/v2/entities/E?type=T');
    await client.post('/v2/entities?options=upsert,keyValues', { id: 'E', type: 'T', b: 2 });
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"T","a":1,"b":2}',
    );
  });

  it('shows attributes in byte order of their names, in every representation', async () => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', '{"id":"E","type":"T","b":1,"a":2,"1":3,"A":1}');
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"T","1":3,"A":1,"a":2,"b":1}',
    );
    expect((await client.get('/v2/entities/E?options=values')).body).toBe('[3,1,2,1]');
    expect((await client.get('/v2/entities/E?options=unique')).body).toBe('[3,1,2]');
    expect((await client.get('/v2/entities?options=values')).body).toBe('[[3,1,2,1]]');
    expect((await client.get('/v2/entities/E?options=values&attrs=b,1')).body).toBe('[1,3]');
    expect((await client.get('/v2/entities/E/attrs?options=keyValues&attrs=b,zz,a')).body).toBe(
      '{"b":1,"a":2}',
    );
    expect((await client.get('/v2/entities/E?attrs=none')).body).toBe('{"id":"E","type":"T"}');
    expect((await client.get('/v2/entities/E/attrs')).body).toMatch(
      /^\{"1":\{"type":"Number","value":3,"metadata":\{\}\},"A"/,
    );
  });

  it('keeps names, values and numbers', async () => {
    const client = broker().client();
    const body =
      '{"id":"E","type":"T","__proto__":{"value":{"__proto__":1,"constructor":{"x":[]}}},"constructor":{"value":"c"},"n":{"value":[1,1.0,0.30000000000000004,1e21,1e-10,-0,-12.50,123456789012]},"o":{"value":{"z":1,"a":{"2":true,"1":null}}},"t":{"value":true},"z":{"value":null}}';
    expect((await client.post('/v2/entities', body)).status).toBe(201);
    const shown = (await client.get('/v2/entities/E?options=keyValues')).body;
    expect(shown).toBe(
      '{"id":"E","type":"T","__proto__":{"__proto__":1,"constructor":{"x":[]}},"constructor":"c","n":[1,1,0.3,1e+21,0,0,-12.5,123456789012],"o":{"z":1,"a":{"2":true,"1":null}},"t":true,"z":null}',
    );
  });

  it('gives default types', async () => {
    const client = broker().client();
    await client.post('/v2/entities', {
      id: 'E',
      s: { value: 'x' },
      n: { value: 1 },
      b: { value: true },
      o: { value: {} },
      l: { value: [] },
      z: {},
    });
    const types = (await client.get('/v2/entities/E')).json() as Record<string, { type: string }>;
    expect(types['type']).toBe('Thing');
    expect(
      Object.fromEntries(['s', 'n', 'b', 'o', 'l', 'z'].map((name) => [name, types[name]!.type])),
    ).toEqual({
      s: 'Text',
      n: 'Number',
      b: 'Boolean',
      o: 'StructuredValue',
      l: 'StructuredValue',
      z: 'None',
    });
  });

  it('refine by type when an id has several', async () => {
    const client = broker().client();
    for (const type of ['A', 'B'])
      await client.post('/v2/entities?options=keyValues', { id: 'E', type, v: type });
    expect(await client.get('/v2/entities/E')).toMatchObject(TOO_MANY);
    expect(await client.patch('/v2/entities/E/attrs', { v: { value: 1 } })).toMatchObject(TOO_MANY);
    expect(await client.delete('/v2/entities/E')).toMatchObject(TOO_MANY);
    expect((await client.get('/v2/entities/E?type=B&options=keyValues')).body).toBe(
      '{"id":"E","type":"B","v":"B"}',
    );
    expect((await client.delete('/v2/entities/E?type=A')).status).toBe(204);
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe('{"id":"E","type":"B","v":"B"}');
  });

  it('say when they are missing', async () => {
    const client = broker().client();
    const attribute = { a: { value: 1 } };
    for (const answer of [
      await client.get('/v2/entities/NO'),
      await client.get('/v2/entities/NO/attrs'),
      await client.get('/v2/entities/NO/attrs/a'),
      await client.get('/v2/entities/NO/attrs/a/value'),
      await client.post('/v2/entities/NO/attrs', attribute),
      await client.patch('/v2/entities/NO/attrs', attribute),
      await client.put('/v2/entities/NO/attrs', attribute),
      await client.put('/v2/entities/NO/attrs/a', { value: 1 }),
      await client.put('/v2/entities/NO/attrs/a/value', [1]),
      await client.delete('/v2/entities/NO/attrs/a'),
      await client.delete('/v2/entities/NO'),
    ]) {
      expect(answer).toMatchObject(NOT_FOUND);
    }
    await client.post('/v2/entities', { id: 'E' });
    expect((await client.get('/v2/entities/E?type=Other')).status).toBe(404);
    for (const answer of [
      await client.get('/v2/entities/E/attrs/a'),
      await client.get('/v2/entities/E/attrs/a/value'),
      await client.put('/v2/entities/E/attrs/a', { value: 1 }),
      await client.put('/v2/entities/E/attrs/a/value', [1]),
      await client.delete('/v2/entities/E/attrs/a'),
    ]) {
      expect(answer).toMatchObject(NO_ATTRIBUTE);
    }
  });

  it('append, appendStrict, update and replace attributes', async () => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', { id: 'E', type: 'T', a: 1, b: 2 });
    expect((await client.post('/v2/entities/E/attrs?options=keyValues', { b: 3, c: 4 })).status).toBe(204);
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"T","a":1,"b":3,"c":4}',
    );

    const already = 'one or more of the attributes in the request already exist: ';
    expect(await client.post('/v2/entities/E/attrs?options=append,keyValues', { a: 9, b: 9 })).toMatchObject(
      unprocessable(`${already}E - [ a, b ]`),
    );
    expect(
      await client.post('/v2/entities/E/attrs?options=append,keyValues&type=T', { a: 9, d: 5 }),
    ).toMatchObject(partial(`${already}E/T - [ a ]`));
    expect((await client.get('/v2/entities/E/attrs/d/value')).body).toBe('5');

    for (const options of ['keyValues', 'append,keyValues'])
      expect((await client.post(`/v2/entities/N/attrs?options=${options}`, { a: 1 })).status).toBe(404);
    expect((await client.get('/v2/entities/N')).status).toBe(404);

    expect(await client.patch('/v2/entities/E/attrs?options=keyValues', { x: 1 })).toMatchObject(
      unprocessable('do not exist: E - [ x ]'),
    );
    expect(
      await client.patch('/v2/entities/E/attrs?options=keyValues&type=T', { x: 1, a: 7, y: 1 }),
    ).toMatchObject(partial('do not exist: E/T - [ x, y ]'));
    expect((await client.get('/v2/entities/E/attrs/a/value')).body).toBe('7');

    expect((await client.put('/v2/entities/E/attrs?options=keyValues', { z: 1 })).status).toBe(204);
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe('{"id":"E","type":"T","z":1}');
    expect((await client.delete('/v2/entities/E/attrs/z')).status).toBe(204);
    expect((await client.get('/v2/entities/E')).body).toBe('{"id":"E","type":"T"}');
  });

  it('metadata is sticky but for overrideMetadata', async () => {
    const client = broker().client();
    const at = async () => (await client.get('/v2/entities/E/attrs/a')).body;
    await client.post('/v2/entities', {
      id: 'E',
      a: { value: 1, metadata: { m: { value: 1, type: 'Number' }, n: { value: 2 } } },
    });
    await client.patch('/v2/entities/E/attrs', { a: { value: 2, metadata: { m: { value: 9 } } } });
    expect(await at()).toBe(
      '{"type":"Number","value":2,"metadata":{"m":{"type":"Number","value":9},"n":{"type":"Number","value":2}}}',
    );
    await client.put('/v2/entities/E/attrs/a', { value: 3, type: 'X', metadata: {} });
    expect(await at()).toBe(
      '{"type":"X","value":3,"metadata":{"m":{"type":"Number","value":9},"n":{"type":"Number","value":2}}}',
    );
    await client.putText('/v2/entities/E/attrs/a/value', '4');
    expect(await at()).toBe(
      '{"type":"X","value":4,"metadata":{"m":{"type":"Number","value":9},"n":{"type":"Number","value":2}}}',
    );
    await client.put('/v2/entities/E/attrs/a?options=overrideMetadata', {
      value: 5,
      metadata: { o: { value: 'x' } },
    });
    expect(await at()).toBe('{"type":"Number","value":5,"metadata":{"o":{"type":"Text","value":"x"}}}');
    expect((await client.get('/v2/entities/E/attrs/a?metadata=none')).body).toBe(
      '{"type":"Number","value":5,"metadata":{}}',
    );
  });

  it('shows builtins when they are named', async () => {
    const client = broker().client();
    await client.post(
      '/v2/entities',
      {
        id: 'E',
        type: 'T',
        a: { value: 1 },
        dateExpires: { type: 'DateTime', value: '2099-01-01T00:00:00Z' },
      },
      { 'Fiware-ServicePath': '/p' },
    );
    const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe('{"id":"E","type":"T","a":1}');
    expect(
      (
        await client.get(
          '/v2/entities/E?options=keyValues&attrs=*,dateCreated,dateModified,dateExpires,servicePath',
        )
      ).json(),
    ).toEqual({
      id: 'E',
      type: 'T',
      a: 1,
      dateCreated: expect.stringMatching(date) as unknown,
      dateModified: expect.stringMatching(date) as unknown,
      dateExpires: '2099-01-01T00:00:00.000Z',
      servicePath: '/p',
    });
    expect((await client.get('/v2/entities/E?options=keyValues,dateCreated')).json()).toEqual({
      id: 'E',
      type: 'T',
      a: 1,
      dateCreated: expect.stringMatching(date) as unknown,
    });
    expect((await client.get('/v2/entities/E?options=keyValues,dateModified&attrs=a')).json()).toMatchObject({
      a: 1,
      dateModified: expect.stringMatching(date) as unknown,
    });
    expect((await client.get('/v2/entities/E/attrs/a?metadata=dateCreated')).json()).toEqual({
      type: 'Number',
      value: 1,
      metadata: { dateCreated: { type: 'DateTime', value: expect.stringMatching(date) as unknown } },
    });
  });

  it.each([
    ['{', 400, errorBody('ParseError', 'Errors found in incoming JSON buffer')],
    ['[]', 400, errorBody('ParseError', 'Errors found in incoming JSON buffer')],
    ['"x"', 400, errorBody('ParseError', 'Errors found in incoming JSON buffer')],
    ['{"id":"E","a":{"value":1e999}}', 400, errorBody('ParseError', 'Errors found in incoming JSON buffer')],
    ['{}', 400, errorBody('BadRequest', 'entity id length: 0, min length supported: 1')],
    ['{"type":"T"}', 400, errorBody('BadRequest', 'entity id length: 0, min length supported: 1')],
    ['{"id":""}', 400, errorBody('BadRequest', 'entity id length: 0, min length supported: 1')],
    ['{"id":1}', 400, errorBody('BadRequest', 'Invalid JSON type for entity id')],
    ['{"id":"E","type":1}', 400, errorBody('BadRequest', 'Invalid JSON type for entity type')],
    ['{"id":"E","type":""}', 400, errorBody('BadRequest', 'entity type length: 0, min length supported: 1')],
    ['{"id":"a b"}', 400, errorBody('BadRequest', 'Invalid characters in entity id')],
    ['{"id":"a/b"}', 400, errorBody('BadRequest', 'Invalid characters in entity id')],
    ['{"id":"E","type":"a#"}', 400, errorBody('BadRequest', 'Invalid characters in entity type')],
    [
      '{"id":"E","a":1}',
      400,
      errorBody('BadRequest', 'attribute must be a JSON object, unless keyValues option is used'),
    ],
    [
      '{"id":"E","a":{"valu":1}}',
      400,
      errorBody('BadRequest', 'unrecognized property for context attribute'),
    ],
    ['{"id":"E","a":{"type":1}}', 400, errorBody('BadRequest', 'invalid JSON type for attribute type')],
    [
      '{"id":"E","a":{"value":1,"value":2}}',
      400,
      errorBody('BadRequest', 'duplicated value key in attribute'),
    ],
    ['{"id":"E","a":{"value":1,"metadata":1}}', 400, errorBody('BadRequest', 'metadata not a JSON object')],
    [
      '{"id":"E","a":{"value":1,"metadata":{"m":1}}}',
      400,
      errorBody('BadRequest', 'metadata must be a JSON object'),
    ],
    ['{"id":"E","a":{"value":1},"a":{"value":2}}', 400, errorBody('BadRequest', 'duplicated attribute /a/')],
    ['{"id":"E","a=":{"value":1}}', 400, errorBody('BadRequest', 'Invalid characters in attribute name')],
    ['{"id":"E","a":{"value":"x<y"}}', 400, errorBody('BadRequest', 'Invalid characters in attribute value')],
    [
      '{"id":"E","a":{"value":{"k":["(x"]}}}',
      400,
      errorBody('BadRequest', 'Invalid characters in attribute value'),
    ],
    [
      '{"id":"E","a":{"value":1,"metadata":{"m":{"value":"x;"}}}}',
      400,
      errorBody('BadRequest', 'Invalid characters in metadata value'),
    ],
    [
      '{"id":"E","a":{"type":"DateTime","value":"yesterday"}}',
      400,
      errorBody('BadRequest', 'date has invalid format in attribute value'),
    ],
    [
      '{"id":"E","a":{"value":{"k":1,"k":2}}}',
      400,
      errorBody('BadRequest', 'duplicated tag-name: /k/ in path: /'),
    ],
    [
      '{"id":"E","p":{"type":"geo:json","value":1}}',
      400,
      errorBody('BadRequest', 'geo:json needs an object or null as value'),
    ],
    [
      '{"id":"E","p":{"type":"geo:point","value":"x"}}',
      400,
      errorBody(
        'BadRequest',
        'error parsing location attribute: geo coordinates format error [see Orion user manual]: x',
      ),
    ],
    [
      '{"id":"E","d":{"type":"geo:point","value":"1,2"},"e":{"type":"geo:point","value":"1,2"}}',
      413,
      errorBody(
        'NoResourcesAvailable',
        'You cannot use more than one geo location attribute when creating an entity. Use ignoreType metadata if you want to add additional informative locations.',
      ),
    ],
    [
      '{"id":"E","dateExpires":{"type":"Text","value":"x"}}',
      400,
      errorBody('BadRequest', 'error processing date expiration attribute, see log traces'),
    ],
  ])('POST %s answers %i', async (body, status, expected) => {
    const client = broker().client();
    expect(await client.post('/v2/entities', body)).toMatchObject({ status, body: expected });
    expect((await client.get('/v2/entities')).body).toBe('[]');
  });

  it('reads dates as Orion does and shows them with the milliseconds they were given', async () => {
    const client = broker().client();
    const dates: Record<string, string> = {
      '2017-6-7': '2017-06-07T00:00:00.000Z',
      '2017-06-17T07:21:59.998+1': '2017-06-17T06:21:59.998Z',
      '2017-06-17T07:21:24.238Z': '2017-06-17T07:21:24.238Z',
    };
    for (const [sent, shown] of Object.entries(dates)) {
      await client.post('/v2/entities?options=upsert', { id: 'E', d: { type: 'DateTime', value: sent } });
      expect((await client.get('/v2/entities/E/attrs/d')).json()).toMatchObject({ value: shown });
    }
    expect((await client.get('/v2/entities?q=d==2017-06-17T07:21:24.238Z&attrs=x')).body).toBe(
      '[{"id":"E","type":"Thing"}]',
    );
    expect(
      await client.put('/v2/entities/E/attrs/d', { type: 'DateTime', value: '2017-06-17T07+01:00' }),
    ).toMatchObject(bad('date has invalid format in attribute value'));
  });

  it('looks for forbidden characters in metadata only where the value itself is a string', async () => {
    const client = broker().client();
    const metadata = { m: { value: { x: 'a;b' } } };
    expect((await client.post('/v2/entities', { id: 'E', a: { value: 1, metadata } })).status).toBe(201);
  });

  it('takes forbidden characters in TextUnrestricted', async () => {
    const client = broker().client();
    expect(
      (await client.post('/v2/entities', { id: 'E', a: { type: 'TextUnrestricted', value: '<a href="x">' } }))
        .status,
    ).toBe(201);
    expect((await client.get('/v2/entities/E/attrs/a')).json()).toMatchObject({ value: '<a href="x">' });
  });

  it('measures identifiers', async () => {
    const client = broker().client();
    const long = 'x'.repeat(257);
    expect(await client.post('/v2/entities', { id: long })).toMatchObject(
      bad('entity id length: 257, max length supported: 256'),
    );
    expect(await client.post('/v2/entities', { id: 'E', [long]: { value: 1 } })).toMatchObject(
      bad('attribute name length: 257, max length supported: 256'),
    );
    expect((await client.post('/v2/entities', { id: 'x'.repeat(256), type: 'y'.repeat(256) })).status).toBe(
      201,
    );
    const path = `/${Array.from({ length: 10 }, () => 'p'.repeat(50)).join('/')}`;
    expect(
      await client.post(
        '/v2/entities',
        { id: 'x'.repeat(256), type: 'y'.repeat(256) },
        { 'Fiware-ServicePath': path },
      ),
    ).toMatchObject(bad('Too long entity id/type/servicePath combination'));
  });

  it('refuses deep nesting, however deep', async () => {
    const client = broker().client();
    const nested = (depth: number) => `{"id":"E","a":{"value":${'['.repeat(depth)}1${']'.repeat(depth)}}}`;
    const text = errorBody(
      'ParseError',
      'attribute or metadata value has overpassed maximum nesting limit: 50',
    );
    expect((await client.post('/v2/entities', nested(51))).status).toBe(201);
    for (const depth of [52, 1000, 200_000])
      expect(await client.post('/v2/entities', nested(depth))).toMatchObject({ status: 400, body: text });
  });

  it('refuses bytes that are not UTF-8', async () => {
    const client = broker().client();
    const body = Buffer.from('{"id":"E","a":{"value":"\xff\xfe"}}', 'latin1');
    expect(await client.post('/v2/entities', body)).toMatchObject({
      status: 400,
      body: errorBody('ParseError', 'Errors found in incoming JSON buffer'),
    });
  });

  it('refuses id and type below …/attrs', async () => {
    const client = broker().client();
    await client.post('/v2/entities', { id: 'E' });
    expect(await client.post('/v2/entities/E/attrs', { id: 'x', a: { value: 1 } })).toMatchObject(
      bad('entity id specified in payload'),
    );
    expect(await client.patch('/v2/entities/E/attrs', { type: 'x', a: { value: 1 } })).toMatchObject(
      bad('entity type specified in payload'),
    );
    expect(await client.put('/v2/entities/E/attrs', {})).toMatchObject(bad('empty payload'));
  });

  describe('attribute values', () => {
    it('are shown as text or JSON', async () => {
      const client = broker().client();
      await client.post('/v2/entities', {
        id: 'E',
        s: { value: 'a\\b' },
        n: { value: 1.5 },
        b: { value: false },
        z: { value: null },
        o: { value: { k: 'v' } },
        d: { type: 'DateTime', value: '2020-01-01T00:00:00Z' },
      });
      const value = (name: string, Accept = '*/*') =>
        client.get(`/v2/entities/E/attrs/${name}/value`, { Accept });
      const type = async (name: string, accept?: string) =>
        (await value(name, accept)).header('Content-Type');
      expect((await value('s')).body).toBe('"a\\b"');
      expect(await type('s')).toBe('text/plain');
      expect((await value('n')).body).toBe('1.5');
      expect((await value('b')).body).toBe('false');
      expect((await value('z')).body).toBe('null');
      expect((await value('o')).body).toBe('{"k":"v"}');
      expect(await type('o')).toBe('application/json');
      expect(await type('o', 'text/plain, application/json')).toBe('text/plain');
      expect((await value('d')).body).toBe('1577836800');
      expect((await value('d', 'text/plain')).body).toBe('2020-01-01T00:00:00.000Z');
      expect(await value('s', 'application/json')).toMatchObject({
        status: 406,
        body: errorBody('NotAcceptable', 'accepted MIME types: text/plain'),
      });
    });

    it.each([
      ['"x y"', '"x y"'],
      ['12', '12'],
      ['-1.5e3', '-1500'],
      ['true', 'true'],
      ['True', 'true'],
      ['FALSE', 'false'],
      ['NULL', 'null'],
      ['"', '""'],
      ['0x10', '16'],
    ])('take text %s', async (sent, shown) => {
      const client = broker().client();
      await client.post('/v2/entities', { id: 'E', a: { type: 'X', value: 'old' } });
      expect((await client.putText('/v2/entities/E/attrs/a/value', sent)).status).toBe(204);
      expect((await client.get('/v2/entities/E/attrs/a/value')).body).toBe(shown);
      expect((await client.get('/v2/entities/E/attrs/a')).json()).toMatchObject({ type: 'X' });
    });

    it('refuse what is no value', async () => {
      const client = broker().client();
      await client.post('/v2/entities', { id: 'E', a: { value: 'old' } });
      expect(await client.putText('/v2/entities/E/attrs/a/value', 'word')).toMatchObject(
        bad('attribute value type not recognized'),
      );
      expect(await client.putText('/v2/entities/E/attrs/a/value', '"open')).toMatchObject(
        bad('Missing citation-mark at end of string'),
      );
      expect(await client.put('/v2/entities/E/attrs/a/value', '1')).toMatchObject(
        bad('Neither JSON Object nor JSON Array for attribute::value'),
      );
      expect((await client.put('/v2/entities/E/attrs/a/value', '{"a":')).body).toContain('ParseError');
      expect((await client.put('/v2/entities/E/attrs/a/value', [1, { a: 'b' }])).status).toBe(204);
      expect((await client.get('/v2/entities/E/attrs/a/value')).body).toBe('[1,{"a":"b"}]');
    });
  });

  it('apply update operators atomically', async () => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', {
      id: 'E',
      type: 'T',
      n: 10,
      l: [1, 2],
      o: { a: 1 },
    });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        client.patch('/v2/entities/E/attrs?options=keyValues', { n: { $inc: 1 } }),
      ),
    );
    expect((await client.get('/v2/entities/E/attrs/n/value')).body).toBe('30');
    await client.post('/v2/entities/E/attrs?options=keyValues', {
      n: { $mul: 2 },
      l: { $push: 3 },
      o: { $set: { b: 2 } },
      fresh: { $inc: 4 },
    });
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"T","fresh":4,"l":[1,2,3],"n":60,"o":{"a":1,"b":2}}',
    );
    const wrong = await client.patch('/v2/entities/E/attrs?options=keyValues', { l: { $inc: 1 } });
    expect(wrong).toMatchObject({ status: 500, reason: 'Internal Server Error' });
    expect(wrong.body).toMatch(
      /^\{"error":"InternalServerError","description":"Database Error &#40;collection: .*\.entities - findAndModify&#40;&#41;: .* - exception: .*&#41;"\}$/,
    );
  });

  it('make attributes that are missing by the rules of operators', async () => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', { id: 'E', set: { $set: 'foo' }, max: { $max: -5 } });
    await client.post('/v2/entities/E/attrs?options=keyValues', { min: { $min: 5 }, pull: { $pull: 1 } });
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(
      '{"id":"E","type":"Thing","max":0,"min":5,"pull":"","set":""}',
    );
    const dates = { d: { type: 'DateTime', value: { $min: 1 } } };
    expect(await client.post('/v2/entities/E/attrs', dates)).toMatchObject(
      bad('date has invalid format in attribute value'),
    );
  });

  it('accept options without visible effect', async () => {
    const client = broker().client();
    expect(
      (
        await client.post(
          '/v2/entities?options=keyValues,flowControl,forcedUpdate,normalized,skipInitialNotification',
          { id: 'E', a: 1 },
        )
      ).status,
    ).toBe(201);
    expect((await client.get('/v2/entities?options=skipForwarding,keyValues')).body).toBe(
      '[{"id":"E","type":"Thing","a":1}]',
    );
  });
});

describeEachStore('tenants and service paths', (broker) => {
  it('keep tenants apart, letter case aside', async () => {
    const [one, two] = [broker().client(), broker().client()];
    await one.post('/v2/entities', { id: 'E', type: 'T' });
    expect((await two.get('/v2/entities')).body).toBe('[]');
    expect((await one.get('/v2/entities', { 'Fiware-Service': one.tenant.toUpperCase() })).body).toBe(
      '[{"id":"E","type":"T"}]',
    );
  });

  it('write to / and read everywhere by default', async () => {
    const client = broker().client();
    const path = (value: string) => ({ 'Fiware-ServicePath': value });
    const ids = async (header: Record<string, string>) =>
      ((await client.get('/v2/entities', header)).json() as { id: string }[]).map(({ id }) => id);
    await client.post('/v2/entities', { id: 'root' });
    for (const [id, at] of [
      ['a', '/a'],
      ['ab', '/a/b'],
      ['c', '/c'],
      ['ax', '/ax'],
    ])
      await client.post('/v2/entities', { id }, path(at!));
    expect(await ids({})).toEqual(['root', 'a', 'ab', 'c', 'ax']);
    expect(await ids(path('/'))).toEqual(['root']);
    expect(await ids(path('/a'))).toEqual(['a']);
    expect(await ids(path('/a/#'))).toEqual(['a', 'ab']);
    expect(await ids(path('/a/b , /c/'))).toEqual(['ab', 'c']);
    expect(await ids(path('/#'))).toHaveLength(5);
    expect((await client.patch('/v2/entities/ab/attrs', { v: { value: 1 } })).status).toBe(404);
    expect((await client.delete('/v2/entities/ab', path('/a/b'))).status).toBe(204);
    expect((await client.post('/v2/entities', { id: 'a' }, path('/other'))).status).toBe(201);
    expect((await client.get('/v2/entities/a')).status).toBe(409);
    expect((await client.get('/v2/entities/a', path('/other'))).status).toBe(200);
  });
});
