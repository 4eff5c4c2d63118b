import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedService, startService, type ServiceProcess } from '@smart-city/testing';
import supertest from 'supertest';

const ADMIN = { name: 'admin@test.com', password: '1234' };
const PASSWORD = 'passw0rd';

export interface Application {
  readonly id: string;
  readonly secret: string;
  readonly jwtSecret: string;
}

export interface User {
  readonly id: string;
  readonly email: string;
}

/** What a permission allows; a role in a test has several. */
export interface Permission {
  readonly action?: string;
  readonly resource?: string;
  /** Instead of both. */
  readonly entities?: object;
  readonly is_regex?: boolean;
  readonly use_authorization_service_header?: boolean;
  readonly authorization_service_header?: string;
}

const unique = () => randomBytes(5).toString('hex');
const folderOf = () => mkdtempSync(join(tmpdir(), 'platform-e2e-'));

/** An API token. @throws Error when the login is refused */
export async function login(
  url: string,
  credentials: { readonly name: string; readonly password: string },
): Promise<string> {
  const { headers } = await supertest(url).post('/v1/auth/tokens').send(credentials).expect(201);
  return String(headers['x-subject-token']);
}

/** What was made, by its id. */
interface Made {
  readonly id: string;
}

/** A running identity manager on an embedded database of its own, used through its interfaces only. */
export class Identity {
  private constructor(
    private address: string,
    private readonly adminToken: string,
    private process?: ServiceProcess,
    /** Its database and keys. */
    readonly folder = '',
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Identity> {
    const folder = folderOf();
    const process = await serve(folder, env);
    try {
      return new Identity(process.url, await login(process.url, ADMIN), process, folder);
    } catch (error) {
      await process.stop('SIGKILL');
      throw error;
    }
  }

  /** See {@link sharedService}: its metrics are there to look at, and nobody counts them. */
  static shared(): Promise<Identity> {
    return sharedService('identity manager of the platform', async () => {
      const identity = await Identity.start({ IDM_METRICS_ENABLED: 'true' });
      return { shared: identity, process: identity.process!, remove: () => identity.dispose() };
    });
  }

  /** One that somebody else started, and ends. */
  static async at(url: string, administrator: Parameters<typeof login>[1]): Promise<Identity> {
    return new Identity(url, await login(url, administrator));
  }

  get url(): string {
    return this.address;
  }

  /** Everything it wrote so far. */
  get output(): string {
    return this.process?.output() ?? '';
  }

  get pid(): number {
    return this.process!.process.pid!;
  }

  /** Starts it again on its data, at another address. @throws Error when it does not start */
  async restart(env: Record<string, string>): Promise<void> {
    await this.stop();
    this.process = await serve(this.folder, env);
    this.address = this.process.url;
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }

  async dispose(): Promise<void> {
    await this.stop();
    if (this.folder !== '') rmSync(this.folder, { recursive: true, force: true });
  }

  /** A token of the administrator for the management API, of its own. */
  adminLogin(): Promise<string> {
    return login(this.url, ADMIN);
  }

  /** A request of the administrator to the management API. @throws Error when it is refused */
  async call<T = unknown>(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ): Promise<T> {
    const request = supertest(this.url)[method](`/v1${path}`).set('X-Auth-Token', this.adminToken);
    const answer = await (body === undefined ? request : request.send(body));
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body as T;
  }

  async createApplication(): Promise<Application> {
    const { application } = await this.call<{
      application: { id: string; secret: string; jwt_secret: string };
    }>('post', '/applications', {
      application: {
        name: `app ${unique()}`,
        description: 'of a test',
        redirect_uri: 'http://127.0.0.1:9/callback',
        url: 'http://127.0.0.1:9',
        grant_type: ['password', 'client_credentials', 'refresh_token'],
        token_types: ['jwt', 'permanent'],
      },
    });
    return { id: application.id, secret: application.secret, jwtSecret: application.jwt_secret };
  }

  /** A new user with a role of the application that permits so much. */
  async createUser(
    { id }: Application,
    permissions: readonly Permission[],
  ): Promise<User & { roleId: string }> {
    const username = `user-${unique()}`;
    const { user } = await this.call<{ user: Made }>('post', '/users', {
      user: { username, email: `${username}@test.com`, password: PASSWORD },
    });
    const { role } = await this.call<{ role: Made }>('post', `/applications/${id}/roles`, {
      role: { name: unique() },
    });
    for (const permission of permissions) {
      const created = await this.call<{ permission: Made }>('post', `/applications/${id}/permissions`, {
        permission: { name: unique(), ...permission },
      });
      await this.call('put', `/applications/${id}/roles/${role.id}/permissions/${created.permission.id}`, {});
    }
    await this.call('put', `/applications/${id}/users/${user.id}/roles/${role.id}`, {});
    return { id: user.id, email: `${username}@test.com`, roleId: role.id };
  }

  async token(application: Application, { email }: User, scope?: 'jwt' | 'permanent'): Promise<string> {
    const fields = { grant_type: 'password', username: email, password: PASSWORD, ...(scope && { scope }) };
    const { body } = (await this.asClient(application, '/oauth2/token', fields).expect(200)) as {
      body: { access_token: string };
    };
    return body.access_token;
  }

  /** A token of the application itself, without a user. */
  async tokenOf(application: Application): Promise<string> {
    const { body } = (await this.asClient(application, '/oauth2/token', {
      grant_type: 'client_credentials',
    }).expect(200)) as { body: { access_token: string } };
    return body.access_token;
  }

  /** Resolves when the token is revoked. */
  async revoke(application: Application, token: string): Promise<void> {
    await this.asClient(application, '/oauth2/revoke', { token }).expect(200);
  }

  asClient({ id, secret }: Application, path: string, fields: Record<string, string>) {
    return supertest(this.url)
      .post(path)
      .auth(id, secret)
      .type('form')
      .send(new URLSearchParams(fields).toString());
  }
}

function serve(folder: string, env: Record<string, string>): Promise<ServiceProcess> {
  return startService('identity-manager', {
    env: {
      IDM_PORT: '0',
      IDM_LISTEN_ADDRESS: '127.0.0.1',
      IDM_DATA_DIR: folder,
      IDM_DB_FILE: join(folder, 'identity.db'),
      IDM_ADMIN_EMAIL: ADMIN.name,
      IDM_ADMIN_PASS: ADMIN.password,
      // Tests log in often: a password costs one millisecond of the processor, not twenty.
      IDM_PASSWORD_HASH_MEMORY: '1024',
      IDM_ENCRYPTION_KEY: `a key of this test ${unique()}`,
      ...env,
    },
  });
}
