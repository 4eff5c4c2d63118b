import type { ServiceProcess } from '@smart-city/testing';
import { requests } from '../requests';
import { eachDatabase, processBeside } from '../each-database';
import { Admin, passwordTokens, type TestApplication } from '../provision';

const role = 'urn:oasis:names:tc:xacml:2.0:subject:role';
const resource = (id: string) => `urn:ngsi-ld:resource:${id}`;

interface Question {
  readonly appId?: unknown;
  readonly resource?: unknown;
  readonly roles?: unknown;
  readonly action?: unknown;
  readonly tenant?: unknown;
  readonly ids?: unknown;
  readonly idPatterns?: unknown;
  readonly attrs?: unknown;
  readonly types?: unknown;
}

/** The same question in the JSON profile of XACML. */
function xacml({ appId, resource: path, roles, action, tenant, ids, idPatterns, attrs, types }: Question) {
  const attribute = (AttributeId: string, Value: unknown) =>
    Value === undefined ? [] : [{ AttributeId, Value }];
  return {
    Request: {
      AccessSubject: [{ Attribute: attribute(role, roles) }],
      Action: { Attribute: attribute('urn:oasis:names:tc:xacml:1.0:action:action-id', action) },
      Resource: [
        {
          Attribute: [
            ...attribute('urn:oasis:names:tc:xacml:1.0:resource:resource-id', appId),
            ...attribute('urn:thales:xacml:2.0:resource:sub-resource-id', path),
            ...attribute(resource('tenant'), tenant),
            ...attribute(resource('ids'), ids),
            ...attribute(resource('id-patterns'), idPatterns),
            ...attribute(resource('attrs'), attrs),
            ...attribute(resource('types'), types),
          ],
        },
      ],
    },
  };
}

const ok = { Value: 'urn:oasis:names:tc:xacml:1.0:status:ok' };
const code = { ...ok, StatusCode: ok };
const answers = {
  open_policy_agent: (permitted: boolean) => ({ allow: permitted }),
  xacml: (permitted: boolean) => ({
    Response: [{ Decision: permitted ? 'Permit' : 'Deny', Status: { StatusCode: code } }],
  }),
};

