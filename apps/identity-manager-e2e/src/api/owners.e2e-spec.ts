import { Browser } from '../browser';
import { adminEmail, adminPassword, eachDatabase } from '../each-database';
import { adminOf, conflict, forbidden, newApplication, newUser, type ApiUser } from './api-client';

const internalPermissions = ['1', '2', '3', '4', '5', '6'];

const lastOwner = conflict('The last owner of an application cannot be removed by others');
const lastAdministrator = conflict('The last administrator cannot be removed');

eachDatabase(
  (service) => {
    /** An application of `owner` in which `user` has a role with these internal permissions. */
    async function team(...permissions: readonly string[]) {
      const [owner, user] = [await newUser(service()), await newUser(service())];
      const { id } = await newApplication(owner);
      const base = `/applications/${id}`;
      const role = await newRole(owner, base, ...permissions);
      await owner.api.put(`${base}/users/${user.id}/roles/${role}`);
      return { owner, user, base, role };
    }

    async function newRole(owner: ApiUser, base: string, ...permissions: readonly string[]): Promise<string> {
      const { body } = await owner.api.post(`${base}/roles`, { role: { name: 'a role' } });
      for (const permission of permissions)
        expect((await owner.api.put(`${base}/roles/${body.role.id}/permissions/${permission}`)).status).toBe(
          201,
        );
      return body.role.id;
    }

    describe('An internal permission', () => {
      it('is given and taken only by who holds it', async () => {
        const { user, base, role } = await team('3');
        for (const permission of internalPermissions.filter((each) => each !== '3')) {
          const path = `${base}/roles/${role}/permissions/${permission}`;
          for (const method of ['put', 'post', 'delete'] as const)
            expect([method, permission, (await user.api.call(method, path)).body]).toEqual([
              method,
              permission,
              forbidden(),
            ]);
        }
        expect((await user.api.put(`${base}/users/${user.id}/roles/provider`)).body).toEqual(forbidden());
        expect((await user.api.put(`${base}/roles/${role}/permissions/3`)).status).toBe(201);
      });

      it('does not come with a role to who may give roles but lacks it', async () => {
        const { owner, user, base } = await team('5');
        const managers = await newRole(owner, base, '2', '3');
        const plain = await newRole(owner, base);
        const path = `${base}/users/${user.id}/roles`;
        expect((await user.api.put(`${path}/${managers}`)).body).toEqual(forbidden());
        expect((await user.api.put(`${path}/${plain}`)).status).toBe(201);
        const { organization } = (await user.api.post('/organizations', { organization: { name: 'mine' } }))
          .body;
        const side = `${base}/organizations/${organization.id}/roles/${managers}/organization_roles/owner`;
        expect((await user.api.put(side)).body).toEqual(forbidden());
        // What one cannot give, one does not see, nor take from others.
        await owner.api.put(`${base}/users/${owner.id}/roles/${managers}`);
        expect((await user.api.delete(`${base}/users/${owner.id}/roles/${managers}`)).body).toEqual(
          forbidden(),
        );
      });

      it('does not go with a role that is deleted by who lacks it', async () => {
        const { owner, user, base } = await team('3');
        const managers = await newRole(owner, base, '2');
        expect((await user.api.delete(`${base}/roles/${managers}`)).body).toEqual(forbidden());
        const plain = await newRole(owner, base);
        expect((await user.api.delete(`${base}/roles/${plain}`)).status).toBe(204);
        expect((await owner.api.delete(`${base}/roles/${managers}`)).status).toBe(204);
      });
    });

    describe('The last owner of an application', () => {
      it('is not removed by others, even at once, and may leave', async () => {
        const { owner, user, base } = await team('1');
        const provider = ({ id }: ApiUser) => `${base}/users/${id}/roles/provider`;
        const refused = await user.api.delete(provider(owner));
        expect([refused.status, refused.body]).toEqual([409, lastOwner]);

        const second = await newUser(service());
        await owner.api.put(provider(second));
        const answers = await Promise.all([
          user.api.delete(provider(owner)),
          user.api.delete(provider(second)),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);

        const last = answers[0]?.status === 409 ? owner : second;
        expect((await last.api.delete(provider(last))).status).toBe(204);
      });

      it('is told so on the page', async () => {
        const { owner, user, base } = await team('1');
        const browser = new Browser(service().url);
        const { email, password } = user;
        await browser.submit(await browser.get('/auth/login'), '/auth/login', { email, password });
        const path = `/idm${base}/edit/users`;
        const page = await browser.get(path);
        const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
        await browser.post(`${path}/${owner.id}`, [
          ['_csrf', token],
          ['confirmed', 'yes'],
        ]);
        expect((await browser.get(path)).text).toContain('The last owner of an application');
        expect((await owner.api.get(base)).status).toBe(200);
      });
    });

    describe('The last administrator', () => {
      it('cannot step down, be disabled or deleted; one of two can', async () => {
        const admin = await adminOf(service());
        const path = '/users/admin';
        for (const change of [{ admin: false }, { enabled: false }, { admin: false, username: 'gone' }]) {
          const answer = await admin.patch(path, { user: change });
          expect([change, answer.status, answer.body]).toEqual([change, 409, lastAdministrator]);
        }
        expect((await admin.delete(path)).body).toEqual(lastAdministrator);
        const browser = new Browser(service().url);
        await browser.submit(await browser.get('/auth/login'), '/auth/login', {
          email: adminEmail,
          password: adminPassword,
        });
        const page = await browser.submit(await browser.get('/idm/settings'), '/idm/settings/cancel', {
          cancel_password: adminPassword,
        });
        expect([page.status, page.text.includes('You are the last administrator.')]).toEqual([422, true]);
        const { body } = await admin.get(path);
        expect(body.user).toMatchObject({ admin: true, enabled: true, username: 'admin' });

        const second = await newUser(service());
        await admin.patch(`/users/${second.id}`, { user: { admin: true } });
        const answers = await Promise.all([
          admin.patch(path, { user: { admin: false } }),
          second.api.patch(`/users/${second.id}`, { user: { admin: false } }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      });
    });
  },
  { IDM_RATE_LIMIT_ENABLED: 'false' },
);
