import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBroker } from '../support/each-store';
import { BrokerClient, errorBody } from '../support/broker-client';

const OPERATIONS = [
  '/admin/metrics',
  '/Admin/sem',
  '/log/trace',
  '/statistics',
  '/cache/statistics',
  '/metrics',
];

describe('a broker that strangers reach', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  const as = (tenant: string) => new BrokerClient(broker.url, tenant);
  beforeAll(async () => {
    broker = await startBroker(undefined, ['-maxTenants', '2', '-adminFrom', 'loopback'], {
      ORION_ADMIN_TOKEN: 'operators-only',
    });
  });
  afterAll(() => broker?.stop());

  it.each(OPERATIONS)('serves %s to who has the token of the operator', async (path) => {
    const refused = await as('').get(path);
    expect(refused).toMatchObject({
      status: 401,
      body: errorBody('Unauthorized', 'the token of the operator is wanted'),
    });
    expect(refused.header('WWW-Authenticate')).toBe('Bearer realm="context-broker"');
    expect((await as('').get(path, { 'X-Auth-Token': 'wrong' })).status).toBe(401);
    expect((await as('').get(path, { Authorization: 'Bearer operators-only' })).status).toBe(200);
    expect(broker.service.output()).not.toContain('operators-only');
  });

  it('changes nothing for who has none', async () => {
    expect((await as('').send('PUT', '/admin/log?level=DEBUG')).status).toBe(401);
    expect((await as('').delete('/statistics')).status).toBe(401);
    for (const path of ['/version', '/health/live', '/v2/entities'])
      expect((await as('').get(path)).status).toBe(200);
  });

  it('keeps no more tenants than it may, and goes on with those it has', async () => {
    const create = (tenant: string, id = 'E') => as(tenant).post('/v2/entities', { id, type: 'T' });
    for (const tenant of ['first', 'second']) expect((await create(tenant)).status).toBe(201);
    const subscription = {
      subject: { entities: [{ id: 'E' }] },
      notification: { http: { url: 'http://127.0.0.1:9' } },
    };
    const update = { actionType: 'append', entities: [{ id: 'E', type: 'T' }] };
    for (const answer of [
      await create('third'),
      await as('third').post('/v2/op/update', update),
      await as('third').post('/v2/subscriptions', subscription),
      await as('third').post('/v1/updateContext', { updateAction: 'APPEND', contextElements: [{ id: 'E' }] }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toContain('no more than 2 tenants are kept');
    }
    expect((await as('third').get('/v2/entities')).body).toBe('[]');
    expect((await as('third').post('/v2/op/query', { entities: [{ idPattern: '.*' }] })).body).toBe('[]');
    for (const tenant of ['', 'first', 'second']) expect((await create(tenant, 'F')).status).toBe(201);
    const files = readdirSync(join(broker.folder, 'data')).filter((name) => name.endsWith('.sqlite'));
    expect(files.length).toBe(3);
  });
});

it('-tenants names all there are', async () => {
  const broker = await startBroker(undefined, ['-tenants', 'parks,roads']);
  try {
    const as = (tenant: string) => new BrokerClient(broker.url, tenant);
    const body = errorBody('Forbidden', 'tenant other is not served here');
    for (const answer of [
      await as('other').get('/v2/entities'),
      await as('OTHER').get('/v2/subscriptions'),
      await as('other').post('/v2/entities', { id: 'E', type: 'T' }),
    ])
      expect([answer.status, answer.body]).toEqual([403, body]);
    for (const tenant of ['', 'parks', 'Roads'])
      expect((await as(tenant).post('/v2/entities', { id: 'E', type: 'T' })).status).toBe(201);
  } finally {
    await broker.stop();
  }
});
