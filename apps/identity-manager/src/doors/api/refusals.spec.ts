import supertest from 'supertest';
import type { ApplicationRow } from '../../database/entities/application.row';
import type { OrganizationRow } from '../../database/entities/organization.row';
import type { PermissionRow, RoleRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../database/test-rows';
import { ApiTokensService } from '../../subjects/tokens/api-tokens.service';
import { openTestPages, type TestPages } from '../../test-pages';

let pages: TestPages;
let admin: UserRow;
let user: UserRow;
let application: ApplicationRow;
let organization: OrganizationRow;
let role: RoleRow;
let permission: PermissionRow;
let token: string;
beforeAll(async () => {
  pages = await openTestPages();
  admin = await addUser(pages, { admin: true });
  user = await addUser(pages, { username: 'ana', email: 'ana@city.example' });
  application = await addApplication(pages);
  organization = await addOrganization(pages);
  role = await addRole(pages, application.id);
  permission = await addPermission(pages, application.id);
  await addAssignment(pages, application.id, 'provider', { userId: admin.id });
  await addMember(pages, organization.id, admin.id, 'owner');
  const issued = await pages.app
    .get(ApiTokensService, { strict: false })
    .issue({ userId: admin.id }, Date.now(), '192.0.2.1');
  ({ token } = issued!);
});
afterAll(() => pages.close());

/** A path with the ids of what is there. */
const filled = (path: string) =>
  `/v1${path}`
    .replace(':app', application.id)
    .replace(':org', organization.id)
    .replace(':role', role.id)
    .replace(':perm', permission.id)
    .replace(':user', user.id)
    .replace(':admin', admin.id);

const ask = (method: string, path: string) =>
  supertest(pages.app.getHttpServer())
    [method.toLowerCase() as 'post'](filled(path))
    .set('X-Auth-Token', token)
    .type('json');

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
};

async function expectRefusal(request: ReturnType<typeof ask>, code: number, message: string): Promise<void> {
  const { status, body } = await request;
  expect([status, body]).toEqual([code, { error: { message, code, title: titles[code] } }]);
}

const good = {
  application: { name: 'parking', redirect_uri: 'https://a.example/back' },
  user: { username: 'eva', email: 'eva@city.example', password: 'a long password' },
  organization: { name: 'water works' },
  role: { name: 'guard' },
  permission: { name: 'read', action: 'GET', resource: '/x' },
} as const;
type Subject = keyof typeof good;

const making: Readonly<Record<Subject, string>> = {
  application: '/applications',
  user: '/users',
  organization: '/organizations',
  role: '/applications/:app/roles',
  permission: '/applications/:app/permissions',
};
const changing: Readonly<Record<Subject, string>> = {
  application: '/applications/:app',
  user: '/users/:user',
  organization: '/organizations/:org',
  role: '/applications/:app/roles/:role',
  permission: '/applications/:app/permissions/:perm',
};
const subjects = Object.keys(good) as Subject[];

