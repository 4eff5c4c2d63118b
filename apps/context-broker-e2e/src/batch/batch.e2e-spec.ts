import { describeEachStore, isFullDatabase } from '../support/each-store';
import { errorBody } from '../support/broker-client';

const entity = (id: string, attrs: Record<string, unknown> = {}, type = 'T') => ({ id, type, ...attrs });

describeEachStore('POST /v2/op/update (docs/behaviour/context-broker.md, "Batch updates")', (broker) => {
  it.each([
    ['append', 'append'],
    ['APPEND', 'append'],
    ['Append', 'append'],
    ['update', 'update'],
    ['UPDATE', 'update'],
    ['replace', 'replace'],
    ['REPLACE', 'replace'],
  ])('%s acts as %s', async (actionType, action) => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', entity('E', { a: 1, b: 2 }));
    expect(
      await client.post('/v2/op/update?options=keyValues', { actionType, entities: [entity('E', { a: 9 })] }),
    ).toMatchObject({ status: 204, body: '' });
    const shown = action === 'replace' ? '{"id":"E","type":"T","a":9}' : '{"id":"E","type":"T","a":9,"b":2}';
    expect((await client.get('/v2/entities/E?options=keyValues')).body).toBe(shown);
  });

  it('creates with append, types missing included', async () => {
    const client = broker().client();
    expect(
      (
        await client.post('/v2/op/update?options=keyValues', {
          actionType: 'append',
          entities: [
            { id: 'E', a: 1 },
            { id: 'E', b: 2 },
          ],
        })
      ).status,
    ).toBe(204);
    expect((await client.get('/v2/entities?options=keyValues')).body).toBe(
      '[{"id":"E","type":"Thing","a":1,"b":2}]',
    );
  });

  it.each(['appendStrict', 'APPEND_STRICT', 'append_strict'])(
    '%s refuses attributes that exist',
    async (actionType) => {
      const client = broker().client();
      await client.post('/v2/entities?options=keyValues', entity('E', { a: 1 }));
      const answer = await client.post('/v2/op/update?options=keyValues', {
        actionType,
        entities: [entity('E', { a: 1 })],
      });
      expect(answer).toMatchObject({
        status: 422,
        body: errorBody(
          'Unprocessable',
          'one or more of the attributes in the request already exist: E/T - [ a ]',
        ),
      });
    },
  );

  it('deletes attributes and entities', async () => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', entity('E', { a: 1, b: 2 }));
    await client.post('/v2/entities?options=keyValues', entity('F'));
    expect(
      (
        await client.post('/v2/op/update', {
          actionType: 'DELETE',
          entities: [entity('E', { a: { value: 'ignored' } }), entity('F')],
        })
      ).status,
    ).toBe(204);
    expect((await client.get('/v2/entities?options=keyValues')).body).toBe('[{"id":"E","type":"T","b":2}]');
  });

  it('gathers what failed', async () => {
    const client = broker().client();
    for (const id of ['E1', 'E2']) await client.post('/v2/entities?options=keyValues', entity(id, { A: 1 }));
    const update = (entities: unknown[]) =>
      client.post('/v2/op/update?options=keyValues', { actionType: 'update', entities });
    expect(
      await update([entity('E1', { A: 2, B: 1, C: 1 }), entity('E2', { C: 1 }), entity('E3', { A: 1 })]),
    ).toMatchObject({
      status: 422,
      body: errorBody('PartialUpdate', 'do not exist: E1/T - [ B, C ], E2/T - [ C ], E3/T [entity itself]'),
    });
    expect((await client.get('/v2/entities/E1/attrs/A/value')).body).toBe('2');
    expect(await update([entity('E8', { A: 1 }), entity('E9', { A: 1 })])).toMatchObject({
      status: 404,
      body: errorBody('NotFound', 'do not exist: E8/T - [entity itself], E9/T [entity itself]'),
    });
    expect(await update([{ id: 'E1', B: 1 }])).toMatchObject({
      status: 422,
      body: errorBody('Unprocessable', 'do not exist: E1 - [ B ]'),
    });
  });

  it.each([
    ['{', 'ParseError', 'Errors found in incoming JSON buffer', 400],
    ['[]', 'ParseError', 'Errors found in incoming JSON buffer', 400],
    ['{}', 'BadRequest', 'empty payload', 400],
    [
      '{"actionType":"append"}',
      'BadRequest',
      'Invalid JSON payload, mandatory field /entities/ not found',
      400,
    ],
    ['{"entities":[]}', 'BadRequest', 'Invalid JSON payload, mandatory field /actionType/ not found', 400],
    ['{"actionType":"append","entities":[]}', 'BadRequest', 'empty entities vector', 400],
    ['{"actionType":"append","entities":{}}', 'BadRequest', 'not a JSON array', 400],
    ['{"actionType":"append","entities":[1]}', 'BadRequest', 'entity is not a JSON object', 400],
    [
      '{"actionType":"x","entities":[{"id":"E"}]}',
      'BadRequest',
      'invalid update action type: right ones are: append, appendStric, delete, replace, update',
      400,
    ],
    [
      '{"actionType":1,"entities":[{"id":"E"}]}',
      'BadRequest',
      'invalid update action type: right ones are: append, appendStric, delete, replace, update',
      400,
    ],
    [
      '{"actionType":"append","entities":[{"id":"E"}],"x":1}',
      'BadRequest',
      'Unrecognized field in JSON payload: /x/',
      400,
    ],
    [
      '{"actionType":"append","entities":[{"type":"T"}]}',
      'BadRequest',
      'nor /id/ nor /idPattern/ present',
      400,
    ],
    [
      '{"actionType":"append","entities":[{"id":"E","idPattern":"E"}]}',
      'BadRequest',
      'both /id/ and /idPattern/ present',
      400,
    ],
    [
      '{"actionType":"append","entities":[{"id":""}]}',
      'BadRequest',
      'id and idPattern cannot be both empty at the same time',
      400,
    ],
  ])('refuses %s', async (body, error, description, status) => {
    expect(await broker().client().post('/v2/op/update', body)).toMatchObject({
      status,
      body: errorBody(error, description),
    });
  });

  it.each(['E', ''])('does not implement idPattern %j, and writes none of the batch', async (idPattern) => {
    const client = broker().client();
    const answer = await client.post('/v2/op/update', {
      actionType: 'append',
      entities: [{ id: 'A' }, { idPattern }],
    });
    expect(answer).toMatchObject({
      status: 501,
      reason: 'Not Implemented',
      body: errorBody('NotImplemented', 'NotImplemented'),
    });
    expect((await client.get('/v2/entities')).body).toBe('[]');
  });

  it('ignores typePattern', async () => {
    const client = broker().client();
    const entities = [{ id: 'E', typePattern: 'T' }];
    expect((await client.post('/v2/op/update', { actionType: 'append', entities })).status).toBe(204);
    expect((await client.get('/v2/entities')).body).toBe('[{"id":"E","type":"Thing"}]');
  });

  it('a replacement without attributes leaves the entity as it was', async () => {
    const client = broker().client();
    await client.post('/v2/entities?options=keyValues', entity('E', { a: 1 }));
    expect(
      (await client.post('/v2/op/update', { actionType: 'replace', entities: [entity('E')] })).status,
    ).toBe(204);
    expect((await client.get('/v2/entities?options=keyValues')).body).toBe('[{"id":"E","type":"T","a":1}]');
  });
});

