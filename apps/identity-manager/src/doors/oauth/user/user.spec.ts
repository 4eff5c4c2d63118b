import jsonwebtoken from 'jsonwebtoken';
import supertest, { type Response } from 'supertest';
import {
  ApplicationRow,
  IotAgentRow,
  TrustedApplicationRow,
} from '../../../database/entities/application.row';
import { ConsentRow } from '../../../database/entities/consent.row';
import type { OrganizationRole } from '../../../database/entities/organization.row';
import { PermissionRow, RolePermissionRow } from '../../../database/entities/role.row';
import { AccessTokenRow } from '../../../database/entities/token.row';
import { UserRow } from '../../../database/entities/user.row';
import { SecretCipher } from '../../../database/secret-cipher';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../../database/test-rows';
import { ClientsService } from '../../../subjects/applications/clients.service';
import { grantScope, TokenIssuer } from '../../../subjects/tokens/token-issuer';
import type { TokenOwner } from '../../../subjects/tokens/token-owner';
import { openTestPages, type TestPages } from '../../../test-pages';

const SECRET = 'secret';
const JWT_SECRET = '0123456789abcdef';

let pages: TestPages;
let application: ApplicationRow;
let user: UserRow;
let token: string;
beforeAll(async () => {
  pages = await openTestPages({ IDM_CACHE_MAX_AGE: '0' });
});
afterAll(() => pages.close());
beforeEach(async () => {
  application = await register();
  user = await addUser(pages);
  ({ accessToken: token } = await issue());
});

const rows = () => pages.dataSource.manager;
const register = () => {
  const cipher = pages.app.get(SecretCipher, { strict: false });
  return addApplication(pages, {
    secretEncrypted: cipher.encrypt(SECRET),
    jwtSecretEncrypted: cipher.encrypt(JWT_SECRET),
    tokenTypes: 'bearer,jwt,permanent',
  });
};

async function issue(words: readonly string[] = [], owner: TokenOwner = { type: 'user', id: user.id }) {
  const client = (await pages.app.get(ClientsService, { strict: false }).find(application.id))!;
  const issued = await pages.app.get(TokenIssuer, { strict: false }).issue({
    client,
    owner,
    scope: grantScope(words, client),
    grantType: 'password',
    familyId: `family of ${client.id}`,
    withRefreshToken: true,
    authTime: 0,
  });
  return issued!;
}

type Query = Readonly<Record<string, string | undefined>>;
const ask = (query: object, authorization?: string) => {
  const asked = supertest(pages.app.getHttpServer()).get('/user').query(query);
  return authorization === undefined ? asked : asked.set('Authorization', authorization);
};
/** The record that the token of the case brings. */
const record = async (query: Query = {}): Promise<Readonly<Record<string, unknown>>> => {
  const { status, body } = await ask({ access_token: token, ...query });
  expect(status).toBe(200);
  return body as Readonly<Record<string, unknown>>;
};
const basic = ({ id }: Pick<ApplicationRow, 'id'>, secret = SECRET) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const bodyOf = ({ body }: Response) => body as Readonly<Record<string, unknown>>;
const told = (answer: Response) => [answer.status, bodyOf(answer)['message']];

/** A role of the application with one permission. */
async function roleThatMay(given: Partial<PermissionRow>, of = application): Promise<string> {
  const role = await addRole(pages, of.id);
  const permission = await addPermission(pages, of.id, given);
  await rows().insert(RolePermissionRow, { roleId: role.id, permissionId: permission.id });
  return role.id;
}
const give = (roleId: string, of = application) => addAssignment(pages, of.id, roleId, { userId: user.id });

const exact = { action: 'GET', resource: '/data' };

