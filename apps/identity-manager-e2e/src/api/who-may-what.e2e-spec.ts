import { DocumentedAnswers } from '../documented-answers';
import { adminEmail, adminPassword, eachDatabase } from '../each-database';
import { Page } from '../plain/page';
import {
  adminOf,
  ApiClient,
  badRequest,
  errorBody,
  newApplication,
  newUser,
  unauthorized,
  type Method,
  type ApiUser,
} from './api-client';

/** Users of one application, from nobody to its provider; requests are made in this order. */
const actors = [
  'nobody',
  'expired',
  'pep',
  'stranger',
  'admin',
  'custom2',
  'custom3',
  'custom6',
  'purchaser',
  'provider',
] as const;
type Actor = (typeof actors)[number];

/** Paths with `{…}` for what the set-up made. */
type Row = readonly [method: Method, path: string, body: object, allowed: Partial<Record<Actor, number>>];

const app = '/applications/{app}';
const organization = '/organizations/{organization}';

const everybody = (status: number): Partial<Record<Actor, number>> =>
  Object.fromEntries(actors.slice(3).map((actor) => [actor, status]));

/** Permissions 1, 5 and 6: provider, purchaser and the custom role with 6. */
const assigning = (provider: number, purchaser = provider, custom6 = 403) => ({
  provider,
  purchaser,
  custom6,
});

/**
 * Every route of the management API behind the guard. `allowed` gives the status for those who pass; all other users get 403.
 * Where the first one to pass uses the thing up, the next meets 404.
 */
