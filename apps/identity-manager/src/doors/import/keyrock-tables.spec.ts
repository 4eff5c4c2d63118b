import { names } from '../../database/names';
import {
  AccessTokenRow,
  ApiTokenRow,
  AuthorizationCodeRow,
  RefreshTokenRow,
} from '../../database/entities/token.row';
import { ApplicationRow, IotAgentRow, PepProxyRow } from '../../database/entities/application.row';
import { ConsentRow } from '../../database/entities/consent.row';
import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import { PermissionRow, RoleAssignmentRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { tokenHash } from '../../service/random-token';
import { tokenKey } from '../../subjects/tokens/tokens.repository';
import { importedTables, otherTables } from './keyrock-tables';
import type { KeyrockRow } from './keyrock-source';
import { LeftOut } from './keyrock-values';

const NOW = Date.UTC(2026, 0, 1);
const LATER = new Date(NOW + 3_600_000);

const tableOf = (from: string) => importedTables.find((table) => table.from === from)!;

/** The row that one of Keyrock's becomes, by our columns; why it is left out, as a text. */
function become(from: string, row: KeyrockRow): Readonly<Record<string, unknown>> | string {
  try {
    return tableOf(from).translate(row, { encrypt: (secret) => `sealed ${secret}`, now: NOW }).values;
  } catch (error) {
    if (error instanceof LeftOut) return error.message;
    throw error;
  }
}

/** Columns of a row by the properties of its entity. */
const columns = <T extends object>(entity: new () => T, values: Partial<Record<keyof T, unknown>>) => {
  const known = names(entity) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(values).map(([property, value]) => [String(known[property]), value]),
  );
};

describe('A user of Keyrock', () => {
  const SHA1 = '0123456789abcdef0123456789ABCDEF01234567';
  const user = (more: object = {}) => ({
    id: 'alice',
    username: 'alice',
    email: 'Alice@Test.com',
    password: SHA1,
    salt: 'aaaa',
    enabled: 1,
    admin: 0,
    date_password: new Date(1234),
    ...more,
  });
  const becomes = (more: object, expected: Partial<Record<keyof UserRow, unknown>>) =>
    expect(become('user', user(more))).toMatchObject(columns(UserRow, expected));

  it('keeps what it is, with the old form of its password', () => {
    becomes(
      {},
      {
        id: 'alice',
        username: 'alice',
        email: 'Alice@Test.com',
        emailLower: 'alice@test.com',
        enabled: true,
        admin: false,
        datePassword: 1234,
        totpSecret: null,
        image: 'default',
        createdAt: NOW,
      },
    );
    expect((become('user', user()) as Record<string, string>)[String(names(UserRow).passwordHash)]).toContain(
      SHA1.toLowerCase(),
    );
  });

  it.each<[string, object, Partial<Record<keyof UserRow, unknown>>]>([
    ['without a name is called by its address', { username: null }, { username: 'Alice@Test.com' }],
    ['without a password has none', { password: null }, { passwordHash: null }],
    ['with a password of another form has none', { password: '$2b$10$x' }, { passwordHash: null }],
    ['without the time of its password has it from now', { date_password: null }, { datePassword: NOW }],
    ['with a broken time has it from now', { date_password: new Date(Number.NaN) }, { datePassword: NOW }],
    ['that was never enabled is not', { enabled: null }, { enabled: false }],
    ['of PostgreSQL is enabled in its way', { enabled: true, admin: true }, { enabled: true, admin: true }],
    [
      'keeps what it shows',
      { extra: { visible_attributes: ['email'] } },
      { extra: '{"visible_attributes":["email"]}' },
    ],
    [
      'as text too',
      { extra: '{"visible_attributes":["email"]}' },
      { extra: '{"visible_attributes":["email"]}' },
    ],
    ['with nothing in it has nothing', { extra: '{}' }, { extra: null }],
    ['with a broken extra has none', { extra: '{"visible' }, { extra: null }],
    [
      'with a second factor keeps it, sealed, and shows it to nobody',
      { extra: { tfa: { enabled: true, secret: 'ABC' } } },
      { extra: null, totpSecret: 'sealed ABC' },
    ],
    [
      'whose second factor is off has none',
      { extra: { tfa: { enabled: false, secret: 'ABC' } } },
      { totpSecret: null },
    ],
    [
      'whose second factor has no secret has none',
      { extra: { tfa: { enabled: true } } },
      { totpSecret: null },
    ],
    [
      'whose second factor is no object has none',
      { extra: { tfa: 'on' } },
      { totpSecret: null, extra: null },
    ],
  ])('%s', (_case, more, expected) => becomes(more, expected));

  it.each(['id', 'email'])('without %s is left out', (column) => {
    for (const value of [null, ''])
      expect(become('user', user({ [column]: value }))).toBe(`column ${column} is empty`);
  });

  it('is one with another of the same address, whatever the letters', () => {
    const { unique } = tableOf('user');
    expect(unique?.(user())).toEqual(unique?.(user({ email: 'alice@TEST.com' })));
    expect(unique?.({})).toEqual(['', 'name ']);
  });
});

