import { randomBytes } from 'node:crypto';
import type { Page } from '../plain/page';
import { optionalParts } from './mailed-service';
import { withoutBrowser, notice, pathOf, press, signIn } from './without-browser';

const newUser = () => {
  const username = `ana-${randomBytes(4).toString('hex')}`;
  return { username, email: `${username}@test.com`, password: 'a new passw0rd' };
};

async function signUp(page: Page, { username, email, password }: ReturnType<typeof newUser>): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await press(page.getByRole('button', { name: 'Create account' }));
}

withoutBrowser('accounts', (web) => {
  it('opens an account: sign up, mail, activation, sign in, sign out', async () => {
    const user = newUser();
    const page = await web().visit('/');
    await press(page.getByRole('link', { name: 'Create an account' }));
    await signUp(page, user);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Check your email');

    await page.goto('/');
    await signIn(page, user);
    expect(await notice(page)).toContain('Your account is waiting for confirmation');

    const mail = await web().mailbox.read(user.email);
    expect(mail.subject).toBe('Activate your account');
    const link = await web().mailbox.link(user.email);
    await page.goto(link);
    await press(page.getByRole('button', { name: 'Activate' }));
    expect(await notice(page)).toBe('Your account is active. You can sign in now.');
    await signIn(page, user);
    expect(pathOf(page)).toBe('/idm');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(`Welcome, ${user.username}`);
    await press(page.getByRole('button', { name: 'Don’t show this again' }));
    expect(await page.getByText('First steps').count()).toBe(0);

    await press(page.getByRole('button', { name: 'Sign out' }));
    expect(await notice(page)).toBe('You are signed out.');
    await page.goto(link);
    await press(page.getByRole('button', { name: 'Activate' }));
    expect(
      await page
        .getByText('This link doesn’t work: it is unknown, has expired or has already been used.')
        .count(),
    ).toBe(1);
  });

  it('says the same about an address that has an account already, and mails no new key', async () => {
    const user = await web().admin.createUser();
    const page = await web().visit('/sign_up');
    await signUp(page, { ...newUser(), email: user.email });
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Check your email');
    await page.goto('/');
    await signIn(page, user);
    expect(pathOf(page)).toBe('/idm');
  });

  it('shows what is wrong beside the fields and keeps what was typed', async () => {
    const page = await web().visit('/sign_up');
    await page.getByLabel('Username').fill('Ana');
    await page.getByLabel('Email').fill('ana@test');
    await page.getByLabel('Password', { exact: true }).fill('one');
    await page.getByLabel('Repeat the password').fill('two');
    await press(page.getByRole('button', { name: 'Create account' }));
    expect(await notice(page)).toBe('Please check the marked fields.');
    const again = page.getByLabel('Repeat the password');
    expect(await again.getAttribute('aria-invalid')).toBe('true');
    const description = await again.getAttribute('aria-describedby');
    expect(await page.locator(`#${description}`).innerText()).toBe('The two passwords don’t match.');
    expect(await page.getByLabel('Username').inputValue()).toBe('Ana');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  });

  it('sets a forgotten password by mail; the link works once and every session ends', async () => {
    const user = await web().admin.createUser();
    const elsewhere = await web().visitAs(user, '/idm');
    const page = await web().visit('/');
    await press(page.getByRole('link', { name: 'Forgot your password?' }));
    await page.getByLabel('Email').fill(user.email);
    await press(page.getByRole('button', { name: 'Send the link' }));
    const link = await web().mailbox.link(user.email);
    await page.goto(link);
    await page.getByLabel('New password').fill('quite another');
    await page.getByLabel('Repeat the password').fill('quite another');
    await press(page.getByRole('button', { name: 'Set the password' }));
    expect(await notice(page)).toBe('Your new password is set. Please sign in with it.');
    await signIn(page, user);
    expect(await notice(page)).toBe('Email or password is incorrect');
    await signIn(page, { ...user, password: 'quite another' });
    expect(pathOf(page)).toBe('/idm');
    await elsewhere.goto('/idm');
    expect(pathOf(elsewhere)).toBe('/auth/login');
    await page.goto(link);
    expect(
      await page
        .getByText('This link doesn’t work: it is unknown, has expired or has already been used.')
        .count(),
    ).toBe(1);
  });

  it('tells nobody whether an address has an account', async () => {
    const page = await web().visit('/password/request');
    await page.getByLabel('Email').fill('nobody@test.com');
    await press(page.getByRole('button', { name: 'Send the link' }));
    expect(await page.getByText('If there is such an account').count()).toBe(1);
  });

  it('sends the activation mail again; the first link is void then', async () => {
    const user = newUser();
    const page = await web().visit('/sign_up');
    await signUp(page, user);
    const first = await web().mailbox.link(user.email);
    await page.goto('/confirmation');
    await page.getByLabel('Email').fill(user.email);
    await press(page.getByRole('button', { name: 'Send' }));
    const second = await web().mailbox.link(user.email, 2);
    await page.goto(first);
    await press(page.getByRole('button', { name: 'Activate' }));
    expect(
      await page
        .getByText('This link doesn’t work: it is unknown, has expired or has already been used.')
        .count(),
    ).toBe(1);
    await page.goto(second);
    // This key was not made for the browser that signed up.
    await page.getByLabel('New password').fill(user.password);
    await page.getByLabel('Repeat the password').fill(user.password);
    await press(page.getByRole('button', { name: 'Activate' }));
    expect(await notice(page)).toBe('Your account is active. You can sign in now.');
  });

  it('lets nobody who was disabled by an administrator activate the account again', async () => {
    const user = await web().admin.createUser();
    await web().admin.call('patch', `/users/${user.id}`, { user: { enabled: false } });
    const page = await web().visit('/confirmation');
    await page.getByLabel('Email').fill(user.email);
    await press(page.getByRole('button', { name: 'Send' }));
    expect(await page.getByText('If there is such an account').count()).toBe(1);
    expect(web().mailbox.to(user.email)).toEqual([]);
  });

  it('brings back to the page that needed the sign-in, and to no other host', async () => {
    const user = await web().admin.createUser();
    const page = await web().visit('/idm/settings/sessions');
    expect(pathOf(page)).toBe('/auth/login');
    await signIn(page, user);
    expect(pathOf(page)).toBe('/idm/settings/sessions');
    const other = await web().visit('/auth/login?next=https://example.org/');
    await signIn(other, user);
    expect(other.url()).toBe(`${web().url}/idm`);
  });

  it('asks for a new password when the old one is more than a year old', async () => {
    const user = await web().admin.createUser();
    const longAgo = Date.now() - 366 * 86_400_000;
    await web().database.query('UPDATE users SET date_password = ? WHERE id = ?', [longAgo, user.id]);
    const page = await web().visit('/');
    await signIn(page, user);
    expect(pathOf(page)).toBe('/update_password');
    await page.getByLabel('Current password').fill(user.password);
    await page.getByLabel('New password').fill('for the new year');
    await page.getByLabel('Repeat the password').fill('for the new year');
    await press(page.getByRole('button', { name: 'Change password' }));
    expect(pathOf(page)).toBe('/idm');
  });

  it('speaks Spanish to a Spanish browser and to whoever asks for it', async () => {
    const page = await web().visit('/', 'es-ES');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Iniciar sesión');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    await press(page.getByRole('button', { name: 'English' }));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in');
    expect(pathOf(page)).toBe('/');
    const signedIn = await web().visitAsAdmin('/idm/applications?q=x');
    await press(signedIn.getByRole('button', { name: 'Español' }));
    expect(signedIn.url()).toBe(`${web().url}/idm/applications?q=x`);
    expect(await signedIn.getByRole('heading', { level: 1 }).innerText()).toBe('Mis aplicaciones');
  });

  it('says in Spanish too what the service refuses, beside the field', async () => {
    const { id } = await web().admin.createApplication();
    const page = await web().visitAsAdmin(`/idm/applications/${id}/edit`);
    await press(page.getByRole('button', { name: 'Español' }));
    await page.getByLabel('Nombre', { exact: true }).fill('Bell \u0007');
    await press(page.getByRole('button', { name: 'Guardar' }));
    expect(await page.locator('#id_name-error').innerText()).toBe(
      'Hay caracteres que no se pueden usar aquí.',
    );
    await page.goto('/oauth2/authorize?client_id=unknown');
    expect(await page.getByRole('alert').innerText()).toBe('invalid_client: no existe esa aplicación');
  });
});

withoutBrowser(
  'a service with terms of use',
  (web) => {
    it('opens accounts for those who accept them', async () => {
      const user = newUser();
      const page = await web().visit('/sign_up');
      expect(await page.getByRole('link', { name: 'Terms of use' }).getAttribute('href')).toBe(
        'https://city.example.org/terms',
      );
      // The browser itself would ask for the tick; a program does not.
      const { username, email, password } = user;
      const answer = await page.post('/sign_up', {
        _csrf: await page.locator('main input[name=_csrf]').inputValue(),
        ...{ username, email, password1: password, password2: password },
      });
      expect(answer.status()).toBe(422);
      expect(answer.text).toContain('To open an account, you have to accept the terms of use.');
      await page.getByLabel('I accept the terms of use.').check();
      await signUp(page, user);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Check your email');
    });
  },
  optionalParts,
);
