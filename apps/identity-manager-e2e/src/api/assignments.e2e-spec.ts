import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { basic } from '../provision';
import { badRequest, forbidden, newApplication, newUser, notFound } from './api-client';

describe('Role assignments', () => {
  eachDatabase((service) => {
    const setUp = async () => {
      const owner = await newUser(service());
      const application = await newApplication(owner);
      const base = `/applications/${application.id}`;
      const newRole = async (name: string) =>
        (await owner.api.post(`${base}/roles`, { role: { name } })).body.role.id;
      return { owner, api: owner.api, application, id: application.id, base, newRole };
    };

    it('of users are made by PUT and by POST, listed and removed', async () => {
      const { api, base, id, owner, newRole } = await setUp();
      const user = await newUser(service());
      const role = await newRole('reader');
      const path = `${base}/users/${user.id}/roles`;
      expect((await api.get(path)).body).toEqual(notFound('Assignments not found'));
      const assigned = { role_user_assignments: { role_id: role, user_id: user.id, oauth_client_id: id } };
      for (const method of ['put', 'put', 'post'] as const) {
        const { status, body } = await api.call(method, `${path}/${role}`);
        expect([status, body]).toEqual([201, assigned]);
      }
      expect((await api.get(path)).body).toEqual({
        role_user_assignments: [{ user_id: user.id, role_id: role }],
      });
      const all = (await api.get(`${base}/users`)).body.role_user_assignments;
      expect(all).toHaveLength(2);
      expect(all).toEqual(
        expect.arrayContaining([
          { user_id: owner.id, role_id: 'provider' },
          { user_id: user.id, role_id: role },
        ]),
      );
      expect((await api.delete(`${path}/${role}`)).status).toBe(204);
      const again = await api.delete(`${path}/${role}`);
      expect([again.status, again.body]).toEqual([404, notFound('Assignments not found')]);
    });

    it('need application/json even without a body', async () => {
      const { api, base, newRole } = await setUp();
      const path = `${base}/users/admin/roles/${await newRole('r')}`;
      const put = () => requests(service().url).put(`/v1${path}`).set('X-Auth-token', String(api.token));
      const missing = badRequest('Missing parameter: header Content-Type: application/json');
      expect((await put()).body).toEqual(missing);
      expect((await put().type('form').send('a=b')).body).toEqual(missing);
      expect((await put().set('Content-Type', 'application/jsonx')).body).toEqual(missing);
      expect((await put().set('Content-Type', 'application/json')).status).toBe(201);
      expect((await put().set('Content-Type', 'application/json; charset=utf-8')).status).toBe(201);
    });

    it('name what is not there, from left to right', async () => {
      const { api, base, newRole } = await setUp();
      const role = await newRole('r');
      expect((await api.put(`/applications/nope/users/nope/roles/nope`)).body).toEqual(
        notFound('Application not found'),
      );
      expect((await api.put(`${base}/users/nope/roles/nope`)).body).toEqual(notFound('User not found'));
      expect((await api.put(`${base}/users/admin/roles/nope`)).body).toEqual(notFound('Role not found'));
      expect(
        (await api.put(`${base}/organizations/nope/roles/${role}/organization_roles/owner`)).body,
      ).toEqual(notFound('Organization not found'));
    });

    it('of organizations are made by PUT and by POST, listed and removed', async () => {
      const { api, base, id, newRole } = await setUp();
      const role = await newRole('reader');
      const organization = (await api.post('/organizations', { organization: { name: 'org' } })).body
        .organization.id;
      const roles = `${base}/organizations/${organization}/roles`;
      const path = `${roles}/${role}/organization_roles/member`;
      expect((await api.get(`${base}/organizations`)).body).toEqual(notFound('Assignments not found'));
      expect((await api.get(roles)).body).toEqual(notFound('Assignments not found'));
      for (const method of ['put', 'put', 'post'] as const) {
        const { status, body } = await api.call(method, path);
        expect([status, body]).toEqual([
          201,
          {
            role_organization_assignments: {
              role_id: role,
              organization_id: organization,
              oauth_client_id: id,
              role_organization: 'member',
            },
          },
        ]);
      }
      expect((await api.get(`${base}/organizations`)).body).toEqual({
        role_organization_assignments: [
          { organization_id: organization, role_organization: 'member', role_id: role },
        ],
      });
      expect((await api.get(roles)).body).toEqual({
        role_organization_assignments: [{ organization_id: organization, role_id: role }],
      });
      expect((await api.put(`${roles}/${role}/organization_roles/boss`)).body).toEqual(
        notFound('Organization role not found'),
      );
      expect((await api.delete(path)).status).toBe(204);
      expect((await api.delete(path)).body).toEqual(notFound('Assignments not found'));
    });

    it('permission 5 assigns the roles of the application, not the internal ones', async () => {
      const { api, base, newRole } = await setUp();
      const [purchaser, user] = [await newUser(service()), await newUser(service())];
      const role = await newRole('reader');
      await api.put(`${base}/users/${purchaser.id}/roles/purchaser`);
      expect((await purchaser.api.put(`${base}/users/${user.id}/roles/${role}`)).status).toBe(201);
      const rise = await purchaser.api.put(`${base}/users/${purchaser.id}/roles/provider`);
      expect([rise.status, rise.body]).toEqual([403, forbidden()]);
      expect((await purchaser.api.delete(`${base}/users/${user.id}/roles/purchaser`)).body).toEqual(
        forbidden(),
      );
      expect((await purchaser.api.get(`${base}/users`)).body.role_user_assignments).toEqual([
        { user_id: user.id, role_id: role },
      ]);
      expect((await purchaser.api.get(`${base}/roles`)).body.roles).toEqual([{ id: role, name: 'reader' }]);
    });

    it('permission 6 assigns only the roles that the caller has', async () => {
      const { api, base, newRole } = await setUp();
      const [holder, user] = [await newUser(service()), await newUser(service())];
      const [own, other] = [await newRole('own'), await newRole('other')];
      await api.put(`${base}/roles/${own}/permissions/6`);
      await api.put(`${base}/users/${holder.id}/roles/${own}`);
      expect((await holder.api.put(`${base}/users/${user.id}/roles/${own}`)).status).toBe(201);
      expect((await holder.api.put(`${base}/users/${user.id}/roles/${other}`)).body).toEqual(forbidden());
      expect((await holder.api.put(`${base}/users/${user.id}/roles/provider`)).body).toEqual(forbidden());
      expect((await holder.api.get(`${base}/roles`)).body.roles).toEqual([{ id: own, name: 'own' }]);
    });

    it('show at once in decisions of GET /user', async () => {
      const { api, base, application, newRole } = await setUp();
      const user = await newUser(service());
      const role = await newRole('reader');
      const permission = { name: 'p', action: 'GET', resource: '/x' };
      const { id: permissionId } = (await api.post(`${base}/permissions`, { permission })).body.permission;
      await api.put(`${base}/roles/${role}/permissions/${permissionId}`);
      const { body } = await requests(service().url)
        .post('/oauth2/token')
        .set('Authorization', basic(application))
        .type('form')
        .send({ grant_type: 'password', username: user.email, password: user.password });
      const decision = async () =>
        (
          await requests(service().url)
            .get('/user')
            .query({ access_token: body.access_token, action: 'GET', resource: '/x', app_id: application.id })
        ).body.authorization_decision;
      expect(await decision()).toBe('Deny');
      await api.put(`${base}/users/${user.id}/roles/${role}`);
      expect(await decision()).toBe('Permit');
      await api.patch(`${base}/permissions/${permissionId}`, { permission: { resource: '/y' } });
      expect(await decision()).toBe('Deny');
      await api.patch(`${base}/permissions/${permissionId}`, { permission: { resource: '/x' } });
      expect(await decision()).toBe('Permit');
      await api.delete(`${base}/roles/${role}`);
      expect(await decision()).toBe('Deny');
    });
  });
});
