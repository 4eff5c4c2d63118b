import { Broker, enforcing } from '../support/broker';
import { Identity, type Application } from '../support/identity';
import { Recorder } from '../support/recorder';

/** A user gets a token at the identity manager and uses it at the broker; roles decide. */
let identity: Identity;
let application: Application;
let broker: Broker;

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  broker = await Broker.start(
    enforcing(identity.url, application, ['-authzJwtSecret', application.jwtSecret]),
  );
});
afterAll(async () => {
  await broker?.dispose();
});

const READ = [
  { action: 'GET', resource: '/v2/entities' },
  { action: 'GET', resource: '^/v2/entities/[^/]+(/attrs(/[^/]+(/value)?)?)?$', is_regex: true },
];
const WRITE = [
  { action: 'POST', resource: '/v2/entities' },
  { action: 'PATCH', resource: '^/v2/entities/[^/]+/attrs$', is_regex: true },
];
const room = (id: string) => ({ id, type: 'Room', temperature: { type: 'Number', value: 20 } });

describe('roles decide', () => {
  it.each([undefined, 'jwt', 'permanent'] as const)(
    'whoever may write writes, whoever may read reads: scope %s',
    async (scope) => {
      const [writer, reader] = await Promise.all([
        identity.createUser(application, [...READ, ...WRITE]),
        identity.createUser(application, READ),
      ]);
      const asWriter = broker.as(await identity.token(application, writer, scope));
      const asReader = broker.as(await identity.token(application, reader, scope));
      const id = `room-${scope}`;

      expect((await asWriter('POST', '/v2/entities', room(id))).status).toBe(201);
      expect(
        (await asWriter('PATCH', `/v2/entities/${id}/attrs`, { temperature: { value: 21 } })).status,
      ).toBe(204);
      expect(await asReader('GET', `/v2/entities/${id}/attrs/temperature/value`)).toMatchObject({
        status: 200,
        body: '21',
      });

      const refused = await asReader('PATCH', `/v2/entities/${id}/attrs`, { temperature: { value: 99 } });
      expect(refused).toMatchObject({
        status: 403,
        body: '{"error":"Forbidden","description":"the roles of this user do not permit the operation"}',
        headers: {
          'content-type': 'application/json',
          'www-authenticate': 'Bearer realm="context-broker", error="insufficient_scope"',
        },
      });
      expect((await asWriter('DELETE', `/v2/entities/${id}`)).status).toBe(403);
      expect((await asReader('GET', `/v2/entities/${id}/attrs/temperature/value`)).body).toBe('21');
    },
  );

  it('a role restricted to a tenant opens no other', async () => {
    const restriction = { use_authorization_service_header: true, authorization_service_header: 'city' };
    const user = await identity.createUser(
      application,
      [...READ, ...WRITE].map((rule) => ({ ...rule, ...restriction })),
    );
    const token = await identity.token(application, user);
    expect((await broker.as(token, 'city')('POST', '/v2/entities', room('r1'))).status).toBe(201);
    expect((await broker.as(token, 'CITY')('GET', '/v2/entities/r1')).status).toBe(200);
    for (const tenant of ['town', undefined])
      expect((await broker.as(token, tenant)('GET', '/v2/entities')).status).toBe(403);
  });

  it('a role restricted to a service path opens this one and, with /#, those below', async () => {
    const restricted = (path: string) => ({
      use_authorization_service_header: true,
      authorization_service_header: `parks${path}`,
    });
    const user = await identity.createUser(application, [
      { ...WRITE[0]!, ...restricted('/north/#') },
      { ...READ[0]!, ...restricted('/north/#') },
    ]);
    const request = broker.as(await identity.token(application, user), 'parks');
    const at = (method: string, path: string | undefined, body?: unknown) =>
      request(method, '/v2/entities', body, path === undefined ? [] : ['Fiware-ServicePath', path]);
    expect((await at('POST', '/north/lake', room('r1'))).status).toBe(201);
    expect((await at('POST', '/north', room('r1'))).status).toBe(201);
    expect((await at('GET', '/north/#')).status).toBe(200);
    expect((await at('GET', '/north,/north/lake')).status).toBe(200);
    for (const path of ['/south', '/northern', '/#', '/', undefined, '/north,/south'])
      expect((await at('GET', path)).status).toBe(403);
    for (const path of ['/south', undefined]) expect((await at('POST', path, room('r2'))).status).toBe(403);
  });

  it('a user without a role may nothing, and a token of the application itself neither', async () => {
    const user = await identity.createUser(application, []);
    expect((await broker.as(await identity.token(application, user))('GET', '/v2/entities')).status).toBe(
      403,
    );
    const { body } = (await identity.asClient(application, '/oauth2/token', {
      grant_type: 'client_credentials',
    })) as { body: { access_token: string } };
    expect((await broker.as(body.access_token)('GET', '/v2/entities')).status).toBe(403);
  });
});