const rows: readonly Row[] = [
  ['get', '', {}, everybody(200)],
  ['get', '/applications', {}, everybody(200)],
  ['post', '/applications', { application: { name: 'x', redirect_uri: 'http://x' } }, everybody(201)],
  ['get', app, {}, { provider: 200, purchaser: 200, custom2: 200, custom3: 200, custom6: 200 }],
  ['patch', app, { application: { description: 'x' } }, { provider: 200, custom2: 200 }],
  ['post', `${app}/secret`, {}, { provider: 201, custom2: 201 }],
  ['delete', app, {}, { custom2: 204, custom3: 404, custom6: 404, purchaser: 404, provider: 404 }],
  ['get', `${app}/roles`, {}, { provider: 200, purchaser: 200, custom3: 200, custom6: 200 }],
  ['post', `${app}/roles`, { role: { name: 'x' } }, { provider: 201, custom3: 201 }],
  ['get', `${app}/roles/{role}`, {}, { provider: 200, custom3: 200 }],
  ['patch', `${app}/roles/{role}`, { role: { name: 'y' } }, { provider: 200, custom3: 200 }],
  ['delete', `${app}/roles/{role}`, {}, { custom3: 204, provider: 404 }],
  ['get', `${app}/permissions`, {}, { provider: 200, custom3: 200 }],
  [
    'post',
    `${app}/permissions`,
    { permission: { name: 'x', action: 'GET', resource: '/' } },
    { provider: 201, custom3: 201 },
  ],
  ['get', `${app}/permissions/{permission}`, {}, { provider: 200, custom3: 200 }],
  [
    'patch',
    `${app}/permissions/{permission}`,
    { permission: { name: 'y' } },
    { provider: 200, custom3: 200 },
  ],
  ['delete', `${app}/permissions/{permission}`, {}, { custom3: 204, provider: 404 }],
  ['get', `${app}/roles/{role}/permissions`, {}, { provider: 200, custom3: 200 }],
  ['put', `${app}/roles/{role}/permissions/{permission}`, {}, { provider: 201, custom3: 201 }],
  ['post', `${app}/roles/{role}/permissions/{permission}`, {}, { provider: 201, custom3: 201 }],
  ['delete', `${app}/roles/{role}/permissions/{permission}`, {}, { custom3: 204, provider: 404 }],
  ['get', `${app}/users`, {}, assigning(200, 200, 200)],
  ['get', `${app}/users/{stranger}/roles`, {}, assigning(200, 200, 404)],
  ['put', `${app}/users/{stranger}/roles/{role}`, {}, assigning(201)],
  ['post', `${app}/users/{stranger}/roles/{role}`, {}, assigning(201)],
  ['put', `${app}/users/{stranger}/roles/provider`, {}, assigning(201, 403)],
  ['put', `${app}/users/{stranger}/roles/{custom6Role}`, {}, assigning(201, 403, 201)],
  ['delete', `${app}/users/{stranger}/roles/{role}`, {}, assigning(404, 204)],
  ['get', `${app}/organizations`, {}, assigning(200, 200, 404)],
  ['get', `${app}/organizations/{organization}/roles`, {}, assigning(200, 200, 404)],
  ['put', `${app}/organizations/{organization}/roles/{role}/organization_roles/owner`, {}, assigning(201)],
  ['post', `${app}/organizations/{organization}/roles/{role}/organization_roles/owner`, {}, assigning(201)],
  [
    'delete',
    `${app}/organizations/{organization}/roles/{role}/organization_roles/member`,
    {},
    assigning(404, 204),
  ],
  ['get', `${app}/pep_proxies`, {}, { provider: 200, custom2: 200 }],
  ['post', `${app}/pep_proxies`, {}, { provider: 409, custom2: 409 }],
  ['patch', `${app}/pep_proxies`, {}, { provider: 200, custom2: 200 }],
  ['delete', `${app}/pep_proxies`, {}, { custom2: 204, provider: 404 }],
  ['get', `${app}/iot_agents`, {}, { provider: 200, custom2: 200 }],
  ['post', `${app}/iot_agents`, {}, { provider: 201, custom2: 201 }],
  ['get', `${app}/iot_agents/{iot}`, {}, { provider: 200, custom2: 200 }],
  ['patch', `${app}/iot_agents/{iot}`, {}, { provider: 200, custom2: 200 }],
  ['delete', `${app}/iot_agents/{iot}`, {}, { custom2: 204, provider: 404 }],
  ['get', `${app}/trusted_applications`, {}, assigning(200, 200, 200)],
  ['put', `${app}/trusted_applications/{other}`, {}, assigning(400, 400, 400)],
  ['post', `${app}/trusted_applications/{other}`, {}, assigning(400, 400, 400)],
  ['delete', `${app}/trusted_applications/{other}`, {}, assigning(400, 400, 204)],
  ['get', '/organizations', {}, { ...everybody(404), provider: 200 }],
  ['post', '/organizations', { organization: { name: 'x' } }, everybody(201)],
  ['get', organization, {}, { provider: 200 }],
  ['patch', organization, { organization: { name: 'x' } }, { provider: 200 }],
  ['delete', organization, {}, { provider: 204 }],
  ['get', `${organization}/users`, {}, { provider: 200 }],
  ['get', `${organization}/users/{provider}/organization_roles`, {}, { provider: 200 }],
  ['put', `${organization}/users/{stranger}/organization_roles/member`, {}, { provider: 201 }],
  ['post', `${organization}/users/{stranger}/organization_roles/member`, {}, { provider: 201 }],
  ['delete', `${organization}/users/{provider}/organization_roles/owner`, {}, { provider: 409 }],
  ['get', '/users', {}, { admin: 200 }],
  ['post', '/users', { user: {} }, { admin: 400 }],
  ['get', '/users/{provider}', {}, { admin: 200, provider: 200 }],
  ['patch', '/users/{provider}', { user: { description: 'x' } }, { admin: 200, provider: 200 }],
  ['delete', '/users/{guest}', {}, { ...everybody(404), stranger: 403, admin: 204 }],
  ['get', '/service_providers/configs', {}, { admin: 200 }],
  ['get', '/access-tokens/nope', {}, { admin: 404, pep: 404 }],
  ['get', '/nothing', {}, everybody(404)],
];

const notAllowed = errorBody(403, 'Forbidden', 'User not allow to perform the action');
const notAuthorized = errorBody(403, 'Forbidden', 'User not authorized to perform action');

