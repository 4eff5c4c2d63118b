import supertest from 'supertest';

/** Something that has an id and, where the tests look, a name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

interface Application extends Named {
  readonly secret: string;
  readonly jwt_secret: string | null;
}

/** A PEP proxy or IoT agent; its password just after it was made. */
interface Machine {
  readonly id: string;
  readonly password: string;
}

interface User extends Named {
  /** Only where it is true. */
  readonly email_verified?: boolean;
  readonly username: string;
  readonly email: string;
  readonly enabled: boolean;
}

/** What `GET /user` says. */
interface UserRecord {
  readonly id: string;
  readonly app_id: string;
  readonly app_azf_domain: string;
  readonly roles: readonly Named[];
  readonly trusted_apps: readonly string[];
  readonly authorization_decision: string;
  readonly authorization_explanation: unknown;
}

/** What the token endpoint and introspection say, errors as well. */
interface OAuthAnswer {
  readonly id_token: string;
  readonly email_verified: boolean;
  readonly groups: readonly string[];
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly scope: unknown;
  readonly active: boolean;
  readonly error_description: string;
}

/** What the management API says: of each answer one member. */
interface ApiAnswer {
  readonly application: Application;
  readonly applications: readonly Application[];
  readonly iot_agent: Machine;
  readonly iot_agents: readonly Machine[];
  readonly new_password: string;
  readonly new_secret: string;
  readonly organization: Named;
  readonly organizations: readonly { readonly Organization: Named }[];
  readonly organization_users: readonly unknown[];
  readonly pep_proxy: Machine;
  readonly permission: Named;
  readonly permissions: readonly Named[];
  readonly role: Named;
  readonly role_permission_assignments: readonly Named[];
  readonly role_user_assignments: readonly unknown[];
  readonly token: { readonly methods: readonly string[]; readonly expires_at: string };
  readonly trusted_applications: readonly string[];
  readonly user: User;
  readonly users: readonly User[];
  readonly values_updated: Readonly<Record<string, unknown>>;
  readonly idm_authorization_config: { readonly level: string; readonly authzforce: boolean };
  /** Absent: nothing is sent to AuthzForce. */
  readonly authzforce: unknown;
  /** Nothing was changed. */
  readonly message: string;
  readonly User: User;
  readonly information: Readonly<Record<`total_${'users' | 'organizations' | 'applications'}`, number>>;
}

/** What is known without credentials. */
interface PublicAnswer {
  readonly issuer: string;
  readonly keys: readonly Readonly<Record<string, unknown>>[];
  readonly keyrock: unknown;
  readonly openapi: string;
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, unknown>>;
}

/**
 * The JSON of an answer, as tests look into it: every member by its name on the wire. No answer has them all, so what a test
 * reads may be undefined; it fails then where it is compared or used.
 */
export interface AnswerBody extends UserRecord, OAuthAnswer, ApiAnswer, PublicAnswer {
  /** An object, or the word of RFC 6749. */
  readonly error: { readonly message: string; readonly code: number; readonly title: string };
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: AnswerBody;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A request of supertest, which is sent when it is waited for. */
export interface Request extends PromiseLike<Answer> {
  auth(id: string, secret: string): this;
  auth(token: string, kind: { readonly type: 'bearer' }): this;
  expect(status: number, body?: object): this;
  expect(name: string, value: string | RegExp): this;
  query(parameters: object | string): this;
  send(body?: object | string): this;
  set(name: string, value: string): this;
  set(headers: Readonly<Record<string, string>>): this;
  type(type: string): this;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'head';

/** Requests to a running identity manager. */
export const requests = (url: string) =>
  supertest(url) as unknown as Readonly<Record<Method, (path: string) => Request>>;