describe('who asks must be known', () => {
  it.each(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND'])(
    '%s without a token is answered 401, whatever the path',
    async (method) => {
      for (const path of [
        '/v2/entities',
        '/',
        '/nowhere',
        '/statistics',
        '/admin/log',
        '/metrics',
        '/v1/updateContext',
      ]) {
        const answer = await broker.send(method, path);
        expect([path, answer.status, answer.headers['www-authenticate']]).toEqual([
          path,
          401,
          'Bearer realm="context-broker"',
        ]);
      }
    },
  );

  it('the body is that of the broker', async () => {
    expect(await broker.send('GET', '/v2/entities')).toMatchObject({
      status: 401,
      body: '{"error":"Unauthorized","description":"no token in X-Auth-Token or Authorization: Bearer"}',
      headers: { 'fiware-correlator': expect.any(String) as unknown, 'content-type': 'application/json' },
    });
  });

  it('a token that nobody issued is answered 401 with the reason', async () => {
    expect(await broker.as('0123456789abcdef')('GET', '/v2/entities')).toMatchObject({
      status: 401,
      headers: {
        'www-authenticate':
          'Bearer realm="context-broker", error="invalid_token", error_description="Invalid token: access token is invalid"',
      },
    });
  });

  it('a token in Authorization: Bearer is as good, one in the URL, a cookie or the body is none', async () => {
    const token = await identity.token(application, await identity.createUser(application, READ));
    const ask = (headers: readonly string[], path = '/v2/entities') => broker.send('GET', path, { headers });
    expect((await ask(['Authorization', `Bearer ${token}`])).status).toBe(200);
    expect((await ask(['X-Auth-Token', token, 'Authorization', `Bearer ${token}`])).status).toBe(200);
    expect((await ask([], `/v2/entities?access_token=${token}`)).status).toBe(401);
    expect((await ask([], `/v2/entities?X-Auth-Token=${token}`)).status).toBe(401);
    expect((await ask(['Cookie', `X-Auth-Token=${token}`])).status).toBe(401);
    expect((await ask(['Authorization', `Basic ${token}`])).status).toBe(401);
    expect((await ask(['Proxy-Authorization', `Bearer ${token}`])).status).toBe(401);
    expect((await broker.send('POST', '/v2/op/query', { body: { access_token: token } })).status).toBe(401);
  });

  it('a token of another application is none here, until this one trusts it', async () => {
    const other = await identity.createApplication();
    const user = await identity.createUser(application, READ);
    for (const scope of [undefined, 'jwt'] as const)
      expect((await broker.as(await identity.token(other, user, scope))('GET', '/v2/entities')).status).toBe(
        401,
      );
    await identity.call('put', `/applications/${application.id}/trusted_applications/${other.id}`, {});
    for (const scope of [undefined, 'jwt'] as const)
      expect((await broker.as(await identity.token(other, user, scope))('GET', '/v2/entities')).status).toBe(
        200,
      );
  });

  it('what is open stays open', async () => {
    for (const path of ['/version', '/health/live', '/health/ready'])
      expect((await broker.send('GET', path)).status).toBe(200);
    for (const [method, path] of [
      ['DELETE', '/version'],
      ['GET', '/version/x'],
      ['GET', '/v2'],
    ] as const)
      expect((await broker.send(method, path)).status).toBe(401);
  });
});