describe.each(subjects)('A body about a %s', (subject) => {
  it.each([
    {},
    [],
    7,
    'text',
    null,
    { other: good[subject] },
    { [subject]: [] },
    { [subject]: 'x' },
    { [subject]: null },
  ])('that says nothing of it is refused: %j', async (body) => {
    const message = `Missing parameter ${subject} in body request`;
    for (const [method, path] of [
      ['post', making[subject]],
      ['patch', changing[subject]],
    ] as const)
      await expectRefusal(ask(method, path).send(JSON.stringify(body)), 400, message);
  });

  it('comes as JSON, also where it is empty', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      await expectRefusal(
        ask('post', making[subject]).set('Content-Type', type).send('x'),
        400,
        'Missing parameter: header Content-Type: application/json',
      );
  });

  const needed = Object.keys(good[subject]).filter(
    (name) => !['action', 'resource', 'redirect_uri'].includes(name),
  );
  it.each(needed)('needs its %s when it is made, and does not lose it by a change', async (name) => {
    const isEmail = name === 'email';
    for (const empty of [undefined, null, '']) {
      const body = { [subject]: { ...good[subject], [name]: empty } };
      await expectRefusal(
        ask('post', making[subject]).send(body),
        400,
        `Missing parameter ${name} in body request or empty ${name}`,
      );
    }
    for (const empty of [null, ''])
      await expectRefusal(
        ask('patch', changing[subject]).send({ [subject]: { [name]: empty } }),
        400,
        `Cannot set empty ${name}`,
      );
    for (const strange of [7, true, {}, ['x']])
      await expectRefusal(
        ask('post', making[subject]).send({ [subject]: { ...good[subject], [name]: strange } }),
        400,
        `${name} attribute must be a string`,
      );
    if (isEmail || name === 'password') return;
    const long = { [subject]: { ...good[subject], [name]: 'x'.repeat(256) } };
    await expectRefusal(
      ask('post', making[subject]).send(long),
      400,
      `${name} attribute must have at most 255 characters`,
    );
    const odd = { [subject]: { ...good[subject], [name]: 'a\u0000b' } };
    await expectRefusal(
      ask('post', making[subject]).send(odd),
      400,
      `${name} attribute has invalid characters`,
    );
  });
});

const TOO_LARGE =
  'resource is too large as a regular expression: counted repeats such as {0,500} multiply what they follow, and long patterns add up';

type Refused = readonly [subject: Subject, member: object, message: string];

