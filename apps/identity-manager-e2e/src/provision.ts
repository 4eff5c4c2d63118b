import { randomBytes } from 'node:crypto';
import { requests, type AnswerBody } from './requests';
import { adminEmail, adminPassword } from './each-database';

/*
 * What a test needs before it begins, made through the management API so that each test owns its data.
 */

export interface TestApplication {
  readonly id: string;
  readonly secret: string;
  readonly jwtSecret: string | null;
  readonly redirectUri: string;
  readonly name: string;
}

export interface TestUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

const unique = () => randomBytes(5).toString('hex');

const allGrants = ['authorization_code', 'implicit', 'password', 'client_credentials', 'refresh_token'];

/** The management API of one service, as its first administrator or another. */
export class Admin {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async login(
    url: string,
    { email: name, password } = { email: adminEmail, password: adminPassword },
  ): Promise<Admin> {
    const response = await requests(url).post('/v1/auth/tokens').send({ name, password }).expect(201);
    return new Admin(url, String(response.headers['x-subject-token']));
  }

  /** A request to the API; `body` only for methods that have one. */
  async call(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ): Promise<AnswerBody> {
    const request = requests(this.url)[method](`/v1${path}`).set('X-Auth-Token', this.token);
    const response = await (method === 'get' || method === 'delete' ? request : request.send(body ?? {}));
    if (response.status >= 300)
      throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
    return response.body;
  }

  async createApplication(more: Record<string, unknown> = {}): Promise<TestApplication> {
    const name = `app ${unique()}`;
    const redirectUri = 'http://127.0.0.1:9/callback';
    const { application } = await this.call('post', '/applications', {
      application: {
        name,
        description: 'for a test',
        redirect_uri: redirectUri,
        url: 'http://127.0.0.1:9',
        grant_type: allGrants,
        token_types: ['jwt', 'permanent'],
        ...more,
      },
    });
    const { id, secret, jwt_secret: jwtSecret } = application;
    return { id, secret, jwtSecret, redirectUri, name };
  }

  async createUser(more: Record<string, unknown> = {}): Promise<TestUser> {
    const username = `user-${unique()}`;
    const given = { username, email: `${username}@test.com`, password: 'passw0rd', ...more };
    const { user } = await this.call('post', '/users', { user: given });
    return { id: user.id, username: given.username, email: given.email, password: given.password };
  }

  /** A role with one permission. */
  async createRole(applicationId: string, permission: Record<string, unknown>): Promise<string> {
    const base = `/applications/${applicationId}`;
    const { role } = await this.call('post', `${base}/roles`, { role: { name: `role ${unique()}` } });
    const created = await this.call('post', `${base}/permissions`, {
      permission: { name: `permission ${unique()}`, ...permission },
    });
    await this.call('put', `${base}/roles/${role.id}/permissions/${created.permission.id}`);
    return role.id;
  }

  giveRole(applicationId: string, userId: string, roleId: string) {
    return this.call('put', `/applications/${applicationId}/users/${userId}/roles/${roleId}`);
  }
}

/** Credentials as a Basic header. */
export const basic = ({ id, secret }: { readonly id: string; readonly secret: string }) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/** A token request of the application; undefined fields are left out. */
export function requestToken(
  url: string,
  application: Pick<TestApplication, 'id' | 'secret'>,
  fields: Record<string, string | undefined>,
) {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return requests(url)
    .post('/oauth2/token')
    .set('Authorization', basic(application))
    .type('form')
    .send(new URLSearchParams(given).toString());
}

/** The tokens of a user by the password grant. */
export async function passwordTokens(
  url: string,
  application: TestApplication,
  user: TestUser,
  scope?: string,
) {
  const { body } = await requestToken(url, application, {
    grant_type: 'password',
    username: user.email,
    password: user.password,
    scope,
  }).expect(200);
  return body as {
    access_token: string;
    refresh_token?: string;
    token_type: string;
    expires_in?: number;
    scope?: string;
  };
}