describe('The record of a user', () => {
  it('has each member of Keyrock’s, and keeps what may be a secret to itself', async () => {
    await rows().update(
      UserRow,
      { id: user.id },
      { extra: { identity_attributes: { city: 'Malmö' }, key: 'x', colour: 'red' } },
    );
    const answer = await ask({ access_token: token });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(answer.body).toEqual({
      organizations: [],
      displayName: user.username,
      roles: [],
      app_id: application.id,
      trusted_apps: [],
      isGravatarEnabled: false,
      isAvatarEnabled: false,
      id: user.id,
      authorization_decision: '',
      app_azf_domain: '',
      eidas_profile: {},
      // Shared only when it was asked for and granted.
      attributes: {},
      shared_attributes: '',
      username: user.username,
      email: user.email,
      given_name: user.username,
      family_name: user.username,
      image: '',
      gravatar: '',
      extra: { colour: 'red' },
      sub: user.id,
    });
  });

  it.each<[string, object]>([
    ['', { username: '', displayName: '', given_name: '', email: '', image: '', attributes: {} }],
    ['email', { username: '', email: 'ana@city.example' }],
    ['username', { username: 'ana', displayName: 'ana', family_name: 'ana', email: '' }],
    ['image', { image: 'http://id.city.example/img/users/a%20b.png', email: '' }],
    ['identity_attributes', { attributes: { city: 'Malmö' }, username: '' }],
    ['password,__proto__', { username: '', email: '' }],
  ])('says what its owner shares with the application: %j', async (sharedAttributes, members) => {
    const { id: userId } = user;
    const extra = { identity_attributes: { city: 'Malmö' } };
    const shown = { username: 'ana', email: 'ana@city.example', image: 'a b.png', extra };
    await rows().update(UserRow, { id: userId }, shown);
    await rows().insert(ConsentRow, {
      userId,
      applicationId: application.id,
      sharedAttributes,
      loginDate: 0,
    });
    expect(await record()).toMatchObject({ id: userId, ...members });
  });

  it.each([[[]], [['jwt']], [['permanent']], [['jwt', 'permanent']]])(
    'comes for a token of the scope %j, by query and by header',
    async (words) => {
      const { accessToken } = await issue(words);
      for (const query of [{}, { app_id: application.id }]) {
        expect(bodyOf(await ask({ access_token: accessToken, ...query }))['id']).toBe(user.id);
        expect(bodyOf(await ask(query, `Bearer ${accessToken}`))['id']).toBe(user.id);
      }
    },
  );

  it('comes by POST too, with the token in the header or the form', async () => {
    const server = pages.app.getHttpServer();
    const whole = await record();
    const byForm = await supertest(server).post('/user').type('form').send({ access_token: token });
    const byHeader = await supertest(server).post('/user').set('Authorization', `Bearer ${token}`);
    expect([byForm, byHeader].map(bodyOf)).toEqual([whole, whole]);
    expect(byHeader.headers['cache-control']).toBe('private, no-store');
    const twice = supertest(server).post(`/user?access_token=${token}`).type('form');
    expect((await twice.send({ access_token: token })).status).toBe(400);
    // OpenID Connect knows the form only.
    expect((await supertest(server).post('/user').send({ access_token: token })).status).toBe(401);
    const other = await supertest(server).put('/user');
    expect([other.status, other.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });

  it('is as long for HEAD, and has no body', async () => {
    const { headers, text } = await ask({ access_token: token });
    const head = await supertest(pages.app.getHttpServer()).head('/user').query({ access_token: token });
    expect([head.status, head.headers['content-length'], head.text ?? '']).toEqual([
      200,
      String(Buffer.byteLength(text)),
      '',
    ]);
    expect(headers['content-length']).toBe(head.headers['content-length']);
  });
});

describe('Without a token that works there is no record:', () => {
  it.each<[string, Query, string | undefined, number, string]>([
    ['none', {}, undefined, 401, 'Unauthorized request: no authentication given'],
    ['an empty one', { access_token: '' }, undefined, 401, 'Unauthorized request: no authentication given'],
    [
      'an unknown one',
      { access_token: 'deadbeef' },
      undefined,
      401,
      'Invalid token: access token is invalid',
    ],
    [
      'what looks like a JWT',
      { access_token: 'a.b.c' },
      undefined,
      401,
      'Invalid token: access token is invalid',
    ],
    ['a header without it', {}, 'Bearer', 400, 'Invalid request: malformed authorization header'],
    ['nonsense', {}, 'nonsense', 400, 'Invalid request: malformed authorization header'],
    ['a password', {}, 'Basic YTpi', 400, 'Invalid request: malformed authorization header'],
    ['a list', { 'access_token[a]': 'x' }, undefined, 401, 'Unauthorized request: no authentication given'],
  ])('%s', async (_case, query, header, status, message) => {
    const answer = await ask(query, header);
    expect(told(answer)).toEqual([status, message]);
    expect(answer.body).toMatchObject({
      code: status,
      title: status === 401 ? 'Unauthorized' : 'Bad Request',
    });
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
  });

  it('two that differ, while the same one twice is one', async () => {
    expect(told(await ask({ access_token: token }, 'Bearer other'))).toEqual([
      400,
      'Invalid request: only one authentication method is allowed',
    ]);
    expect((await ask({ access_token: token }, `Bearer ${token}`)).status).toBe(200);
    expect((await ask({ access_token: token }, basic(application))).status).toBe(200);
    expect((await ask({ access_token: [token, token] })).status).toBe(400);
  });

  it('a refresh token', async () => {
    const { refreshToken } = await issue();
    expect(told(await ask({ access_token: refreshToken }))).toEqual([
      401,
      'Invalid token: access token is invalid',
    ]);
  });

  it.each<[string, Partial<AccessTokenRow>, string]>([
    ['one that is over', { expiresAt: 1 }, 'access token has expired'],
    ['one that was revoked', { revokedAt: 1 }, 'access token is no longer valid'],
    ['one that is over and was revoked', { expiresAt: 1, revokedAt: 1 }, 'access token is no longer valid'],
  ])('%s', async (_case, given, why) => {
    const jwt = (await issue(['jwt'])).accessToken;
    await rows().update(AccessTokenRow, { userId: user.id }, given);
    for (const presented of [token, jwt]) {
      const answer = await ask({ access_token: presented });
      expect(told(answer)).toEqual([401, `Invalid token: ${why}`]);
      expect(answer.headers['www-authenticate']).toContain(`error_description="Invalid token: ${why}"`);
    }
  });

  it('that of somebody who is disabled, until that is over', async () => {
    await rows().update(UserRow, { id: user.id }, { enabled: false });
    expect(told(await ask({ access_token: token }))).toEqual([
      401,
      'Invalid token: access token is no longer valid',
    ]);
    await rows().update(UserRow, { id: user.id }, { enabled: true });
    expect((await record())['id']).toBe(user.id);
  });

  it('that of somebody who is gone', async () => {
    const jwt = (await issue(['jwt'])).accessToken;
    await rows().delete(UserRow, { id: user.id });
    for (const presented of [token, jwt]) expect((await ask({ access_token: presented })).status).toBe(401);
  });
});

describe('A JSON Web Token', () => {
  let jwt: string;
  let claims: Record<string, unknown>;
  beforeEach(async () => {
    jwt = (await issue(['jwt'])).accessToken;
    claims = jsonwebtoken.decode(jwt) as Record<string, unknown>;
  });
  const signed = (given: object, secret = JWT_SECRET) => jsonwebtoken.sign({ ...claims, ...given }, secret);
  const changed = () => {
    const [header = '', , signature = ''] = jwt.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, id: 'admin' })).toString('base64url');
    return `${header}.${payload}.${signature}`;
  };
  const unsigned = () => {
    const [, payload = ''] = jwt.split('.');
    return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
  };

  it.each<[string, () => string]>([
    ['whose claims were changed', changed],
    ['that says it needs no signature', unsigned],
    ['without its signature', () => jwt.slice(0, jwt.lastIndexOf('.') + 1)],
    ['that its application signed with a number of its own', () => signed({ jti: 'mine' })],
    [
      'that its application signed without a number',
      () => jsonwebtoken.sign({ app_id: application.id }, JWT_SECRET),
    ],
    ['signed with another secret', () => signed({}, 'another secret of theirs')],
    ['of no application', () => signed({ app_id: 'nowhere' })],
    ['that names its application as a list', () => signed({ app_id: [application.id] })],
    ['whose number alone is shown, which everybody can read', () => String(claims['jti'])],
  ])('%s is no token', async (_case, shown) => {
    expect(told(await ask({ access_token: shown() }))).toEqual([
      401,
      'Invalid token: access token is invalid',
    ]);
  });

  it('is none in the name of another application, which has a secret of its own', async () => {
    const other = await register();
    expect((await ask({ access_token: signed({ app_id: other.id }) })).status).toBe(401);
  });

  it('is none any more once its application signs with another secret, nor is its number', async () => {
    expect((await ask({ access_token: jwt })).status).toBe(200);
    const jwtSecretEncrypted = pages.app.get(SecretCipher, { strict: false }).encrypt('another secret');
    await rows().update(ApplicationRow, { id: application.id }, { jwtSecretEncrypted });
    expect((await ask({ access_token: jwt })).status).toBe(401);
    expect((await ask({ access_token: claims['jti'] as string })).status).toBe(401);
  });
});

