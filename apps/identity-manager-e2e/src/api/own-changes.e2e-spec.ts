import { Browser } from '../browser';
import { eachMailedDatabase, mailbox } from '../web/each-mailed-database';
import { adminOf, ApiClient, badRequest, loginAnswer, newUser, unique, type ApiUser } from './api-client';

const missing = badRequest(
  'Missing parameter old_password in body request, or a login of the last 5 minutes',
);

eachMailedDatabase((service) => {
  const canSignIn = async (name: string, password: string) =>
    (await loginAnswer(service().url, { name, password })).status === 201;

  /** Makes the user's login ten minutes old, which no test waits for. */
  async function letTimePass({ id }: ApiUser): Promise<void> {
    await service().database.query(
      'UPDATE api_tokens SET password_at = password_at - 600000 WHERE user_id = ?',
      [id],
    );
  }

  describe('A new password of one’s own', () => {
    it('needs a login of the last minutes, or the old one', async () => {
      const user = await newUser(service());
      const path = `/users/${user.id}`;
      await letTimePass(user);
      const change = (more: object) =>
        user.api.patch(path, { user: { password: 'another passw0rd', ...more } });
      const refused = await change({});
      expect([refused.status, refused.body]).toEqual([400, missing]);
      expect((await change({ old_password: 'wrong' })).body).toEqual(badRequest('old_password is wrong'));
      expect((await change({ old_password: 7 })).status).toBe(400);
      expect(await canSignIn(user.email, user.password)).toBe(true);
      expect((await change({ old_password: user.password })).status).toBe(200);
      expect(await canSignIn(user.email, 'another passw0rd')).toBe(true);

      const fresh = await newUser(service());
      const body = { user: { password: 'another passw0rd' } };
      expect((await fresh.api.patch(`/users/${fresh.id}`, body)).status).toBe(200);
    });

    it('is not to be had with a renewed token', async () => {
      const user = await newUser(service());
      await letTimePass(user);
      const renewed = await loginAnswer(service().url, { token: user.api.token });
      const api = new ApiClient(service().url, renewed.headers['x-subject-token']);
      const answer = await api.patch(`/users/${user.id}`, { user: { password: 'another passw0rd' } });
      expect([answer.status, answer.body]).toEqual([400, missing]);
    });

    it('has 8 characters; administrators may set a shorter one', async () => {
      const [user, admin] = [await newUser(service()), await adminOf(service())];
      const body = { user: { password: '7 chars' } };
      expect((await user.api.patch(`/users/${user.id}`, body)).body).toEqual(
        badRequest('Password must have at least 8 characters'),
      );
      expect((await admin.patch(`/users/${user.id}`, body)).status).toBe(200);
    });

    it('is set by an administrator without', async () => {
      const [user, admin] = [await newUser(service()), await adminOf(service())];
      await service().database.query("UPDATE api_tokens SET password_at = 1 WHERE user_id IN (?, 'admin')", [
        user.id,
      ]);
      const body = { user: { password: 'another passw0rd' } };
      expect((await admin.patch(`/users/${user.id}`, body)).status).toBe(200);
    });
  });

  describe('A new address of one’s own', () => {
    const browserOf = async ({ email, password }: ApiUser) => {
      const browser = new Browser(service().url);
      await browser.submit(await browser.get('/auth/login'), '/auth/login', { email, password });
      return browser;
    };

    it('counts once it is confirmed', async () => {
      const user = await newUser(service());
      const path = `/users/${user.id}`;
      const email = `new-${unique()}@test.com`;
      const { status, body } = await user.api.patch(path, { user: { email, description: 'moved' } });
      expect([status, body]).toEqual([
        200,
        { values_updated: { description: 'moved' }, waiting_for_confirmation: { email } },
      ]);
      expect((await user.api.get(path)).body.user.email).toBe(user.email);
      expect(await canSignIn(email, user.password)).toBe(false);
      expect((await mailbox().read(user.email)).subject).toBe('Your address is being changed');
      const browser = await browserOf(user);
      const page = await browser.get(await mailbox().link(email));
      expect((await browser.submit(page, '/idm/settings/email/verify', {})).location).toBe('/idm/settings');
      expect((await user.api.get(path)).body.user.email).toBe(email);
      expect(await canSignIn(email, user.password)).toBe(true);
    });

    it('is not told to be taken', async () => {
      const [user, other] = [await newUser(service()), await newUser(service())];
      const { status, body } = await user.api.patch(`/users/${user.id}`, {
        user: { email: other.email },
      });
      expect([status, body]).toEqual([
        200,
        { values_updated: {}, waiting_for_confirmation: { email: other.email } },
      ]);
      // Its own mailbox does not tell either.
      expect((await mailbox().read(user.email)).subject).toBe('Your address is being changed');
      expect(mailbox().to(other.email)).toEqual([]);
    });

    it('is set by an administrator at once, who learns that one is taken', async () => {
      const [user, other] = [await newUser(service()), await newUser(service())];
      const admin = await adminOf(service());
      const email = `set-${unique()}@test.com`;
      const set = await admin.patch(`/users/${user.id}`, { user: { email } });
      expect([set.status, set.body]).toEqual([200, { values_updated: { email } }]);
      const taken = await admin.patch(`/users/${user.id}`, { user: { email: other.email } });
      expect([taken.status, taken.body.error.message]).toEqual([409, 'Email already used']);
    });
  });
});