describeEachStore(
  'changes of what a filter selects (docs/additions/change-by-filter.md)',
  (broker, store) => {
    const all = '/v2/entities?options=keyValues&orderBy=id';
    const prepare = async () => {
      const client = broker().client();
      const append = (entities: object[], path: string) =>
        client.post(
          '/v2/op/update?options=keyValues',
          { actionType: 'append', entities },
          { 'Fiware-ServicePath': path },
        );
      await append([entity('A', { t: 1 }), entity('B', { t: 2 })], '/');
      await append([entity('C', { t: 3 }), entity('D', { u: 3 }, 'U')], '/c');
      return client;
    };
    const ids = (body: string) => (JSON.parse(body) as { id: string }[]).map(({ id }) => id).join('');

    it('PATCH and DELETE take the parameters of the list', async () => {
      const client = await prepare();
      const patched = await client.patch('/v2/entities?q=t%3E1&limit=10', {
        t: { type: 'Number', value: 9 },
      });
      expect(patched).toMatchObject({ status: 200, body: '{"matched":2,"changed":2}' });
      expect((await client.get(`${all}&q=t==9`)).body).toBe(
        '[{"id":"B","type":"T","t":9},{"id":"C","type":"T","t":9}]',
      );
      const inPath = (path: string) => ({ 'Fiware-ServicePath': path });
      expect((await client.delete('/v2/entities?type=T&limit=10&options=dryRun')).body).toBe(
        '{"matched":3,"changed":0}',
      );
      expect((await client.delete('/v2/entities?type=T&limit=10', inPath('/c/#,/d'))).body).toBe(
        '{"matched":1,"changed":1}',
      );
      expect((await client.delete('/v2/entities?idPattern=.*&limit=1')).body).toBe(
        '{"matched":3,"changed":1}',
      );
      expect(ids((await client.get(all)).body)).toBe('BD');
    });

    it('op/update takes a filter in its body, in the service path of updates', async () => {
      const client = await prepare();
      const body = { actionType: 'append', attrs: { x: 1 }, filter: { entities: [{ idPattern: '.*' }] } };
      const path = '/v2/op/update?limit=10&options=keyValues';
      expect(await client.post(path, body)).toMatchObject({ status: 200, body: '{"matched":2,"changed":2}' });
      expect((await client.post(path, body, { 'Fiware-ServicePath': '/#' })).body).toBe(
        '{"matched":4,"changed":4}',
      );
      const deletion = { actionType: 'delete', filter: { expression: { q: 't' } } };
      expect((await client.post(`${path},dryRun`, deletion)).body).toBe('{"matched":2,"changed":0}');
      expect((await client.post(path, { ...deletion, attrs: { x: null } })).body).toBe(
        '{"matched":2,"changed":2}',
      );
      expect(ids((await client.get(`${all}&q=!x`)).body)).toBe('AB');
      expect((await client.post(path, deletion)).body).toBe('{"matched":2,"changed":2}');
      expect(ids((await client.get(all)).body)).toBe('CD');
    });

    if (isFullDatabase(store))
      it('a filter in a body is about the attribute that geoproperty names', async () => {
        const client = await prepare();
        const yard = {
          type: 'geo:json',
          value: { type: 'Point', coordinates: [2, 1] },
          metadata: { ignoreType: { type: 'Boolean', value: true } },
        };
        expect((await client.post('/v2/entities/A/attrs', { yard })).status).toBe(204);
        const expression = { georel: 'coveredBy', geometry: 'box', coords: '0,0;3,3', geoproperty: 'yard' };
        const deletion = { actionType: 'delete', filter: { expression } };
        expect((await client.post('/v2/op/update?limit=5', deletion)).body).toBe('{"matched":1,"changed":1}');
        expect(ids((await client.get(all)).body)).toBe('BCD');
      });

    /** Of those that are refused. */
    let untouched: ReturnType<typeof prepare> | undefined;
    const nothing =
      'the filter selects nothing: name id, idPattern, type, typePattern, q, mq or georel. The idPattern .* is everything';
    it.each<[string, string, unknown, string]>([
      ['PATCH', '/v2/entities?limit=10', { t: { value: 1 } }, nothing],
      ['DELETE', '/v2/entities?limit=10&attrs=t', undefined, nothing],
      [
        'DELETE',
        '/v2/entities?type=T&limit=0',
        undefined,
        'Bad pagination limit: /0/ [must be a positive integer number]',
      ],
      [
        'DELETE',
        '/v2/entities?type=T&limit=100001',
        undefined,
        'Bad pagination limit: /100001/ [max: 100000]',
      ],
      [
        'DELETE',
        '/v2/entities?type=T&limit=5&offset=5',
        undefined,
        'offset is not for changes of what a filter selects',
      ],
      [
        'PATCH',
        '/v2/entities?type=T&limit=5&attrs=t',
        { t: { value: 1 } },
        'attrs is not for PATCH: the body names the attributes',
      ],
      ['PATCH', '/v2/entities?type=T&limit=5', {}, 'empty payload'],
      ['PATCH', '/v2/entities?type=T&limit=5', { id: 'x' }, 'entity id specified in payload'],
      ['DELETE', '/v2/entities?q=t%3E&limit=5', undefined, 'empty right-hand-side in q-item'],
      ['DELETE', '/v2/entities?type=T&qq=1&limit=5', undefined, 'unknown URI parameter: /qq/'],
      ['DELETE', '/v2/entities?type=T&geoproperty=p&limit=5', undefined, 'geoproperty without georel'],
      ['DELETE', '/v2/entities?type=T&limit=5&attrs=,', undefined, 'attrs names no attribute'],
      [
        'DELETE',
        '/v2/entities?type=T&limit=5&cursor=start',
        undefined,
        'cursor is not for changes of what a filter selects',
      ],
      [
        'POST',
        '/v2/op/update?limit=5',
        { actionType: 'delete', filter: { entities: [{ idPattern: '.*' }], expression: { Q: 't>1' } } },
        'Unrecognized field in expression: /Q/',
      ],
      [
        'POST',
        '/v2/op/update?limit=5',
        { actionType: 'delete', filter: { expression: { q: 't>1', geoproperty: 'place' } } },
        'geoproperty without georel',
      ],
      [
        'POST',
        '/v2/op/update',
        { actionType: 'delete', filter: {} },
        'limit must be given with a filter: how many entities may be changed at most',
      ],
      ['POST', '/v2/op/update?limit=5', { actionType: 'delete', filter: {} }, nothing],
      ['POST', '/v2/op/update?limit=5', { actionType: 'delete', filter: { entities: [] } }, nothing],
      [
        'POST',
        '/v2/op/update?limit=5',
        { actionType: 'delete', filter: { q: 't' } },
        'Unrecognized field in filter: /q/',
      ],
      ['POST', '/v2/op/update?limit=5', { actionType: 'delete', filter: [] }, 'filter is not an object'],
      [
        'POST',
        '/v2/op/update?limit=5',
        { filter: {} },
        'Invalid JSON payload, mandatory field /actionType/ not found',
      ],
      [
        'POST',
        '/v2/op/update?limit=5',
        { actionType: 'update', filter: { expression: { q: 't' } } },
        'attrs is not an object',
      ],
      [
        'POST',
        '/v2/op/update?limit=5',
        { actionType: 'append', entities: [entity('E')], filter: {} },
        'Unrecognized field in JSON payload: /filter/',
      ],
      [
        'POST',
        '/v2/op/update?options=dryRun',
        { actionType: 'append', entities: [entity('E')] },
        'Invalid value for URI param /options/',
      ],
      [
        'POST',
        '/v2/op/update?options=extendedQuery',
        { actionType: 'append', entities: [entity('E')] },
        'Invalid value for URI param /options/',
      ],
      ['POST', '/v2/entities?options=dryRun', entity('E'), 'Invalid value for URI param /options/'],
    ])('%s %s %j is refused', async (method, path, body, description) => {
      const client = await (untouched ??= prepare());
      expect(await client.send(method, path, { body })).toMatchObject({
        status: 400,
        body: errorBody('BadRequest', description),
      });
      expect(ids((await client.get(all)).body)).toBe('ABCD');
    });
  },
);

