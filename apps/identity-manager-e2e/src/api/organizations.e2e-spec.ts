import { eachDatabase } from '../each-database';
import { badRequest, conflict, forbidden, newUser, notFound, uuid, type ApiUser } from './api-client';

describe('Organizations', () => {
  eachDatabase((service) => {
    const newOrganization = async (owner: ApiUser) =>
      (await owner.api.post('/organizations', { organization: { name: 'org1', description: 'an org' } })).body
        .organization;

    it('are created; their creator is owner', async () => {
      const owner = await newUser(service());
      const none = await owner.api.get('/organizations');
      expect([none.status, none.body]).toEqual([404, notFound('Organizations not found')]);
      const { status, body } = await owner.api.post('/organizations', {
        organization: { name: 'org1', description: 'an org' },
      });
      expect([status, body]).toEqual([
        201,
        { organization: { id: uuid, image: 'default', name: 'org1', description: 'an org' } },
      ]);
      const { id } = body.organization;
      const shown = { id, name: 'org1', description: 'an org', website: null, image: 'default' };
      expect((await owner.api.get('/organizations')).body).toEqual({
        organizations: [{ role: 'owner', Organization: shown }],
      });
      expect((await owner.api.get(`/organizations/${id}`)).body).toEqual({ organization: shown });
    });

    it('change and go', async () => {
      const owner = await newUser(service());
      const path = `/organizations/${(await newOrganization(owner)).id}`;
      const { body } = await owner.api.patch(path, { organization: { name: 'new', website: 'http://x' } });
      expect(body).toEqual({ values_updated: { name: 'new', website: 'http://x' } });
      const same = { name: 'new', description: '', website: '' };
      expect((await owner.api.patch(path, { organization: same })).body).toEqual({
        message: "Request don't change the organization parameters",
        code: 200,
        title: 'OK',
      });
      expect((await owner.api.patch(path, { organization: { website: null } })).body).toEqual({
        values_updated: { website: null },
      });
      expect((await owner.api.patch(path, { organization: { id: 'x' } })).body).toEqual(
        badRequest('Cannot set id'),
      );
      expect((await owner.api.patch(path, { organization: { name: '' } })).body).toEqual(
        badRequest('Cannot set empty name'),
      );
      expect((await owner.api.patch(path, {})).body).toEqual(
        badRequest('Missing parameter organization in body request'),
      );
      expect((await owner.api.delete(path)).status).toBe(204);
      expect((await owner.api.get(path)).body).toEqual(notFound('Organization not found'));
    });

    it('have members with one role at a time', async () => {
      const [owner, user] = [await newUser(service()), await newUser(service())];
      const { id } = await newOrganization(owner);
      const path = `/organizations/${id}/users/${user.id}/organization_roles`;
      expect((await owner.api.get(path)).body).toEqual(notFound('Assignment not found'));
      for (const [method, role] of [
        ['put', 'member'],
        ['put', 'member'],
        ['post', 'owner'],
        ['put', 'member'],
      ] as const) {
        const { status, body } = await owner.api.call(method, `${path}/${role}`);
        expect([status, body]).toEqual([
          201,
          { user_organization_assignments: { role, organization_id: id, user_id: user.id } },
        ]);
      }
      expect((await owner.api.get(path)).body).toEqual({
        organization_user: { user_id: user.id, organization_id: id, role: 'member' },
      });
      expect((await owner.api.get(`/organizations/${id}/users`)).body.organization_users).toHaveLength(2);
      expect((await user.api.get('/organizations')).body.organizations).toMatchObject([{ role: 'member' }]);
      expect((await user.api.get(`/organizations/${id}`)).body).toEqual(forbidden());
      expect((await owner.api.delete(`${path}/owner`)).body).toEqual(notFound('Assignments not found'));
      expect((await owner.api.delete(`${path}/member`)).status).toBe(204);
      expect((await owner.api.delete(`${path}/member`)).body).toEqual(notFound('Assignments not found'));
      expect((await owner.api.put(`${path}/boss`)).body).toEqual(notFound('Organization role not found'));
    });

    it('keep their last owner', async () => {
      const [owner, second] = [await newUser(service()), await newUser(service())];
      const { id } = await newOrganization(owner);
      const roleOf = (user: ApiUser, role: string) =>
        `/organizations/${id}/users/${user.id}/organization_roles/${role}`;
      const lastOwner = conflict('The last owner of an organization cannot be removed');
      const removed = await owner.api.delete(roleOf(owner, 'owner'));
      expect([removed.status, removed.body]).toEqual([409, lastOwner]);
      expect((await owner.api.put(roleOf(owner, 'member'))).body).toEqual(lastOwner);
      await owner.api.put(roleOf(second, 'owner'));
      // Both leave at once: one of them must stay.
      const both = await Promise.all([
        owner.api.delete(roleOf(owner, 'owner')),
        second.api.delete(roleOf(second, 'owner')),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    });
  });
});