describe('A decision', () => {
  const pattern = { action: 'GET', resource: '^/v2/rooms/[0-9]+$', isRegex: true };
  const restricted = {
    ...exact,
    useAuthorizationServiceHeader: true,
    authorizationServiceHeader: 'smartcity',
  };
  const city = { authorization_service_header: 'smartcity' };

  it.each<[string, Partial<PermissionRow>, Query, string]>([
    ['the exact resource', exact, exact, 'Permit'],
    ['the verb in small letters', exact, { ...exact, action: 'get' }, 'Permit'],
    ['another verb', exact, { ...exact, action: 'POST' }, 'Deny'],
    ['a trailing slash', exact, { ...exact, resource: '/data/' }, 'Deny'],
    ['another letter case', exact, { ...exact, resource: '/DATA' }, 'Deny'],
    ['a query string', exact, { ...exact, resource: '/data?x=1' }, 'Deny'],
    ['no resource', exact, { action: 'GET' }, ''],
    ['no action', exact, { resource: '/data' }, ''],
    ['a pattern that matches', pattern, { action: 'GET', resource: '/v2/ROOMS/7' }, 'Permit'],
    ['a pattern that does not', pattern, { action: 'GET', resource: '/v2/rooms/x' }, 'Deny'],
    ['the tenant', restricted, { ...exact, ...city }, 'Permit'],
    ['another tenant', restricted, { ...exact, authorization_service_header: 'other' }, 'Deny'],
    ['no tenant', restricted, exact, 'Deny'],
    ['the tenant by its older name', restricted, { ...exact, fiware_service: 'smartcity' }, 'Permit'],
    ['another tenant by the older name', restricted, { ...exact, fiware_service: 'other' }, 'Deny'],
    // Stored before such were refused: one is not compiled, one not matched against so long a text.
    [
      'a pattern too large to be compiled',
      { ...pattern, resource: '(.{0,31}){0,31}'.repeat(25) },
      exact,
      'Deny',
    ],
    [
      'a pattern too slow for the text',
      { ...pattern, resource: '[a-e].{900}x' },
      { action: 'GET', resource: 'a'.repeat(2000) },
      'Deny',
    ],
    ['a pattern that is none', { ...pattern, resource: '(' }, { action: 'GET', resource: '(' }, 'Deny'],
  ])('with %s', async (_case, permission, query, decision) => {
    await give(await roleThatMay(permission));
    const { authorization_decision, roles } = await record({ app_id: application.id, ...query });
    expect(authorization_decision).toBe(decision);
    expect(roles).toEqual([{ id: expect.any(String), name: 'guard' }]);
  });

  it('is of a resource of up to 2048 characters', async () => {
    const longest = `/${'x'.repeat(2047)}`;
    await give(await roleThatMay({ ...exact, resource: longest }));
    expect((await record({ ...exact, resource: longest }))['authorization_decision']).toBe('Permit');
    const tooLong = { access_token: token, action: 'GET', resource: `${longest}x` };
    const refused = await ask(tooLong);
    expect(told(refused)).toEqual([414, 'resource has more than 2048 characters']);
    const posted = await supertest(pages.app.getHttpServer()).post('/user').type('form').send(tooLong);
    expect(posted.status).toBe(400);
  });

  it('is none of a role of another application, nor of a role that nobody gave', async () => {
    const other = await register();
    await give(await roleThatMay(exact, other), other);
    await roleThatMay(exact);
    expect(await record(exact)).toMatchObject({ authorization_decision: 'Deny', roles: [] });
  });

  it('is none of what an owner of the application may do with it, and such a role is not shown', async () => {
    await give('provider');
    expect(await record(exact)).toMatchObject({ authorization_decision: 'Deny', roles: [] });
  });

  it.each<OrganizationRole>(['owner', 'member'])(
    'counts the roles that an organization’s %s has through it, and says so',
    async (kind) => {
      const [mine, others] = [await roleThatMay(exact), await roleThatMay({ ...exact, action: 'PUT' })];
      const organization = await addOrganization(pages, { name: 'water works', description: 'of the city' });
      await addMember(pages, organization.id, user.id, kind);
      const given = { organizationId: organization.id };
      await addAssignment(pages, application.id, mine, { ...given, roleOrganization: kind });
      const otherKind = kind === 'owner' ? 'member' : 'owner';
      await addAssignment(pages, application.id, others, { ...given, roleOrganization: otherKind });
      expect(await record(exact)).toMatchObject({
        authorization_decision: 'Permit',
        roles: [],
        organizations: [
          {
            id: organization.id,
            name: 'water works',
            description: 'of the city',
            website: null,
            roles: [{ id: mine, name: 'guard' }],
          },
        ],
      });
      expect((await record({ ...exact, action: 'PUT' }))['authorization_decision']).toBe('Deny');
    },
  );
});