describeEachStore('POST /v2/op/query (docs/behaviour/context-broker.md, "Batch queries")', (broker) => {
  const prepare = async () => {
    const client = broker().client();
    await client.post('/v2/op/update?options=keyValues', {
      actionType: 'append',
      entities: [entity('A1', { t: 1 }, 'A'), entity('A2', { t: 2, u: 1 }, 'A'), entity('B1', { u: 5 }, 'B')],
    });
    return client;
  };

  it('answers lists, with count, order and representation', async () => {
    const client = await prepare();
    const answer = await client.post('/v2/op/query?options=count,keyValues&orderBy=!id&limit=2', {
      entities: [{ idPattern: '.*' }],
    });
    expect(answer).toMatchObject({
      status: 200,
      body: '[{"id":"B1","type":"B","u":5},{"id":"A2","type":"A","t":2,"u":1}]',
    });
    expect(answer.header('Fiware-Total-Count')).toBe('3');
  });

  it.each([
    [
      { entities: [{ id: 'A1' }, { idPattern: '^B' }] },
      '[{"id":"A1","type":"A","t":1},{"id":"B1","type":"B","u":5}]',
    ],
    [
      { entities: [{ idPattern: '.*', type: 'A' }], attrs: ['u'] },
      '[{"id":"A1","type":"A"},{"id":"A2","type":"A","u":1}]',
    ],
    [{ attributes: ['u'] }, '[{"id":"A2","type":"A","u":1},{"id":"B1","type":"B","u":5}]'],
    [
      { attributes: ['u', 't', 'dateCreated'], entities: [{ id: 'A2' }] },
      '[{"id":"A2","type":"A","t":2,"u":1}]',
    ],
    [{ attributes: ['dateCreated'], entities: [{ id: 'A2' }] }, '[{"id":"A2","type":"A"}]'],
    [{ attributes: ['*', 'dateModified'], entities: [{ id: 'A2' }] }, '[{"id":"A2","type":"A","t":2,"u":1}]'],
    [{ attributes: ['t'], attrs: ['u'], entities: [{ id: 'A2' }] }, '[{"id":"A2","type":"A"}]'],
    [{ expression: { q: 'u>2' } }, '[{"id":"B1","type":"B","u":5}]'],
    [
      { expression: { q: 'u>2|!(u)', extendedQuery: true } },
      '[{"id":"A1","type":"A","t":1},{"id":"B1","type":"B","u":5}]',
    ],
    [{ entities: [{ idPattern: '.*', typePattern: 'B' }] }, '[{"id":"B1","type":"B","u":5}]'],
    [{ attrs: ['u', 't'], entities: [{ id: 'A2' }] }, '[{"id":"A2","type":"A","u":1,"t":2}]'],
    [{ entities: [{ id: 'none' }] }, '[]'],
  ])('%j', async (body, expected) => {
    expect((await (await prepare()).post('/v2/op/query?options=keyValues&orderBy=id', body)).body).toBe(
      expected,
    );
  });

  it.each([
    ['{}', 'empty payload'],
    ['{"metadata":["a"]}', 'Invalid JSON payload, no relevant fields found'],
    ['{"attrs":1}', 'the field /attrs/ must be a JSON array'],
    ['{"attributes":1}', 'the field /attributes/ must be a JSON array'],
    ['{"attrs":[],"metadata":1}', 'the field /metadata/ must be a JSON array'],
    ['{"attrs":[1]}', 'only JSON Strings allowed in attrs list'],
    ['{"attributes":[1]}', 'only JSON Strings allowed in attributes list'],
    ['{"attrs":[],"metadata":[1]}', 'only JSON Strings allowed in metadata list'],
    [
      '{"entities":[{"id":"E","type":"T","typePattern":"T"}]}',
      'type and typePattern cannot be both filled at the same time',
    ],
    ['{"expression":{"q":"a==1,x"}}', 'invalid JSON value type in list'],
    ['{"entities":[{"id":"E","a":{"value":1}}]}', 'no attributes allowed in Entity in this payload'],
    ['{"entities":[{"idPattern":"["}]}', 'Invalid regex for entity idPattern'],
    ['{"entities":[{"id":"E","typePattern":"("}]}', 'Invalid regex for entity typePattern'],
    ['{"expression":{"q":""}}', 'q is empty'],
    ['{"expression":{"q":"(a","extendedQuery":true}}', 'q: a parenthesis is not closed'],
    ['{"expression":{"q":"a","extendedQuery":1}}', 'extendedQuery is not a bool'],
    ['{"expression":{}}', 'expression is empty'],
    [
      '{"expression":{"georel":"near"}}',
      'partial geo expression: geometry, georel and coords have to be provided together',
    ],
  ])('refuses %s', async (body, description) => {
    expect(await broker().client().post('/v2/op/query', body)).toMatchObject({
      status: 400,
      body: errorBody('BadRequest', description),
    });
  });
});

