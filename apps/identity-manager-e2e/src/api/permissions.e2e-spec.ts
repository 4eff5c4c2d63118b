import { eachDatabase } from '../each-database';
import { badRequest, forbidden, newApplication, newUser, notFound, uuid } from './api-client';

const tooLarge =
  'resource is too large as a regular expression: counted repeats such as {0,500} multiply what they follow, and long patterns add up';
const rule = { name: 'read', action: 'GET', resource: '/data' };

describe('Roles and permissions', () => {
  eachDatabase((service) => {
    const setUp = async () => {
      const owner = await newUser(service());
      const { id } = await newApplication(owner);
      const base = `/applications/${id}`;
      const role = (await owner.api.post(`${base}/roles`, { role: { name: 'reader' } })).body.role;
      const permission = (await owner.api.post(`${base}/permissions`, { permission: rule })).body.permission;
      return { owner, api: owner.api, id, base, role, permission };
    };

    it('roles are created, shown, renamed and deleted', async () => {
      const { api, base, id, role } = await setUp();
      expect(role).toEqual({ id: uuid, is_internal: false, name: 'reader', oauth_client_id: id });
      expect((await api.get(`${base}/roles/${role.id}`)).body).toEqual({ role });
      const list = (await api.get(`${base}/roles`)).body.roles;
      expect(list).toEqual(
        [
          { id: role.id, name: 'reader' },
          { id: 'purchaser', name: 'Purchaser' },
          { id: 'provider', name: 'Provider' },
        ].sort((left, right) => (left.id < right.id ? 1 : -1)),
      );
      const path = `${base}/roles/${role.id}`;
      expect((await api.patch(path, { role: { name: 'writer' } })).body).toEqual({
        values_updated: { name: 'writer' },
      });
      expect((await api.patch(path, { role: { name: 'writer' } })).body).toEqual({
        message: "Request don't change the role parameters",
        code: 200,
        title: 'OK',
      });
      expect((await api.delete(path)).status).toBe(204);
      expect((await api.get(path)).body).toEqual(notFound('Role not found'));
    });

    it('permissions may be on entities, which shows nowhere else', async () => {
      const { api, base, permission } = await setUp();
      expect(permission).not.toHaveProperty('entities');
      const entities = { verbs: ['read'], types: ['Room'], attrs: ['temperature'], service_paths: ['/a/#'] };
      const made = await api.post(`${base}/permissions`, { permission: { name: 'rooms', entities } });
      expect(made.status).toBe(201);
      const path = `${base}/permissions/${made.body.permission.id}`;
      expect((await api.get(path)).body.permission).toMatchObject({ entities, action: null, resource: null });
      const listed = (await api.get(`${base}/permissions`)).body.permissions;
      expect(listed.filter((one) => 'entities' in one).map(({ id }) => id)).toEqual([
        made.body.permission.id,
      ]);
      const changed = { verbs: ['read', 'update'], ids: ['Room1'] };
      expect((await api.patch(path, { permission: { entities: changed } })).body).toEqual({
        values_updated: { entities: changed },
      });
      for (const [refused, text] of [
        [{ verbs: ['read'], type: 'Room' }, 'entities attribute has an invalid member type'],
        [[], 'entities attribute must be an object'],
        [
          { verbs: ['read'], id_pattern: '(' },
          'entities is not a valid regular expression, or uses look-around or back references',
        ],
      ] as const)
        expect((await api.patch(path, { permission: { entities: refused } })).body).toEqual(badRequest(text));
      expect((await api.patch(path, { permission: { action: 'GET', resource: '/x' } })).status).toBe(200);
      expect((await api.get(path)).body.permission).not.toHaveProperty('entities');
    });

    it('internal roles and permissions are shown but never changed', async () => {
      const { api, base, permission } = await setUp();
      expect((await api.get(`${base}/roles/provider`)).body.role).toEqual({
        id: 'provider',
        is_internal: true,
        name: 'Provider',
        oauth_client_id: 'idm_admin_app',
      });
      const notAllowed = forbidden('Not allowed');
      expect((await api.patch(`${base}/roles/provider`, { role: { name: 'x' } })).body).toEqual(notAllowed);
      expect((await api.delete(`${base}/roles/purchaser`)).body).toEqual(notAllowed);
      expect((await api.patch(`${base}/permissions/2`, { permission: { name: 'x' } })).body).toEqual(
        notAllowed,
      );
      expect((await api.delete(`${base}/permissions/6`)).body).toEqual(notAllowed);
      expect((await api.put(`${base}/roles/purchaser/permissions/${permission.id}`)).body).toEqual(
        notAllowed,
      );
      expect((await api.delete(`${base}/roles/provider/permissions/1`)).body).toEqual(notAllowed);
      expect((await api.get(`${base}/permissions/3`)).body.permission).toMatchObject({
        id: '3',
        is_internal: true,
      });
    });

    it('roles and permissions of another application are not found', async () => {
      const [mine, others] = [await setUp(), await setUp()];
      expect((await mine.api.get(`${mine.base}/roles/${others.role.id}`)).body).toEqual(
        notFound('Role not found'),
      );
      expect((await mine.api.get(`${mine.base}/permissions/${others.permission.id}`)).body).toEqual(
        notFound('permission not found'),
      );
      const assign = await mine.api.put(
        `${mine.base}/roles/${mine.role.id}/permissions/${others.permission.id}`,
      );
      expect([assign.status, assign.body]).toEqual([404, notFound('permission not found')]);
    });

    it('permissions are created and shown', async () => {
      const { api, base, id, permission } = await setUp();
      expect(permission).toEqual({
        id: uuid,
        is_internal: false,
        ...rule,
        is_regex: false,
        use_authorization_service_header: false,
        oauth_client_id: id,
      });
      const nothing = {
        authorization_service_header: null,
        regex_entity_ids: null,
        regex_attributes: null,
        regex_types: null,
      };
      expect((await api.get(`${base}/permissions/${permission.id}`)).body.permission).toEqual({
        ...permission,
        description: null,
        ...nothing,
        xml: null,
      });
      const { permissions } = (await api.get(`${base}/permissions`)).body;
      expect(permissions).toHaveLength(7);
      expect(permissions.find((each: { id: string }) => each.id === permission.id)).toEqual({
        id: permission.id,
        ...rule,
        description: null,
        is_regex: false,
        use_authorization_service_header: false,
        ...nothing,
        xml: null,
      });
      const ids = permissions.map((each: { id: string }) => each.id);
      expect(ids).toEqual([...ids].sort().reverse());
    });

    it('permissions with every member', async () => {
      const { api, base } = await setUp();
      const sent = {
        name: 'all',
        description: 'd',
        action: 'POST',
        resource: '^/re/[0-9]+$',
        is_regex: true,
        authorization_service_header: 'tenant',
        use_authorization_service_header: true,
      };
      const { status, body } = await api.post(`${base}/permissions`, { permission: sent });
      expect([status, body.permission]).toEqual([201, expect.objectContaining(sent)]);
    });

    it.each([[{ permission: { name: 'x', action: 'GET' } }, 'Set action and resource']])(
      'permissions are not created by %j',
      async (body, message) => {
        const { api, base } = await setUp();
        const answer = await api.post(`${base}/permissions`, body);
        expect([answer.status, answer.body]).toEqual([400, badRequest(message)]);
      },
    );

    it('a stored text does not become a pattern that is too large', async () => {
      const { api, base } = await setUp();
      const create = { ...rule, resource: '(.{0,31}){0,31}'.repeat(25) };
      const { id } = (await api.post(`${base}/permissions`, { permission: create })).body.permission;
      const answer = await api.patch(`${base}/permissions/${id}`, { permission: { is_regex: true } });
      expect([answer.status, answer.body]).toEqual([400, badRequest(tooLarge)]);
    });

    it('permissions change; the service header stays when only its use is switched off', async () => {
      const { api, base } = await setUp();
      const create = {
        ...rule,
        authorization_service_header: 'test',
        use_authorization_service_header: true,
      };
      const { id } = (await api.post(`${base}/permissions`, { permission: create })).body.permission;
      const path = `${base}/permissions/${id}`;
      const changes = {
        name: 'new name',
        description: 'new description',
        action: 'POST',
        resource: 'resource',
        use_authorization_service_header: false,
      };
      expect((await api.patch(path, { permission: changes })).body).toEqual({ values_updated: changes });
      expect((await api.patch(path, { permission: { name: 'new name', description: '' } })).body).toEqual({
        message: "Request don't change the permission parameters",
        code: 200,
        title: 'OK',
      });
      expect((await api.patch(path, {})).body).toEqual(
        badRequest('Missing parameter permission in body request'),
      );
      expect((await api.patch(path, { permission: { id: 'x' } })).body).toEqual(
        badRequest('Cannot set id or is_internal'),
      );
      expect((await api.patch(path, { permission: { name: '' } })).body).toEqual(
        badRequest('Cannot set empty name'),
      );
      expect((await api.patch(path, { permission: { resource: '(', is_regex: true } })).status).toBe(400);
      expect((await api.delete(path)).status).toBe(204);
      const gone = await api.get(path);
      expect([gone.status, gone.body]).toEqual([404, notFound('permission not found')]);
    });

    it('permissions of a role are assigned by PUT and by POST, once or more often', async () => {
      const { api, base, role, permission } = await setUp();
      const path = `${base}/roles/${role.id}/permissions`;
      const none = await api.get(path);
      expect([none.status, none.body]).toEqual([404, notFound('Assignments not found')]);
      const assigned = { role_permission_assignments: { role_id: role.id, permission_id: permission.id } };
      for (const method of ['put', 'put', 'post'] as const) {
        const { status, body } = await api.call(method, `${path}/${permission.id}`);
        expect([status, body]).toEqual([201, assigned]);
      }
      expect((await api.get(path)).body.role_permission_assignments).toEqual([
        expect.objectContaining({
          id: permission.id,
          is_internal: false,
          name: 'read',
          use_authorization_service_header: false,
        }),
      ]);
      expect((await api.delete(`${path}/${permission.id}`)).status).toBe(204);
      expect((await api.delete(`${path}/${permission.id}`)).body).toEqual(notFound('Assignments not found'));
    });

    it('a custom role with an internal permission lets its holder act', async () => {
      const { api, base, role } = await setUp();
      const helper = await newUser(service());
      await api.put(`${base}/roles/${role.id}/permissions/3`);
      await api.put(`${base}/users/${helper.id}/roles/${role.id}`);
      expect((await helper.api.post(`${base}/roles`, { role: { name: 'by helper' } })).status).toBe(201);
      expect((await helper.api.patch(base, { application: { name: 'x' } })).body).toEqual(forbidden());
    });
  });
});