describe('permissions on entities decide', () => {
  const rooms = { verbs: ['read', 'update', 'subscribe'], types: ['Room'], attrs: ['temperature'] };
  const entity = (id: string, type: string) => ({
    id,
    type,
    temperature: { type: 'Number', value: 20 },
    secret: { type: 'Number', value: 7 },
  });
  const refusal = (description: string) => ({
    status: 403,
    body: JSON.stringify({ error: 'Forbidden', description }),
  });
  const tenant = 'granted';
  const userWith = async (...entities: object[]) => {
    const user = await identity.createUser(
      application,
      entities.map((scope) => ({ entities: scope })),
    );
    const token = await identity.token(application, user);
    return { token, ask: broker.as(token, tenant) };
  };

  beforeAll(async () => {
    const { ask } = await userWith({ verbs: ['create'] });
    for (const [id, type] of [
      ['R1', 'Room'],
      ['R2', 'Room'],
      ['C1', 'Car'],
    ] as const)
      expect((await ask('POST', '/v2/entities', entity(id, type))).status).toBe(201);
  });

  it('what is read, counted and paged', async () => {
    const { ask } = await userWith(rooms);
    const seen = (id: string) => ({ id, type: 'Room', temperature: 20 });
    const page = await ask('GET', '/v2/entities?options=count,keyValues&limit=1&offset=1');
    expect(page.headers['fiware-total-count']).toBe('2');
    expect(JSON.parse(page.body)).toEqual([seen('R2')]);
    const asked = { entities: [{ idPattern: '.*', typePattern: '.*' }] };
    expect(JSON.parse((await ask('POST', '/v2/op/query?options=keyValues', asked)).body)).toEqual([
      seen('R1'),
      seen('R2'),
    ]);
    expect(JSON.parse((await ask('GET', '/v2/entities/R1?options=keyValues')).body)).toEqual(seen('R1'));
    expect((await ask('GET', '/v2/entities/R1/attrs/secret')).status).toBe(404);
    expect((await ask('GET', '/v2/entities/C1')).status).toBe(404);
    expect(await ask('GET', '/v2/entities/C1?type=Car')).toMatchObject(
      refusal('a permission to read entity C1 of type Car is missing'),
    );
    expect(await ask('GET', '/v2/entities?q=secret>5')).toMatchObject(
      refusal('a permission to read attributes secret is missing'),
    );
    expect(await ask('GET', '/v2/types')).toMatchObject(
      refusal('permissions on entities do not permit the operation'),
    );
  });

  it('what is written, a batch whole or not at all', async () => {
    const { ask } = await userWith(rooms, { verbs: ['update'], ids: ['C1'], attrs: ['temperature'] });
    const value = (temperature: number) => ({ temperature: { type: 'Number', value: temperature } });
    expect((await ask('PATCH', '/v2/entities/R1/attrs', value(21))).status).toBe(204);
    expect((await ask('PATCH', '/v2/entities/C1/attrs', value(21))).status).toBe(204);
    const batch = (...entities: object[]) => ask('POST', '/v2/op/update', { actionType: 'update', entities });
    expect(
      await batch({ id: 'R1', type: 'Room', ...value(1) }, { id: 'X1', type: 'Car', ...value(1) }),
    ).toMatchObject(refusal('a permission to update entity X1 of type Car in / is missing'));
    expect((await ask('GET', '/v2/entities/R1/attrs/temperature/value')).body).toBe('21');
    expect((await batch({ id: 'R1', type: 'Room', ...value(22) })).status).toBe(204);
    expect(await ask('PATCH', '/v2/entities/R1/attrs', { secret: { value: 1 } })).toMatchObject(
      refusal('a permission to update attributes secret of entity R1 in / is missing'),
    );
    expect(await ask('DELETE', '/v2/entities/R1?type=Room')).toMatchObject(
      refusal('a permission to delete entity R1 of type Room in / is missing'),
    );
    expect((await ask('POST', '/v2/entities', entity('R3', 'Room'))).status).toBe(403);
  });

  it('what is summed up', async () => {
    const { ask } = await userWith(rooms);
    const groups = await ask('GET', '/v2/entities?aggregate=count,max:temperature&groupBy=type');
    expect(JSON.parse(groups.body)).toMatchObject([{ group: { type: 'Room' }, count: 2 }]);
    const everything = { entities: [{ idPattern: '.*' }] };
    const asked = await ask('POST', '/v2/op/query?aggregate=count,max:temperature&groupBy=type', everything);
    expect(asked.body).toBe(groups.body);
    for (const numbers of ['aggregate=max:secret', 'aggregate=count&groupBy=secret'])
      for (const answer of [
        await ask('GET', `/v2/entities?${numbers}`),
        await ask('POST', `/v2/op/query?${numbers}`, everything),
      ])
        expect(answer).toMatchObject(refusal('a permission to read attributes secret is missing'));
  });

  it('what a filter changes', async () => {
    const { ask } = await userWith(rooms, { verbs: ['delete'], types: ['Room'] });
    const all = '/v2/entities?idPattern=.*&limit=10';
    const patch = (body: object) => ask('PATCH', all, body);
    expect((await patch({ temperature: { type: 'Number', value: 23 } })).body).toBe(
      '{"matched":2,"changed":2}',
    );
    expect(await patch({ secret: { value: 1 } })).toMatchObject(
      refusal('a permission to update attributes secret is missing'),
    );
    const deletion = { actionType: 'delete', filter: { entities: [{ idPattern: '.*' }] } };
    expect((await ask('POST', '/v2/op/update?limit=10&options=dryRun', deletion)).body).toBe(
      '{"matched":2,"changed":0}',
    );
    const reader = await userWith({ verbs: ['read'] });
    const seen = await reader.ask('GET', '/v2/entities?options=keyValues&attrs=temperature&orderBy=id');
    expect(JSON.parse(seen.body)).toMatchObject([{ id: 'C1' }, { temperature: 23 }, { temperature: 23 }]);
    expect((await reader.ask('DELETE', all)).status).toBe(403);
  });

  it('what is written and read of metadata', async () => {
    const { ask } = await userWith(rooms);
    const at = (name: string) => `/v2/entities/R1/attrs/${name}/metadata/unit`;
    expect((await ask('PUT', at('temperature'), { value: 'CEL' })).status).toBe(204);
    expect((await ask('GET', at('temperature'))).body).toBe('{"type":"Text","value":"CEL"}');
    expect((await ask('PUT', at('secret'), { value: 'CEL' })).status).toBe(403);
    expect((await ask('GET', at('secret'))).status).toBe(404);
  });

  it('what the version of an entity is about', async () => {
    const [{ ask }, { ask: askAll }] = await Promise.all([
      userWith(rooms),
      userWith({ verbs: ['read', 'update'] }),
    ]);
    const tagFor = async (one: typeof ask): Promise<string> =>
      String((await one('GET', '/v2/entities/R2', undefined, ['If-None-Match', '"none"'])).headers['etag']);
    const patch = (one: typeof ask, tag: string) =>
      one('PATCH', '/v2/entities/R2/attrs', { temperature: { type: 'Number', value: 24 } }, [
        'If-Match',
        tag,
      ]);
    const seen = await tagFor(ask);
    const [ofOther, ofAll] = [await patch(ask, await tagFor(askAll)), await patch(askAll, seen)];
    expect([ofOther.status, ofAll.status]).toEqual([412, 412]);
    const patched = await patch(ask, seen);
    expect([patched.status, patched.headers['etag']]).toEqual([204, await tagFor(ask)]);
    expect(patched.headers['etag']).not.toBe(await tagFor(askAll));
  });

  it('what providers have', async () => {
    const provided = ['Room', 'Car'].map((type) => ({
      ...entity(`Far${type}`, type),
      pressure: { value: 1 },
    }));
    const provider = await Recorder.start(provided);
    const admin = await identity.createUser(application, [{ action: 'POST', resource: '/v2/registrations' }]);
    const registration = {
      dataProvided: { entities: provided.map(({ id, type }) => ({ id, type })) },
      provider: { http: { url: `${provider.url}/v2` } },
    };
    const asAdmin = broker.as(await identity.token(application, admin), tenant);
    expect((await asAdmin('POST', '/v2/registrations', registration)).status).toBe(201);
    const { ask } = await userWith(rooms);
    const list = await ask('GET', '/v2/entities?idPattern=Far&options=count,keyValues');
    expect(list.body).toBe('[{"id":"FarRoom","type":"Room","temperature":20}]');
    expect((await ask('GET', '/v2/entities/FarRoom/attrs/secret?type=Room')).status).toBe(404);
    const asked = provider.requests.length;
    const value = { temperature: { type: 'Number', value: 21 } };
    expect((await ask('PATCH', '/v2/entities/FarCar/attrs?type=Car', value)).status).toBe(403);
    expect(
      (await ask('PATCH', '/v2/entities/FarRoom/attrs?type=Room', { secret: value.temperature })).status,
    ).toBe(403);
    expect(provider.requests).toHaveLength(asked);
    await ask('PATCH', '/v2/entities/FarRoom/attrs?type=Room', value);
    expect(provider.requests.slice(asked)).toEqual([expect.stringMatching(/^POST \/v2\/op\/update/)]);
    await provider.close();
  });

  it('what is subscribed to', async () => {
    const { ask } = await userWith(rooms);
    const subscribe = (type: string, attrs: readonly string[]) =>
      ask('POST', '/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*', type }], condition: { attrs: ['temperature'] } },
        notification: { http: { url: 'http://localhost:9' }, attrs },
      });
    expect((await subscribe('Room', ['temperature'])).status).toBe(201);
    expect((await subscribe('Room', ['secret'])).status).toBe(403);
    expect((await subscribe('Car', ['temperature'])).status).toBe(403);
  });

  it('what a stream tells', async () => {
    const [{ token, ask }, all] = await Promise.all([userWith(rooms), userWith({ verbs: ['update'] })]);
    const stream = await fetch(`${broker.url}/v2/entities?options=keyValues`, {
      headers: { Accept: 'text/event-stream', 'X-Auth-Token': token, 'Fiware-Service': tenant },
    });
    expect(stream.status).toBe(200);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    for (const [id, name] of [
      ['C1', 'temperature'],
      ['R2', 'secret'],
    ])
      expect((await all.ask('PATCH', `/v2/entities/${id}/attrs`, { [name!]: { value: 99 } })).status).toBe(
        204,
      );
    const changed = { temperature: { type: 'Number', value: 30 } };
    expect((await ask('PATCH', '/v2/entities/R2/attrs', changed)).status).toBe(204);
    while (!text.includes('data: ')) text += (await reader.read()).value;
    await reader.cancel();
    expect(/data: (.*)/.exec(text)![1]).toBe('{"id":"R2","type":"Room","temperature":30}');
  });

  it('nothing for an enforcement point that does not ask for them', async () => {
    const { token } = await userWith(rooms);
    const question = new URLSearchParams({
      access_token: token,
      app_id: application.id,
      action: 'GET',
      resource: '/v2/entities',
    });
    const of = async (more: string) =>
      (await (await fetch(`${identity.url}/user?${question.toString()}${more}`)).json()) as Record<
        string,
        unknown
      >;
    const plain = await of('');
    expect(plain).toMatchObject({ authorization_decision: 'Deny' });
    expect(plain).not.toHaveProperty('authorization_entities');
    expect(await of('&entities=true')).toMatchObject({ authorization_entities: [rooms] });
  });
});