describeEachStore(
  'POST /v2/op/notify (docs/behaviour/context-broker.md, "Receiving notifications")',
  (broker) => {
    it('appends the entities of a notification', async () => {
      const client = broker().client();
      const body = {
        subscriptionId: '5',
        data: [{ id: 'E', type: 'T', a: { type: 'Number', value: 1, metadata: {} } }],
      };
      expect(await client.post('/v2/op/notify', body)).toMatchObject({ status: 200, body: '' });
      expect((await client.get('/v2/entities')).body).toBe(
        '[{"id":"E","type":"T","a":{"type":"Number","value":1,"metadata":{}}}]',
      );
    });

    it('takes keyValues', async () => {
      const client = broker().client();
      const body = { subscriptionId: '5', data: [{ id: 'E', type: 'T', a: 1 }] };
      expect((await client.post('/v2/op/notify?options=keyValues', body)).status).toBe(200);
      expect((await client.get('/v2/entities?options=keyValues')).body).toBe('[{"id":"E","type":"T","a":1}]');
    });

    it.each([
      [{ id: 'bad id' }, 'Invalid characters in entity id'],
      [{ type: 'T' }, 'nor /id/ nor /idPattern/ present'],
      [{ id: 'E', a: 1 }, 'attribute must be a JSON object, unless keyValues option is used'],
      [{ id: 'E', d: { type: 'DateTime', value: 'x' } }, 'date has invalid format in attribute value'],
    ])('stores nothing when an item is %j', async (item, description) => {
      const client = broker().client();
      const answer = await client.post('/v2/op/notify', { subscriptionId: '5', data: [{ id: 'A' }, item] });
      expect(answer).toMatchObject({ status: 400, body: errorBody('BadRequest', description) });
      expect((await client.get('/v2/entities')).body).toBe('[]');
    });

    it('says nothing of an update that cannot be carried out', async () => {
      const client = broker().client();
      const body = { subscriptionId: '5', data: [{ id: 'A' }, { idPattern: '.*' }] };
      expect(await client.post('/v2/op/notify', body)).toMatchObject({ status: 200, body: '' });
      expect((await client.get('/v2/entities')).body).toBe('[]');
    });

    it.each([
      ['{"subscriptionId":"1","data":[],"x":1}', 'Unrecognized field in JSON payload: /x/'],
      ['{"data":[]}', 'invalid JSON payload, mandatory field /subscriptionId/ not found'],
      ['{"subscriptionId":"1"}', 'Invalid JSON payload, mandatory field /data/ not found'],
      ['{"subscriptionId":1,"data":[]}', '/subscriptionId/ must be a JSON string'],
      ['{"subscriptionId":"1","data":{}}', 'notification field /data/ must be a JSON array'],
      ['{"subscriptionId":"1","data":[1]}', 'notification data vector item must be a JSON object'],
    ])('refuses %s', async (body, description) => {
      expect(await broker().client().post('/v2/op/notify', body)).toMatchObject({
        status: 400,
        body: errorBody('BadRequest', description),
      });
    });

    it.each([
      ['keyValues', 'attribute render format /keyValues/ not supported for notifications'],
      ['custom', 'attribute render format /custom/ not supported for notifications'],
      ['legacy', 'invalid render format for notifications'],
    ])('answers 200 with an error body for format %s', async (format, description) => {
      const answer = await broker()
        .client()
        .post('/v2/op/notify', { subscriptionId: '1', data: [] }, { 'Ngsiv2-AttrsFormat': format });
      expect(answer).toMatchObject({ status: 200, body: errorBody('BadRequest', description) });
    });
  },
);
