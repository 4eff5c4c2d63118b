import { adminOf, loginAnswer, newUser, unique } from '../api/api-client';
import { Browser, type Page } from '../browser';
import { eachMailedDatabase, mailbox } from './each-mailed-database';

interface Wished {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

eachMailedDatabase((service) => {
  const visitor = () => new Browser(service().url);
  const someone = (more: Partial<Wished> = {}): Wished => {
    const username = `ana-${unique()}`;
    return { username, email: `${username}@test.com`, password: 'a good passw0rd', ...more };
  };

  async function signUp(browser: Browser, { username, email, password }: Wished): Promise<Page> {
    return browser.submit(await browser.get('/sign_up'), '/sign_up', {
      username,
      email,
      password1: password,
      password2: password,
    });
  }

  async function activate(browser: Browser, link: string, password?: string): Promise<Page> {
    const fields: Record<string, string> =
      password === undefined ? {} : { password1: password, password2: password };
    return browser.submit(await browser.get(link), '/activate', fields);
  }

  const canSignIn = async (name: string, password: string) =>
    (await loginAnswer(service().url, { name, password })).status === 201;

  const asksForPassword = (page: Page) => page.text.includes('name="password1"');

  describe('A sign-up', () => {
    it('counts with its password in the browser where it was made', async () => {
      const [browser, user] = [visitor(), someone()];
      await signUp(browser, user);
      const link = await mailbox().link(user.email);
      expect(asksForPassword(await browser.get(link))).toBe(false);
      expect((await activate(browser, link)).location).toBe('/auth/login');
      expect(await canSignIn(user.email, user.password)).toBe(true);
      expect((await activate(browser, link)).status).toBe(400);
    });

    it('with the address of another counts with the password of whoever opens the mail', async () => {
      const [stranger, victim] = [visitor(), visitor()];
      const planted = someone({ password: 'known to the stranger' });
      await signUp(stranger, planted);
      const link = await mailbox().link(planted.email);
      expect(asksForPassword(await victim.get(link))).toBe(true);
      expect((await activate(victim, link)).status).toBe(422);
      expect((await activate(victim, link, '7 chars')).status).toBe(422);
      expect(await canSignIn(planted.email, planted.password)).toBe(false);
      expect((await activate(victim, link, 'only mine to know')).location).toBe('/auth/login');
      expect(await canSignIn(planted.email, planted.password)).toBe(false);
      expect(await canSignIn(planted.email, 'only mine to know')).toBe(true);
    });

    it('gives way to a later one for the same address', async () => {
      const [stranger, victim] = [visitor(), visitor()];
      const planted = someone({ password: 'known to the stranger' });
      await signUp(stranger, planted);
      const first = await mailbox().link(planted.email);
      const own = someone({ email: planted.email.toUpperCase().replace('TEST.COM', 'test.com') });
      await signUp(victim, own);
      const second = await mailbox().link(own.email);
      expect((await activate(victim, first)).status).toBe(400);
      expect((await activate(victim, second)).location).toBe('/auth/login');
      expect(await canSignIn(planted.email, planted.password)).toBe(false);
      expect(await canSignIn(planted.username, planted.password)).toBe(false);
      expect(await canSignIn(own.username, own.password)).toBe(true);

      // An account that is confirmed gives way to nobody.
      await signUp(stranger, planted);
      expect(await canSignIn(own.email, own.password)).toBe(true);
    });

    it('that comes after the right one wins nothing either', async () => {
      const [stranger, victim] = [visitor(), visitor()];
      const own = someone();
      await signUp(victim, own);
      await mailbox().link(own.email);
      await signUp(stranger, { ...own, password: 'known to the stranger' });
      const link = await mailbox().link(own.email, 2);
      expect(asksForPassword(await victim.get(link))).toBe(true);
      await activate(victim, link, 'only mine to know');
      expect(await canSignIn(own.email, 'known to the stranger')).toBe(false);
      expect(await canSignIn(own.email, 'only mine to know')).toBe(true);
    });

    it('takes no user name from somebody who has an account', async () => {
      const user = await newUser(service());
      await signUp(visitor(), someone({ username: user.username }));
      expect(await canSignIn(user.username, user.password)).toBe(true);
    });

    it('blocks no address for administrators, and does not survive them', async () => {
      const [browser, planted] = [visitor(), someone()];
      await signUp(browser, planted);
      const link = await mailbox().link(planted.email);
      const admin = await adminOf(service());
      const user = { username: 'made', email: planted.email, password: 'made by an administrator' };
      const created = await admin.post('/users', { user });
      expect(created.status).toBe(201);
      expect((await activate(browser, link)).status).toBe(400);
      expect(await canSignIn(planted.email, user.password)).toBe(true);
    });

    it('that an administrator enabled and disabled again is not revived by its mail', async () => {
      const [browser, user] = [visitor(), someone()];
      await signUp(browser, user);
      const link = await mailbox().link(user.email);
      const admin = await adminOf(service());
      const [row] = await service().database.query('SELECT id FROM users WHERE email = ?', [user.email]);
      const path = `/users/${String(row?.['id'])}`;
      await admin.patch(path, { user: { enabled: true } });
      expect(await canSignIn(user.email, user.password)).toBe(true);
      await admin.patch(path, { user: { enabled: false } });
      expect((await activate(browser, link)).status).toBe(400);
      await browser.submit(await browser.get('/confirmation'), '/confirmation', { email: user.email });
      expect(await canSignIn(user.email, user.password)).toBe(false);
      expect(mailbox().to(user.email)).toHaveLength(1);
    });
  });

  describe('A mail', () => {
    it.each([
      ['Ana María O’Neil-Ruiz 2', true],
      ['J. Smith', true],
      ['Win at evil.example/prize', false],
      ['<b>Ana</b>', false],
      ['https://evil.example', false],
      ['me@evil.example', false],
    ])('calls %s by name: %s', async (username, isCalled) => {
      const user = await newUser(service(), { username });
      const browser = visitor();
      const page = await browser.get('/password/request');
      await browser.submit(page, '/password/request', { email: user.email });
      const { text } = await mailbox().read(user.email);
      expect(text.includes(username)).toBe(isCalled);
      expect(text).toMatch(/^Hello/);
    });

    it('to an address that nobody has confirmed carries no name of the sender’s choice', async () => {
      const wished = someone({ username: 'Call 555 1234 for money' });
      await signUp(visitor(), wished);
      expect((await mailbox().read(wished.email)).text).toMatch(/^Hello,\r?\n/);
    });
  });
});