describe('Who may do what', () => {
  eachDatabase((service) => {
    type Users = Readonly<
      Record<'provider' | 'purchaser' | 'stranger' | 'custom2' | 'custom3' | 'custom6' | 'late', ApiUser>
    >;
    let users: Users;
    let admin: ApiClient;
    let documented: DocumentedAnswers;

    beforeAll(async () => {
      const names = ['provider', 'purchaser', 'stranger', 'custom2', 'custom3', 'custom6', 'late'] as const;
      const made = await Promise.all(names.map(() => newUser(service())));
      users = Object.fromEntries(names.map((name, index) => [name, made[index]])) as Users;
      // Not the first one, which other files make organizations with.
      admin = (await newUser(service(), { admin: true })).api;
      documented = await DocumentedAnswers.of(service().url);
      await service().database.query('UPDATE api_tokens SET expires_at = 1 WHERE user_id = ?', [
        users.late.id,
      ]);
    });

    /** An application with one of everything. */
    async function setUp() {
      const { provider } = users;
      const { id } = await newApplication(provider);
      const other = (await newApplication(provider)).id;
      const base = `/applications/${id}`;
      const made = async (path: string, body: object) =>
        Object.values((await provider.api.post(path, body)).body)[0] as { id: string };
      const give = (user: ApiUser, role: string) =>
        provider.api.put(`${base}/users/${user.id}/roles/${role}`);
      const role = (await made(`${base}/roles`, { role: { name: 'r' } })).id;
      const permission = (
        await made(`${base}/permissions`, { permission: { name: 'p', action: 'GET', resource: '/' } })
      ).id;
      await provider.api.put(`${base}/roles/${role}/permissions/${permission}`);
      const customRole = async (internal: string, user: ApiUser) => {
        const custom = (await made(`${base}/roles`, { role: { name: `with ${internal}` } })).id;
        await provider.api.put(`${base}/roles/${custom}/permissions/${internal}`);
        await give(user, custom);
        return custom;
      };
      await customRole('2', users.custom2);
      await customRole('3', users.custom3);
      const custom6Role = await customRole('6', users.custom6);
      await give(users.purchaser, 'purchaser');
      await give(users.stranger, role);
      const organizationId = (await made('/organizations', { organization: { name: 'o' } })).id;
      await provider.api.put(
        `${base}/organizations/${organizationId}/roles/${role}/organization_roles/member`,
      );
      const pep = (await provider.api.post(`${base}/pep_proxies`)).body.pep_proxy;
      const iot = (await made(`${base}/iot_agents`, {})).id;
      await provider.api.put(`${base}/trusted_applications/${other}`);
      const names = {
        app: id,
        other,
        role,
        custom6Role,
        permission,
        organization: organizationId,
        iot,
        stranger: users.stranger.id,
        provider: provider.id,
        guest: 'made when needed',
      };
      const { stranger } = users;
      return { names, stranger, pep: await ApiClient.login(service().url, pep.id, pep.password) };
    }

    /** For the rows after which the next one finds what it asks for: they read, add and change. */
    let shared: ReturnType<typeof setUp> | undefined;
    /** What removes something, gives the stranger a role or signs the proxy out would change the answers to the rows after it. */
    const disturbs = (method: Method, path: string) =>
      method === 'delete' || (method !== 'get' && /\{stranger\}|pep_proxies/.test(path));
    /** Disturbs only what {@link withAnother} has made for the row. */
    const disturbsItsOwn = (method: Method, path: string) =>
      disturbs(method, path) && /\{(role|permission|iot|organization|guest|stranger)\}($|\/)/.test(path);

    /** The same, but for a role, a permission, an IoT agent, an organization, a stranger and a guest of one row. */
    async function withAnother({ names, pep }: Awaited<ReturnType<typeof setUp>>) {
      const { api } = users.provider;
      const stranger = await newUser(service());
      const base = `/applications/${names.app}`;
      const made = async (path: string, body: object) =>
        (Object.values((await api.post(path, body)).body)[0] as { id: string }).id;
      const role = await made(`${base}/roles`, { role: { name: 'r' } });
      const permission = await made(`${base}/permissions`, {
        permission: { name: 'p', action: 'GET', resource: '/' },
      });
      await api.put(`${base}/roles/${role}/permissions/${permission}`);
      const organization = await made('/organizations', { organization: { name: 'o' } });
      await api.put(`${base}/organizations/${organization}/roles/${role}/organization_roles/member`);
      const iot = await made(`${base}/iot_agents`, {});
      await api.put(`${base}/users/${stranger.id}/roles/${role}`);
      return {
        names: { ...names, role, permission, organization, iot, stranger: stranger.id },
        stranger,
        pep,
      };
    }

    async function named(method: Method, path: string) {
      if (disturbsItsOwn(method, path)) return withAnother(await (shared ??= setUp()));
      return disturbs(method, path) ? setUp() : (shared ??= setUp());
    }

    it.each(rows)('%s %s, as the OpenAPI document says it', async (method, path, body, allowed) => {
      const { names, stranger, pep } = await named(method, path);
      if (path.includes('{guest}')) names.guest = (await newUser(service())).id;
      const filled = path.replace(/\{(\w+)\}/g, (_all, name: keyof typeof names) => names[name]);
      const clients: Record<Actor, ApiClient> = {
        nobody: new ApiClient(service().url, undefined),
        expired: users.late.api,
        pep,
        stranger: stranger.api,
        admin,
        custom2: users.custom2.api,
        custom3: users.custom3.api,
        custom6: users.custom6.api,
        purchaser: users.purchaser.api,
        provider: users.provider.api,
      };
      // The stranger has an ordinary role, so that lists are not empty; who has none at all is no different.
      for (const actor of actors) {
        const answer = await clients[actor].call(method, filled, body);
        expect(documented.problemsOf({ ...answer, method, path: `/v1${filled}` })).toEqual([]);
        const expected = allowed[actor];
        if (actor === 'nobody')
          expect(answer.body).toEqual(badRequest('Expecting to find X-Auth-token/Authorization in requests'));
        else if (actor === 'expired') expect(answer.body).toEqual(unauthorized('Token has expired'));
        else if (expected !== undefined) expect([actor, answer.status]).toEqual([actor, expected]);
        else {
          expect([actor, answer.status]).toEqual([actor, 403]);
          expect([notAllowed, notAuthorized]).toContainEqual(answer.body);
        }
      }
    });

    it('does not depend on how the path is written', async () => {
      const { names } = await (shared ??= setUp());
      const { custom2, stranger } = users;
      const path = `/applications/${names.app}`;
      for (const variant of [
        `${path}?a=b`,
        `${path}/`,
        `${path}/?x`,
        `${path}/roles/..%2f..`,
        `/v3${path}`,
        `${path}%2froles`,
        `/v1/${path}`,
        `//v1${path}`,
        `/v1//applications/${names.app}`,
      ]) {
        const { status } = await stranger.api.delete(variant);
        expect([variant, [403, 404].includes(status)]).toEqual([variant, true]);
      }
      expect((await custom2.api.get(`${path}/?x=y`)).status).toBe(200);
      expect((await custom2.api.get(`/v3${path}`)).status).toBe(200);
    });
  });
});

