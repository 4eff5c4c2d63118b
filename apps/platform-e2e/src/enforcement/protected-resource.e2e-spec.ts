import supertest from 'supertest';
import { Broker, enforcing } from '../support/broker';
import { Identity, type Application } from '../support/identity';

/** The broker as a resource: it says where tokens come from, and takes those that are for it (RFC 8707, 9068, 9728). */
const AUDIENCE = 'https://broker.city.example';

describe('a broker with an audience', () => {
  let identity: Identity;
  let application: Application;
  let client: Application;
  let broker: Broker;
  const token = async (fields: Record<string, string>) => {
    const { body } = (await supertest(identity.url)
      .post('/oauth2/token')
      .auth(client.id, client.secret)
      .type('form')
      .send({ grant_type: 'client_credentials', ...fields })
      .expect(200)) as { body: { access_token: string } };
    return body.access_token;
  };
  const statusWith = async (bearer: string) => (await broker.as(bearer)('GET', '/v2/entities')).status;

  beforeAll(async () => {
    identity = await Identity.start();
    application = await identity.createApplication();
    client = await identity.createApplication();
    const admin = await identity.adminLogin();
    const patch = (id: string, members: object) =>
      supertest(identity.url)
        .patch(`/v1/applications/${id}`)
        .set('X-Auth-Token', admin)
        .send({ application: members })
        .expect(200);
    await patch(application.id, { audience: AUDIENCE });
    await patch(client.id, { access_token_format: 'at+jwt' });
    await supertest(identity.url)
      .put(`/v1/applications/${application.id}/trusted_applications/${client.id}`)
      .set('X-Auth-Token', admin)
      .send({})
      .expect(201);
    const flags = [
      '-authzLevel',
      'authentication',
      '-authzAudience',
      AUDIENCE,
      '-authzJwksUrl',
      `${identity.url}/oauth2/certs`,
    ];
    broker = await Broker.start(enforcing(identity.url, application, flags));
  });
  afterAll(async () => {
    await broker?.dispose();
    await identity?.dispose();
  });

  it('tells clients of itself without a token, and where its metadata is with each refusal', async () => {
    const { body } = (await supertest(broker.url)
      .get('/.well-known/oauth-protected-resource')
      .expect(200)) as { body: object };
    expect(body).toEqual({
      resource: AUDIENCE,
      authorization_servers: [identity.url],
      bearer_methods_supported: ['header'],
      resource_name: 'Context broker',
    });
    const refused = await supertest(broker.url).get('/v2/entities').expect(401);
    expect(refused.headers['www-authenticate']).toContain(
      `resource_metadata="${AUDIENCE}/.well-known/oauth-protected-resource"`,
    );
  });

  it('takes a token that names it, and none that names others', async () => {
    expect(await statusWith(await token({ resource: AUDIENCE }))).toBe(200);
    expect(await statusWith(await token({}))).toBe(401);
  });

  it('has no metadata without an audience', async () => {
    const other = await Broker.start(enforcing(identity.url, application, []));
    try {
      const refused = await supertest(other.url).get('/.well-known/oauth-protected-resource').expect(401);
      expect(refused.headers['www-authenticate']).toBe('Bearer realm="context-broker"');
    } finally {
      await other.dispose();
    }
  });
});