describe('Questions of enforcement points that look into bodies', () => {
  eachDatabase((service) => {
    /** On the same database as the shared service, whose level is another. */
    let payload: ServiceProcess;
    let admin: Admin;
    let application: TestApplication;
    let token: string;
    let roles: Record<'rooms' | 'tenant', string>;
    const pepToken = async ({ id }: TestApplication) => {
      const { pep_proxy: proxy } = await admin.call('post', `/applications/${id}/pep_proxies`);
      const { headers } = await requests(payload.url)
        .post('/v3/auth/tokens')
        .send({ name: proxy.id, password: proxy.password })
        .expect(201);
      return String(headers['x-subject-token']);
    };
    beforeAll(async () => {
      payload = await processBeside(service());
      admin = await Admin.login(payload.url);
      application = await admin.createApplication();
      const rule = { action: 'POST', resource: '/v2/op/update' };
      roles = {
        rooms: await admin.createRole(application.id, {
          ...rule,
          regex_entity_ids: '^urn:room:',
          regex_types: '^Room$',
          regex_attributes: '^temp',
        }),
        tenant: await admin.createRole(application.id, {
          ...rule,
          use_authorization_service_header: true,
          authorization_service_header: 'city',
        }),
      };
      token = await pepToken(application);
    });

    const post = (path: string, body: object, authToken = token) =>
      requests(payload.url).post(`/pdp/${path}`).set('X-Auth-Token', authToken).send(body);
    const question = (more: Question = {}): Question => ({
      appId: application.id,
      action: 'POST',
      resource: '/v2/op/update',
      roles: [roles.rooms],
      ids: ['urn:room:1', 'urn:room:2'],
      types: ['Room'],
      attrs: ['temperature'],
      ...more,
    });

    it.each<[string, () => Question, boolean]>([
      ['all of it covered', () => ({}), true],
      ['one text where a list may be', () => ({ ids: 'urn:room:1', roles: roles.rooms }), true],
      ['types and attributes not named', () => ({ types: [], attrs: undefined }), true],
      ['the very pattern', () => ({ ids: [], idPatterns: ['^urn:room:'] }), true],
      ['another verb in another case', () => ({ action: 'get' }), false],
      ['another path', () => ({ resource: '/v2/entities' }), false],
      ['another entity among them', () => ({ ids: ['urn:room:1', 'urn:car:1'] }), false],
      ['no entities named', () => ({ ids: [] }), false],
      ['another pattern', () => ({ idPatterns: ['.*'] }), false],
      ['another type', () => ({ types: ['Room', 'Car'] }), false],
      ['another attribute', () => ({ attrs: ['humidity'] }), false],
      ['no roles', () => ({ roles: [] }), false],
      ['made-up roles', () => ({ roles: ['nobody', "' OR 1=1 --"] }), false],
      ['the tenant of the other role', () => ({ roles: [roles.tenant], tenant: 'city' }), true],
      ['another tenant', () => ({ roles: [roles.tenant], tenant: 'other' }), false],
      ['no tenant', () => ({ roles: [roles.tenant] }), false],
    ])('decide on %s', async (_what, more, permitted) => {
      const asked = question(more());
      const opa = await post('open_policy_agent', asked).expect(200);
      expect(opa.body).toEqual(answers.open_policy_agent(permitted));
      const answer = await post('xacml', xacml(asked)).expect(200);
      expect(answer.body).toEqual(answers.xacml(permitted));
    });

    it('are answered to the PEP proxy of the application and to administrators only', async () => {
      const other = await pepToken(await admin.createApplication());
      const user = await admin.createUser();
      const { headers } = await requests(payload.url)
        .post('/v1/auth/tokens')
        .send({ name: user.email, password: user.password });
      for (const [path, body] of [
        ['open_policy_agent', question()],
        ['xacml', xacml(question())],
      ] as const) {
        await post(path, body, other).expect(403);
        await post(path, body, String(headers['x-subject-token'])).expect(403);
        await post(path, body, 'made-up').expect(404);
        await requests(payload.url).post(`/pdp/${path}`).send(body).expect(400);
      }
    });

    it('that are wrong are refused, as the API refuses what is wrong', async () => {
      const wrong = question({ ids: [{ $ne: 1 }] });
      for (const [path, body] of [
        ['open_policy_agent', wrong],
        ['xacml', xacml(wrong)],
      ] as const) {
        const answer = await post(path, body).expect(400);
        expect(answer.body.error).toMatchObject({ message: 'ids attribute must be a string', code: 400 });
      }
    });

    it('of two paths, of which one would be passed over, are refused', async () => {
      const asked = xacml(question({ resource: ['/v2/op/update', '/v2/entities'] }));
      await post('xacml', asked).expect(400);
    });

    it('GET /user never permits by a permission that is limited to entities', async () => {
      const user = await admin.createUser();
      await admin.giveRole(application.id, user.id, roles.rooms);
      const { access_token: accessToken } = await passwordTokens(payload.url, application, user);
      const query = { access_token: accessToken, action: 'POST', resource: '/v2/op/update' };
      const { body } = await requests(payload.url).get('/user').query(query).expect(200);
      expect(body.authorization_decision).toBe('Deny');
    });

    it('are not there on another level, where limits stored before still hold', async () => {
      await requests(service().url)
        .post('/pdp/open_policy_agent')
        .set('X-Auth-Token', token)
        .send(question())
        .expect(404);
      const user = await admin.createUser();
      await admin.giveRole(application.id, user.id, roles.rooms);
      const { access_token: accessToken } = await passwordTokens(payload.url, application, user);
      const query = { access_token: accessToken, action: 'POST', resource: '/v2/op/update' };
      const { body } = await requests(service().url).get('/user').query(query).expect(200);
      expect(body.authorization_decision).toBe('Deny');
    });
  });
});