describe('In another application', () => {
  let other: ApplicationRow;
  beforeEach(async () => {
    other = await register();
    await give(await roleThatMay(exact, other), other);
  });
  const trusts = (applicationId: string, trustedApplicationId: string) =>
    rows().insert(TrustedApplicationRow, { applicationId, trustedApplicationId });

  it('a token counts where its own is trusted', async () => {
    await trusts(other.id, application.id);
    expect(await record({ app_id: other.id, ...exact })).toMatchObject({
      app_id: application.id,
      trusted_apps: [application.id],
      authorization_decision: 'Permit',
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['nobody trusts', async () => {}],
    ['its own trusts the other', () => trusts(application.id, other.id)],
    [
      'trust goes by a third',
      async () => {
        const third = await register();
        await trusts(other.id, third.id);
        await trusts(third.id, application.id);
      },
    ],
  ])('it does not where %s', async (_case, trust) => {
    await trust();
    const answer = await ask({ access_token: token, app_id: other.id, ...exact });
    expect(told(answer)).toEqual([401, 'User not authorized in application']);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it.each(['unknown', '%', `' OR '1'='1`])('that is %j there is none', async (app_id) => {
    const answer = await ask({ access_token: token, app_id });
    expect(told(answer)).toEqual([401, 'Unauthorized']);
    expect(bodyOf(answer)['error']).toBe('invalid_request');
  });

  it('a token without a user is answered, and permits nothing: who enforces compares the applications', async () => {
    await rows().insert(IotAgentRow, {
      id: `agent of ${application.id}`,
      applicationId: application.id,
      passwordHash: '',
      createdAt: 0,
    });
    const agent = { type: 'iot', id: `agent of ${application.id}` } as const;
    ({ accessToken: token } = await issue([], agent));
    expect(await record({ app_id: other.id })).toEqual({
      organizations: [],
      displayName: '',
      roles: [],
      app_id: application.id,
      trusted_apps: [],
      id: agent.id,
      app_azf_domain: '',
    });
    // Nothing lets a PEP proxy pass it, whichever way it looks.
    await trusts(other.id, application.id);
    expect(await record({ app_id: other.id, ...exact })).toEqual(await record({ app_id: other.id }));
    expect(await record({ app_id: other.id, ...exact })).not.toHaveProperty('authorization_decision');
    expect((await record({ app_id: other.id }))['trusted_apps']).toEqual([]);
    ({ accessToken: token } = await issue([], { type: 'client' }));
    expect([await record(), await record(exact)]).toEqual([{}, {}]);
    const asked = { app_id: application.id, trusted_apps: [application.id] };
    expect(await record({ app_id: other.id })).toEqual(asked);
    expect(await record({ app_id: other.id, ...exact })).toEqual({
      ...asked,
      authorization_decision: 'Deny',
    });
    expect((await ask({ access_token: token, app_id: 'unknown' })).status).toBe(401);
  });
});

describe('An explanation', () => {
  const question = () => ({ access_token: token, explain: 'true', ...exact });

  it('names the permission that decided and the roles that were looked at', async () => {
    const role = await roleThatMay(exact);
    await give(role);
    const explained = async (asked: object) =>
      bodyOf(await ask(asked, basic(application)))['authorization_explanation'];
    expect(await explained(question())).toEqual({
      decision: 'Permit',
      permission: {
        id: expect.any(String),
        name: 'read',
        action: 'GET',
        resource: '/data',
        is_regex: false,
        use_authorization_service_header: false,
        authorization_service_header: null,
      },
      roles: [{ id: role, name: 'guard' }],
      organizations: [],
      permissions_considered: 1,
    });
    expect(await explained({ ...question(), action: 'PUT' })).toMatchObject({
      decision: 'Deny',
      permission: null,
    });
    expect(await explained({ access_token: token, explain: 'true' })).toMatchObject({
      decision: '',
      permission: null,
    });
  });

  it.each<[string, () => string | undefined]>([
    ['nobody', () => undefined],
    ['who has the token alone', () => `Bearer ${token}`],
    ['who has another secret', () => basic(application, 'wrong')],
  ])('is none for %s', async (_case, header) => {
    const answer = await ask(question(), header());
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.body)).not.toContain('permission');
  });

  it('is for the application whose rules they are, and no other', async () => {
    const other = await register();
    expect((await ask(question(), basic(other))).status).toBe(401);
    await rows().insert(TrustedApplicationRow, {
      applicationId: other.id,
      trustedApplicationId: application.id,
    });
    const asked = { ...question(), app_id: other.id };
    expect((await ask(asked, basic(application))).status).toBe(401);
    expect((await ask(asked, basic(other))).body).toHaveProperty('authorization_explanation');
  });
});
