import { createHash } from 'node:crypto';
import { newUser, unique } from '../api/api-client';
import { Browser, type Page } from '../browser';
import { adminEmail, adminPassword, eachDatabase, type TestService } from '../each-database';

/** A page without what every answer has of its own: tokens and what was typed. */
const shape = ({ text }: Page, typed: string) =>
  createHash('sha256')
    .update(text.replaceAll(/name="_(csrf|once)" value="[^"]*"/g, '').replaceAll(typed, ''))
    .digest('hex');

const withoutMail = (service: () => TestService): void => {
  const password = 'a good passw0rd';
  const visitor = () => new Browser(service().url);

  async function signIn(browser: Browser, email: string, typed = password): Promise<Page> {
    const answer = await browser.submit(await browser.get('/auth/login'), '/auth/login', {
      email,
      password: typed,
    });
    expect(answer.status).toBe(302);
    return browser.get(answer.location ?? '');
  }

  async function administrator(): Promise<Browser> {
    const browser = visitor();
    await signIn(browser, adminEmail, adminPassword);
    return browser;
  }

  async function signUp(email: string): Promise<{ readonly browser: Browser; readonly page: Page }> {
    const browser = visitor();
    const fields = { username: `ana ${unique()}`, email, password1: password, password2: password };
    return { browser, page: await browser.submit(await browser.get('/sign_up'), '/sign_up', fields) };
  }

  it('nothing that was not sent is said to be sent', async () => {
    const browser = visitor();
    const cannot = 'This service can’t send email at the moment';
    for (const path of ['/password/request', '/confirmation', '/auth/avoid_2fa']) {
      const page = await browser.get(path);
      expect([path, page.text.includes(cannot)]).toEqual([path, true]);
      const answer = await browser.submit(page, path, { email: adminEmail });
      expect([path, answer.text.includes(cannot), answer.text.includes('on its way')]).toEqual([
        path,
        true,
        false,
      ]);
    }
    const { page } = await signUp(`${unique()}@test.com`);
    expect(page.text).toContain('it is waiting for an administrator to activate it');
    const admin = await administrator();
    const settings = await admin.submit(await admin.get('/idm/settings'), '/idm/settings/email', {
      email: 'other@test.com',
      email_password: adminPassword,
    });
    expect([settings.status, settings.text.includes(cannot)]).toEqual([422, true]);
  });

  it('administrators are told so on every page, and why where they can try', async () => {
    const admin = await administrator();
    expect((await admin.get('/idm')).text).toContain('Email doesn’t work: localhost:1 isn’t accepting any.');
    const page = await admin.get('/idm/admins/service');
    expect(page.text).toContain('ECONNREFUSED');
    const answer = await admin.submit(page, '/idm/admins/service/test_mail', {});
    expect((await admin.get(answer.location ?? '')).text).toContain('The test email could not be sent.');
    const user = await newUser(service());
    const other = visitor();
    await signIn(other, user.email, user.password);
    expect((await other.get('/idm')).text).not.toContain('Email doesn’t work');
  });

  it('a new user gets a link from the administrator, shown once', async () => {
    const admin = await administrator();
    const email = `${unique()}@test.com`;
    const list = await admin.get('/idm/admins/list_users');
    const made = await admin.submit(list, '/idm/admins/users/new', {
      username: 'Marta',
      email,
      password: '',
    });
    const link = /http[^<"]*\/password\/reset\?[^<"]*/.exec(made.text)?.[0]?.replaceAll('&amp;', '&') ?? '';
    expect([made.status, link === '']).toEqual([200, false]);
    const marta = visitor();
    const { pathname, search } = new URL(link);
    const chosen = await marta.submit(await marta.get(pathname + search), '/password/reset', {
      password1: password,
      password2: password,
    });
    expect(chosen.location).toBe('/auth/login');
    expect((await signIn(marta, email)).text).toContain('Welcome, Marta');
    expect((await marta.get(pathname + search)).status).toBe(400);
  });

  it('who signed up is told at the sign-in that the account waits, until an administrator activates it', async () => {
    const email = `${unique()}@test.com`;
    const { browser } = await signUp(email);
    expect((await signIn(browser, email, 'wrong')).text).toContain('Email or password is incorrect');
    expect((await signIn(browser, email)).text).toContain('waiting for confirmation');
    const admin = await administrator();
    const list = await admin.get(`/idm/admins/list_users?q=${email}`);
    expect(list.text).toContain('waiting for confirmation');
    const id = /href="\/idm\/admins\/users\/([0-9a-f-]{36})"/.exec(list.text)?.[1] ?? '';
    const activate =
      /href="([^"]+)">Activate</.exec((await admin.get(`/idm/admins/users/${id}`)).text)?.[1] ?? '';
    await admin.submit(await admin.get(activate.replaceAll('&amp;', '&')), '/idm/admins/users/marked', {});
    expect((await signIn(browser, email)).text).toContain('Welcome, ana');
  });

  it('a sign-up for an address that has an account is told the same', async () => {
    const user = await newUser(service());
    const unknown = `${unique()}@test.com`;
    const [taken, fresh] = [await signUp(user.email), await signUp(unknown)];
    expect(shape(taken.page, '')).toBe(shape(fresh.page, ''));
    const answers = [await signIn(taken.browser, user.email), await signIn(fresh.browser, unknown)];
    expect(answers[0]?.text).toContain('waiting for confirmation');
    expect(shape(answers[0]!, user.email)).toBe(shape(answers[1]!, unknown));
    // Whoever has the account notices nothing.
    expect((await signIn(visitor(), user.email, user.password)).text).toContain('Welcome');
    expect((await signIn(visitor(), user.email, 'wrong')).text).toContain('Email or password is incorrect');
  });

  it('the typed name stays after a wrong password', async () => {
    const page = await signIn(visitor(), 'somebody <b>@test.com', 'wrong');
    expect(page.text).toContain('value="somebody &lt;b&gt;@test.com"');
  });
};

describe('Without a mail server', () => eachDatabase(withoutMail, {}, ['sqlite']));