describe('An administrator with IDM_ADMIN_FULL', () => {
  eachDatabase(
    (service) => {
      it('manages every application and organization', async () => {
        const owner = await newUser(service());
        const admin = await adminOf(service());
        const { id } = await newApplication(owner);
        const { organization: made } = (
          await owner.api.post('/organizations', { organization: { name: 'o' } })
        ).body;
        expect((await admin.get('/applications')).body.applications).toMatchObject([{ id }]);
        expect((await admin.patch(`/applications/${id}`, { application: { name: 'x' } })).status).toBe(200);
        expect((await admin.get(`/organizations/${made.id}`)).status).toBe(200);
        expect((await admin.get('/applications/idm_admin_app')).status).toBe(403);
      });

      it('finds every application on the pages, and its owner finds it too', async () => {
        const owner = await newUser(service());
        await newApplication(owner, { name: 'ÁRBOLES of the city', description: 'Año 50%' });
        const admin = await signedIn({ email: adminEmail, password: adminPassword });
        const user = await signedIn(owner);
        const found = async (page: Page, query: string) => {
          await page.goto(`/idm/applications?${query}`);
          return page.locator('.tiles a:not(.aside)').allInnerTexts();
        };
        const names = ['ÁRBOLES of the city'];
        expect(await found(admin, 'q=arboles')).toEqual(names);
        expect(await found(admin, 'q=ANO+50%25&role=other&sort=-created')).toEqual(names);
        expect(await found(admin, 'q=arboles&role=provider')).toEqual([]);
        expect(await found(admin, 'q=Internal&sort=-name')).toEqual([]);
        expect(await found(user, 'q=arboles&role=provider&sort=-name')).toEqual(names);
        expect(await found(user, '')).toEqual(names);
        expect(await found(user, 'role=other')).toEqual([]);
      });

      it('and permissions and sessions are searched and ordered on the pages', async () => {
        const owner = await newUser(service());
        const { id } = await newApplication(owner);
        const add = (permission: object) => owner.api.post(`/applications/${id}/permissions`, { permission });
        await add({ name: 'Écrire', action: 'POST', resource: '/100%' });
        await add({ name: 'leer', action: 'GET', resource: '/Á' });
        const page = await signedIn(owner);
        const found = async (path: string) => {
          await page.goto(path);
          return page.locator('table.list tbody tr td:nth-child(2)').allInnerTexts();
        };
        const list = `/idm/applications/${id}/edit/roles/permissions`;
        for (const sort of ['name', '-verb', '-roles', '-resource'])
          expect(await found(`${list}?q=E&sort=${sort}`)).toHaveLength(2);
        expect(await found(`${list}?sort=name`)).toEqual(['Écrire', 'leer']);
        expect(await found(`${list}?q=ecrire`)).toEqual(['Écrire']);
        expect(await found(`${list}?q=${encodeURIComponent('/a')}&verb=GET`)).toEqual(['leer']);
        expect(await found(`${list}?q=%25`)).toEqual(['Écrire']);
        await signedIn(owner);
        const sessions = '/idm/settings/sessions';
        for (const sort of ['browser', '-address', 'since', 'seen'])
          expect(await found(`${sessions}?q=FIREFOX&sort=${sort}`)).toHaveLength(2);
        expect(await found(`${sessions}?q=no+such+browser`)).toEqual([]);
      });

      it('and the API cuts applications and organizations into pages, oldest first', async () => {
        const owner = await newUser(service());
        const made = { applications: [] as string[], organizations: [] as string[] };
        for (const name of ['first', 'second', 'third']) {
          made.applications.push((await newApplication(owner)).id);
          const { body } = await owner.api.post('/organizations', { organization: { name } });
          made.organizations.push(body.organization.id);
        }
        const page = async (query: string) => ({
          applications: (await owner.api.get(`/applications${query}`)).body.applications.map(({ id }) => id),
          organizations: (await owner.api.get(`/organizations${query}`)).body.organizations.map(
            ({ Organization: { id } }) => id,
          ),
        });
        const all = await page('');
        expect(Object.values(all).map((ids) => ids.toSorted())).toEqual(
          Object.values(made).map((ids) => ids.toSorted()),
        );
        const cut = (part: (ids: readonly string[]) => readonly string[]) => ({
          applications: part(all.applications),
          organizations: part(all.organizations),
        });
        expect(await page('?limit=1&offset=1')).toEqual(cut((ids) => ids.slice(1, 2)));
        expect(await page('?offset=2')).toEqual(cut((ids) => ids.slice(2)));
      });

      async function signedIn({ email, password }: Pick<ApiUser, 'email' | 'password'>): Promise<Page> {
        const page = new Page(service().url, 'en-GB');
        await page.goto('/auth/login');
        await page.getByLabel('Email or username').fill(email);
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        return page;
      }
    },
    { IDM_ADMIN_FULL: 'true' },
  );
});
