import { randomBytes } from 'node:crypto';
import { requests, type Answer } from '../requests';
import { adminEmail, adminPassword, type TestService } from '../each-database';

export const unique = () => randomBytes(5).toString('hex');

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An API token by password; the answer when it failed. */
export async function loginAnswer(url: string, credentials: object): Promise<Answer> {
  return requests(url).post('/v1/auth/tokens').send(credentials);
}

/** The management API as one user (or PEP proxy, or nobody) sees it. */
export class ApiClient {
  constructor(
    readonly url: string,
    readonly token: string | undefined,
  ) {}

  static async login(url: string, name: string, password: string): Promise<ApiClient> {
    const { status, headers } = await loginAnswer(url, { name, password });
    if (status !== 201) throw new Error(`login of ${name} answered ${status}`);
    return new ApiClient(url, headers['x-subject-token']);
  }

  async call(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    let request = requests(this.url)
      [method](path.startsWith('/v') ? path : `/v1${path}`)
      .set(headers);
    if (this.token !== undefined) request = request.set('X-Auth-token', this.token);
    if (method !== 'get' && method !== 'delete') request = request.send(body ?? {});
    return request;
  }

  get = (path: string) => this.call('get', path);
  delete = (path: string) => this.call('delete', path);
  post = (path: string, body?: object) => this.call('post', path, body);
  put = (path: string, body?: object) => this.call('put', path, body);
  patch = (path: string, body?: object) => this.call('patch', path, body);
}

export interface ApiUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly api: ApiClient;
}

/** The first administrator. */
export const adminOf = ({ url }: Pick<TestService, 'url'>) => ApiClient.login(url, adminEmail, adminPassword);

/** @throws Error with status and body when what a test needs was not made */
function expectMade({ status, body }: Answer, what: string): void {
  if (status !== 201) throw new Error(`the ${what} was not made: ${status} ${JSON.stringify(body)}`);
}

/** A new user with an API token. */
export async function newUser(
  service: Pick<TestService, 'url'>,
  more: Record<string, unknown> = {},
): Promise<ApiUser> {
  const admin = await adminOf(service);
  const username = `user-${unique()}`;
  const user = { username, email: `${username}@test.com`, password: 'passw0rd', ...more };
  const answer = await admin.post('/users', { user });
  expectMade(answer, 'user');
  const { admin: isAdmin = false } = more;
  // As in Keyrock nobody is made an administrator.
  if (isAdmin) await admin.patch(`/users/${answer.body.user.id}`, { user: { admin: true } });
  return {
    ...user,
    id: answer.body.user.id,
    api: await ApiClient.login(service.url, user.email, user.password),
  };
}

/** A new application of the user. */
export async function newApplication(owner: ApiUser, more: Record<string, unknown> = {}) {
  const application = { name: `app ${unique()}`, redirect_uri: 'http://127.0.0.1:9/callback', ...more };
  const answer = await owner.api.post('/applications', { application });
  expectMade(answer, 'application');
  return answer.body.application as { id: string; secret: string; jwt_secret: string | null; name: string };
}

export const errorBody = (code: number, title: string, message: string) => ({
  error: { message, code, title },
});
export const badRequest = (message: string) => errorBody(400, 'Bad Request', message);
export const unauthorized = (message: string) => errorBody(401, 'Unauthorized', message);
export const forbidden = (message = 'User not allow to perform the action') =>
  errorBody(403, 'Forbidden', message);
export const notFound = (message: string) => errorBody(404, 'Not Found', message);
export const conflict = (message: string) => errorBody(409, 'Conflict', message);

export const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
export const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