describe('When it is made', () => {
  it.each<Refused>([
    ['application', { redirect_uri: undefined }, 'Missing parameter redirect_uri in body request'],
    ['application', { redirect_uri: '' }, 'Missing parameter redirect_uri in body request'],
    ['application', { redirect_uri: [] }, 'Missing parameter redirect_uri in body request'],
    [
      'application',
      { redirect_uri: 'javascript:alert(1)' },
      'redirect_uri attribute has an address that is not accepted',
    ],
    ['application', { redirect_uri: 'x\r\nX: y' }, 'redirect_uri attribute has invalid characters'],
    ['application', { url: 'javascript:alert(1)' }, 'url attribute has an address that is not accepted'],
    [
      'application',
      { redirect_sign_out_uri: 'data:text/html' },
      'redirect_sign_out_uri attribute has an address that is not accepted',
    ],
    ['application', { grant_type: ['other'] }, 'Invalid Grant Type'],
    ['application', { grant_type: 'password' }, 'Invalid Grant Type'],
    ['application', { grant_type: [] }, 'Invalid Grant Type'],
    ['application', { token_types: ['other'] }, 'Invalid token type in body request'],
    ['application', { token_types: ['bearer'] }, 'Invalid token type in body request'],
    ['application', { token_types: 'jwt' }, 'Invalid token type in body request'],
    ['application', { default_token_kind: 'other' }, 'default_token_kind must be bearer or jwt'],
    ['application', { default_token_kind: 'jwt' }, 'Invalid token type in body request'],
    ['application', { scope: 7 }, 'scope attribute must be a string'],
    ['application', { client_type: 'x'.repeat(51) }, 'client_type attribute must have at most 50 characters'],
    ['application', { description: 7 }, 'description attribute must be a string'],
    ['user', { email: 'ana' }, 'Email not valid'],
    ['user', { email: 'ana@city' }, 'Email not valid'],
    ['user', { email: 'a b@city.example' }, 'Email not valid'],
    [
      'user',
      { email: `${'x'.repeat(250)}@city.example` },
      'email attribute must have at most 255 characters',
    ],
    ['user', { email: 'x@city.example\nBcc: a@b.example' }, 'email attribute has invalid characters'],
    ['user', { password: 'eva@city.example' }, 'Password must not be the email'],
    ['user', { id: 'a b' }, 'Invalid id'],
    ['user', { id: '..' }, 'Invalid id'],
    ['user', { id: '.' }, 'Invalid id'],
    ['user', { id: 'x'.repeat(37) }, 'Invalid id'],
    ['user', { id: '../admin' }, 'Invalid id'],
    ['user', { id: 'csv' }, 'Invalid id'],
    ['user', { id: 'Marked' }, 'Invalid id'],
    ['user', { admin: 'yes' }, 'admin attribute must be a boolean'],
    ['user', { gravatar: 1 }, 'gravatar attribute must be a boolean'],
    ['user', { website: 'javascript:alert(1)' }, 'website attribute has an address that is not accepted'],
    ['user', { extra: 'no JSON' }, 'extra attribute must be an object'],
    ['user', { extra: [1] }, 'extra attribute must be an object'],
    ['user', { extra: { a: 'x'.repeat(16_000) } }, 'extra attribute is too large'],
    ['organization', { website: 'vbscript:x' }, 'website attribute has an address that is not accepted'],
    ['organization', { description: ['x'] }, 'description attribute must be a string'],
    ['permission', { action: undefined, resource: undefined }, 'Set action and resource'],
    ['permission', { action: undefined }, 'Set action and resource'],
    ['permission', { resource: '' }, 'Set action and resource'],
    ['permission', { is_regex: 'yes' }, 'is_regex attribute must be a boolean'],
    [
      'permission',
      { is_regex: true, resource: '(' },
      'resource is not a valid regular expression, or uses look-around or back references',
    ],
    [
      'permission',
      { is_regex: true, resource: '/(?=x)' },
      'resource is not a valid regular expression, or uses look-around or back references',
    ],
    [
      'permission',
      { is_regex: true, resource: '(a)\\1' },
      'resource is not a valid regular expression, or uses look-around or back references',
    ],
    ['permission', { is_regex: true, resource: '(.{0,31}){0,31}'.repeat(25) }, TOO_LARGE],
    ['permission', { is_regex: true, resource: '[a-z]{1000}[0-9]{1000}' }, TOO_LARGE],
    [
      'permission',
      { use_authorization_service_header: 7 },
      'use_authorization_service_header attribute must be a boolean',
    ],
    [
      'permission',
      { use_authorization_service_header: true },
      'if use_authorization_service_header is set, authorization_service_header needs to be set',
    ],
    [
      'permission',
      { authorization_service_header: 'city' },
      'if authorization_service_header is set, use_authorization_service_header needs to be set',
    ],
    ['permission', { xml: '<x/>' }, 'Idm is not configured to create XACML advanced rules'],
    ['permission', { regex_types: 'x' }, 'Cannot set regex_types unless running in payload mode'],
    ['permission', { regex_attributes: 'x' }, 'Cannot set regex_attributes unless running in payload mode'],
    ['permission', { regex_entity_ids: 'x' }, 'Cannot set regex_entity_ids unless running in payload mode'],
    ['permission', { entities: [] }, 'entities attribute must be an object'],
  ])('a %s with %j is refused: %s', async (subject, member, message) => {
    const body = { [subject]: { ...good[subject], ...member } };
    await expectRefusal(ask('post', making[subject]).send(body), 400, message);
  });

  it('a user has an address that nobody has, whatever the letters', async () => {
    const body = { user: { ...good.user, email: 'ANA@city.example' } };
    await expectRefusal(ask('post', '/users').send(body), 409, 'Email already used');
  });
});