describe('An application of Keyrock', () => {
  const application = (more: object = {}) => ({
    id: 'tutorial-dckr-site-0000-xpresswebapp',
    name: 'app',
    secret: 'a secret',
    redirect_uri: 'http://a/cb,http://b/cb',
    grant_type: 'authorization_code,refresh_token',
    response_type: 'code',
    token_types: 'jwt,permanent,bearer',
    jwt_secret: '0123456789abcdef',
    scope: 'openid',
    ...more,
  });

  it('keeps its id, its lists as they are, and its secrets sealed', () => {
    expect(become('oauth_client', application())).toMatchObject(
      columns(ApplicationRow, {
        id: 'tutorial-dckr-site-0000-xpresswebapp',
        secretEncrypted: 'sealed a secret',
        jwtSecretEncrypted: 'sealed 0123456789abcdef',
        redirectUri: 'http://a/cb,http://b/cb',
        grantType: 'authorization_code,refresh_token',
        tokenTypes: 'jwt,permanent,bearer',
        extra: null,
      }),
    );
  });

  it.each<[string, object, Partial<Record<keyof ApplicationRow, unknown>>]>([
    ['without JWT secret has none', { jwt_secret: null }, { jwtSecretEncrypted: null }],
    ['with an empty JWT secret has none', { jwt_secret: '' }, { jwtSecretEncrypted: null }],
    ['without kinds of tokens has bearer tokens', { token_types: null }, { tokenTypes: 'bearer' }],
    ['with an empty list has them too', { token_types: '' }, { tokenTypes: 'bearer' }],
    ['keeps its extra', { extra: '{"a": 1}' }, { extra: '{"a":1}' }],
    ['with a broken extra has none', { extra: '{"a"' }, { extra: null }],
  ])('%s', (_case, more, expected) => {
    expect(become('oauth_client', application(more))).toMatchObject(columns(ApplicationRow, expected));
  });

  it.each<[object, string]>([
    [{ id: 'idm_admin_app' }, 'the internal application is there already'],
    [{ id: '' }, 'column id is empty'],
    [{ name: null }, 'column name is empty'],
    [{ secret: null }, 'column secret is empty'],
  ])('%j is left out: %s', (more, reason) => {
    expect(become('oauth_client', application(more))).toBe(reason);
  });
});

describe('A permission of Keyrock', () => {
  const permission = (more: object = {}) => ({
    id: 'p',
    name: 'read',
    action: 'GET',
    resource: '/data',
    is_regex: 0,
    oauth_client_id: 'app',
    ...more,
  });

  it('keeps its rule', () => {
    const row = permission({
      is_regex: 1,
      resource: '/data/.*',
      regex_types: '^Room$',
      authorization_service_header: 'city',
    });
    expect(become('permission', row)).toMatchObject(
      columns(PermissionRow, {
        action: 'GET',
        resource: '/data/.*',
        isRegex: true,
        regexTypes: '^Room$',
        authorizationServiceHeader: 'city',
        useAuthorizationServiceHeader: false,
        isInternal: false,
        xml: null,
      }),
    );
  });

  it.each<[object, string]>([
    [{ is_internal: 1 }, 'internal ones are there already'],
    [{ is_internal: true }, 'internal ones are there already'],
    [
      { is_regex: 1, resource: '/data/(?!x)' },
      'its regular expression is malformed, or uses look-around or back references',
    ],
    [
      { is_regex: 1, resource: '/data/(' },
      'its regular expression is malformed, or uses look-around or back references',
    ],
    [{ regex_types: '(' }, 'its regular expression is malformed, or uses look-around or back references'],
    [
      { regex_attributes: '(a)\\1' },
      'its regular expression is malformed, or uses look-around or back references',
    ],
    [{ regex_entity_ids: '(a{0,500}){0,500}' }, 'its regular expression is too large to be matched in time'],
    [{ name: '' }, 'column name is empty'],
    [{ oauth_client_id: null }, 'column oauth_client_id is empty'],
  ])('%j is left out: %s', (more, reason) => {
    expect(become('permission', permission(more))).toBe(reason);
  });

  it('is no pattern unless it says so: a parenthesis in a path is one', () => {
    expect(become('permission', permission({ resource: '/data/(' }))).not.toEqual(expect.any(String));
  });

  it('that is left out for its pattern is named', () => {
    try {
      tableOf('permission').translate(permission({ regex_types: '(' }), { encrypt: String, now: NOW });
    } catch (error) {
      expect((error as LeftOut).row).toBe('permission "read" (p) of application app');
    }
    expect.assertions(1);
  });
});

describe('Who belongs where in Keyrock', () => {
  it.each([
    ['owner', 'owner'],
    ['member', 'member'],
    ['admin', 'member'],
    [null, 'member'],
  ])('as %s is a member as %s', (role, kept) => {
    const row = { user_id: 'alice', organization_id: 'o', role };
    expect(become('user_organization', row)).toEqual(
      columns(MembershipRow, { userId: 'alice', organizationId: 'o', role: kept }),
    );
  });

  const assignment = (more: object) => ({ id: 7, oauth_client_id: 'app', role_id: 'r', ...more });
  it.each<[string, object, Partial<Record<keyof RoleAssignmentRow, unknown>> | string]>([
    ['a user', { user_id: 'alice' }, { userId: 'alice', organizationId: null, roleOrganization: null }],
    [
      'the owners of an organization',
      { organization_id: 'o', role_organization: 'owner' },
      { userId: null, organizationId: 'o', roleOrganization: 'owner' },
    ],
    [
      'the members of an organization, where nothing is said',
      { organization_id: 'o', role_organization: null },
      { userId: null, organizationId: 'o', roleOrganization: 'member' },
    ],
    [
      'a user, where both are said',
      { user_id: 'alice', organization_id: 'o', role_organization: 'owner' },
      { userId: 'alice', organizationId: null, roleOrganization: null },
    ],
    ['nobody', {}, 'neither a user nor an organization'],
  ])('has a role as %s', (_case, more, expected) => {
    const row = become('role_assignment', assignment(more));
    if (typeof expected === 'string') expect(row).toBe(expected);
    else
      expect(row).toEqual(
        columns(RoleAssignmentRow, { id: 'keyrock-7', applicationId: 'app', roleId: 'r', ...expected }),
      );
  });

  it('has roles that are the application’s own; those of the service are here already', () => {
    const role = { id: 'r', name: 'guard', oauth_client_id: 'app' };
    expect(become('role', role)).toEqual(
      columns(RoleRow, { id: 'r', name: 'guard', isInternal: false, applicationId: 'app' }),
    );
    expect(become('role', { ...role, is_internal: 1 })).toBe('internal ones are there already');
  });

  it('has organizations with their picture or the usual one', () => {
    const row = { id: 'o', name: 'water', description: null, image: null };
    expect(become('organization', row)).toMatchObject(
      columns(OrganizationRow, { image: 'default', website: null }),
    );
    expect(become('organization', { ...row, image: 'x.png' })).toMatchObject(
      columns(OrganizationRow, { image: 'x.png' }),
    );
  });

  it('has let applications in, since then or since now', () => {
    const row = {
      user_id: 'alice',
      oauth_client_id: 'app',
      shared_attributes: 'email',
      login_date: new Date(5),
    };
    expect(become('user_authorized_application', row)).toEqual(
      columns(ConsentRow, { userId: 'alice', applicationId: 'app', sharedAttributes: 'email', loginDate: 5 }),
    );
    expect(become('user_authorized_application', { ...row, login_date: null })).toMatchObject(
      columns(ConsentRow, { loginDate: NOW }),
    );
  });
});

describe.each([
  ['pep_proxy', PepProxyRow],
  ['iot', IotAgentRow],
] as const)('A machine of Keyrock (%s)', (from, entity) => {
  const machine = { id: 'm', password: 'a'.repeat(40), salt: 's', oauth_client_id: 'app' };

  it('keeps its id and the old form of its password', () => {
    expect(become(from, machine)).toMatchObject(
      columns(entity, {
        id: 'm',
        applicationId: 'app',
        passwordHash: expect.stringContaining('a'.repeat(40)),
      }),
    );
  });

  it.each([null, '', 'a'.repeat(39), 'g'.repeat(40)])('with the password %j is left out', (password) => {
    expect(become(from, { ...machine, password })).toBe('its password has a form that cannot be checked');
  });
});