describe('When it is changed', () => {
  it.each<Refused>([
    ['application', { id: 'x' }, 'Cannot set id, secret or response_type'],
    ['application', { secret: 'x' }, 'Cannot set id, secret or response_type'],
    ['application', { response_type: 'code' }, 'Cannot set id, secret or response_type'],
    ['application', { redirect_uri: '' }, 'Cannot set empty redirect_uri'],
    ['application', { redirect_uri: null }, 'Cannot set empty redirect_uri'],
    ['application', { grant_type: ['other'] }, 'Invalid Grant Type'],
    ['application', { token_types: ['x'] }, 'Invalid token type in body request'],
    ['user', { email: 'no address' }, 'Email not valid'],
    ['user', { id: 'x' }, 'Cannot set id'],
    ['user', { enabled: 'yes' }, 'enabled attribute must be a boolean'],
    ['organization', { id: 'x' }, 'Cannot set id'],
    ['role', { id: 'x' }, 'Cannot set id or is_internal'],
    ['role', { is_internal: true }, 'Cannot set id or is_internal'],
    ['permission', { id: 'x' }, 'Cannot set id or is_internal'],
    ['permission', { is_internal: true }, 'Cannot set id or is_internal'],
    [
      'permission',
      { is_regex: true, resource: '(' },
      'resource is not a valid regular expression, or uses look-around or back references',
    ],
  ])('a %s with %j is refused: %s', async (subject, member, message) => {
    await expectRefusal(ask('patch', changing[subject]).send({ [subject]: member }), 400, message);
  });

  it.each(subjects)(
    'a %s of which nothing is said stays as it is, in the words of Keyrock',
    async (subject) => {
      const answer = await ask('patch', changing[subject]).send({ [subject]: {} });
      expect([answer.status, answer.body]).toEqual([
        200,
        { message: `Request don't change the ${subject} parameters`, code: 200, title: 'OK' },
      ]);
    },
  );
});

describe('What the path names', () => {
  it.each([
    ['get', '/applications/none', 404, 'Application not found'],
    ['get', '/applications/idm_admin_app', 403, 'Not allowed'],
    ['get', '/applications/:app/roles/none', 404, 'Role not found'],
    ['get', '/applications/:app/permissions/none', 404, 'permission not found'],
    ['delete', '/applications/:app/roles/provider', 403, 'Not allowed'],
    ['delete', '/applications/:app/permissions/1', 403, 'Not allowed'],
    ['get', '/applications/:app/pep_proxies', 404, 'Pep Proxy not found'],
    ['get', '/applications/:app/iot_agents', 404, 'Iot agents not found'],
    ['get', '/applications/:app/iot_agents/none', 404, 'Iot Agent not found'],
    ['get', '/applications/:app/trusted_applications', 404, 'Trusted applications nof found'],
    [
      'put',
      '/applications/:app/trusted_applications/none',
      404,
      'Application to be add as trusted not found',
    ],
    [
      'delete',
      '/applications/:app/trusted_applications/none',
      404,
      'Application to be add as trusted not found',
    ],
    ['get', '/applications/:app/users/none/roles', 404, 'User not found'],
    ['put', '/applications/:app/users/:user/roles/none', 404, 'Role not found'],
    ['delete', '/applications/:app/users/:user/roles/:role', 404, 'Assignments not found'],
    ['get', '/applications/:app/roles/:role/permissions', 404, 'Assignments not found'],
    ['delete', '/applications/:app/roles/:role/permissions/:perm', 404, 'Assignments not found'],
    ['get', '/users/none', 404, 'User not found'],
    ['get', '/organizations/none', 404, 'Organization not found'],
    ['get', '/organizations/:org/users/none/organization_roles', 404, 'User not found'],
    ['put', '/organizations/:org/users/:user/organization_roles/boss', 404, 'Organization role not found'],
    ['delete', '/organizations/:org/users/:user/organization_roles/member', 404, 'Assignments not found'],
    ['get', '/nothing', 404, 'Path not found'],
  ])('is refused to %s %s: %d %s', async (method, path, code, message) => {
    await expectRefusal(ask(method, path), code, message);
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 10000'],
    ['limit=10001', 'limit must be a whole number from 1 to 10000'],
    ['limit=ten', 'limit must be a whole number'],
    ['limit=-1', 'limit must be a whole number'],
    ['limit=1&limit=2', 'limit must be a whole number'],
    ['offset=1.5', 'offset must be a whole number'],
    ['offset=9999999999', 'offset must be a whole number'],
  ])('is listed by whole numbers: %s', async (query, message) => {
    await expectRefusal(ask('get', `/users?${query}`), 400, message);
  });
});