describe('A token of Keyrock', () => {
  const TOKEN = 'a'.repeat(40);
  const rows = {
    oauth_access_token: {
      access_token: TOKEN,
      refresh_token: 'b'.repeat(40),
      oauth_client_id: 'app',
      user_id: 'alice',
    },
    oauth_refresh_token: { refresh_token: TOKEN, oauth_client_id: 'app', user_id: 'alice' },
    oauth_authorization_code: {
      authorization_code: TOKEN,
      oauth_client_id: 'app',
      user_id: 'alice',
      redirect_uri: 'http://a',
    },
    auth_token: { access_token: TOKEN, user_id: 'alice' },
  } as const;
  type From = keyof typeof rows;
  const live = (from: From, more: object = {}): KeyrockRow => ({
    ...rows[from],
    valid: 1,
    expires: LATER,
    ...more,
  });
  const every = Object.keys(rows) as From[];

  it('is known here by its digest alone', () => {
    for (const from of every) expect(JSON.stringify(become(from, live(from)))).not.toContain(TOKEN);
    expect(become('oauth_access_token', live('oauth_access_token'))).toMatchObject(
      columns(AccessTokenRow, {
        tokenHash: tokenKey(TOKEN),
        expiresAt: LATER.getTime(),
        grantType: 'imported',
        kind: 'bearer',
      }),
    );
    expect(become('auth_token', live('auth_token'))).toMatchObject(
      columns(ApiTokenRow, { tokenHash: tokenHash(TOKEN), valid: true, userId: 'alice', pepProxyId: null }),
    );
  });

  it('ends with what it was given with', () => {
    const access = become('oauth_access_token', live('oauth_access_token')) as Record<string, unknown>;
    const refresh = become(
      'oauth_refresh_token',
      live('oauth_refresh_token', { refresh_token: 'b'.repeat(40) }),
    );
    const family = String(names(AccessTokenRow).familyId);
    expect(refresh).toMatchObject(columns(RefreshTokenRow, { familyId: access[family] }));
    const alone = become('oauth_access_token', live('oauth_access_token', { refresh_token: null }));
    expect(alone).toMatchObject(columns(AccessTokenRow, { familyId: null }));
  });

  it.each(every)('of %s is left out once it has ended', (from) => {
    expect(become(from, live(from, { valid: 0 }))).toBe('no longer valid');
    expect(become(from, live(from, { valid: null }))).toBe('no longer valid');
    expect(become(from, live(from, { expires: new Date(NOW) }))).toBe('expired');
  });

  it('is without end only as an access token', () => {
    expect(become('oauth_access_token', live('oauth_access_token', { expires: null }))).toMatchObject(
      columns(AccessTokenRow, { expiresAt: null }),
    );
    for (const from of every.slice(1))
      expect(become(from, live(from, { expires: null }))).toBe('without expiry');
  });

  it.each([
    ['jwt,permanent', 'jwt permanent'],
    [' openid  jwt ', 'openid jwt'],
    [',', null],
    ['', null],
    [null, null],
  ])('has its scope %j as %j', (scope, words) => {
    expect(become('oauth_access_token', live('oauth_access_token', { scope }))).toMatchObject(
      columns(AccessTokenRow, { scope: words }),
    );
  });

  it.each([
    ['jwt', 'jwt'],
    ['openid,jwt', 'jwt'],
    ['jwtx', 'bearer'],
    [null, 'bearer'],
  ])('is refreshed, with the scope %j, as %s', (scope, kind) => {
    expect(become('oauth_refresh_token', live('oauth_refresh_token', { scope }))).toMatchObject(
      columns(RefreshTokenRow, { kind }),
    );
  });

  it.each([
    ['http://a', 'http://a', true],
    [null, '', false],
  ])('as a code was sent to %j', (redirect_uri, redirectUri, redirectUriWasSent) => {
    const row = live('oauth_authorization_code', { redirect_uri, nonce: 'n' });
    expect(become('oauth_authorization_code', row)).toMatchObject(
      columns(AuthorizationCodeRow, { redirectUri, redirectUriWasSent, nonce: 'n' }),
    );
  });
});

describe('The tables of Keyrock', () => {
  it('come after those that their rows refer to', () => {
    const order = importedTables.map(({ from }) => from);
    const after = (table: string, ...others: string[]) =>
      others.every((other) => order.indexOf(other) >= 0 && order.indexOf(other) < order.indexOf(table));
    expect(after('role', 'oauth_client')).toBe(true);
    expect(after('role_permission', 'role', 'permission')).toBe(true);
    expect(after('role_assignment', 'role', 'user', 'organization')).toBe(true);
    expect(after('oauth_access_token', 'user', 'iot', 'oauth_client')).toBe(true);
    expect(after('auth_token', 'user', 'pep_proxy')).toBe(true);
  });

  it('are taken over or left out, none both', () => {
    const all = [...importedTables.map(({ from }) => from), ...otherTables.map(([table]) => table)];
    expect(new Set(all).size).toBe(all.length);
  });
});
