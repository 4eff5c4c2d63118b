import { eachDatabase, processBeside, type TestService } from '../each-database';
import { Browser } from '../browser';
import { Admin } from '../provision';
import { authorizePath } from '../authorize/code-flow';

const headersOfPages = (service: () => TestService): void => {
  const policyOf = (text: string | null): Record<string, string> =>
    Object.fromEntries(
      (text ?? '').split('; ').map((rule) => {
        const [name = '', ...values] = rule.split(' ');
        return [name, values.join(' ')];
      }),
    );

  it('allow only what the pages bring themselves', async () => {
    const page = await new Browser(service().url).get('/');
    const policy = policyOf(page.headers.get('content-security-policy'));
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': expect.stringMatching(/^'sha256-[\w+/=]+'$/),
      'img-src': "'self'",
      'script-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
    });
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-frame-options')).toMatch(/^(DENY|SAMEORIGIN)$/i);
    expect(page.text).not.toMatch(/ style="| on\w+="|<script>/);
  });

  it('let a form of the authorization flow end at the address of its application and nowhere else', async () => {
    const application = await (await Admin.login(service().url)).createApplication();
    const page = await new Browser(service().url).get(authorizePath(application));
    const policy = policyOf(page.headers.get('content-security-policy'));
    expect(policy['form-action']).toBe(`'self' ${new URL(application.redirectUri).origin}`);
  });

  it('keep cookies from scripts and from other sites', async () => {
    const answer = await fetch(`${service().url}/`);
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Lax/);
    }
  });

  it('tie cookies to the host and to https where the public address is https', async () => {
    const secure = await processBeside(service());
    const cookies = (await fetch(`${secure.url}/`)).headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-\w+=.*; Path=\/;.*Secure/);
  });

  it('answer an unknown path as whoever asks can read it', async () => {
    const ask = (accept: string, path = '/idm/nothing') =>
      fetch(`${service().url}${path}`, { headers: { accept } });
    const page = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const object = await ask('*/*');
    expect([object.status, await object.json()]).toEqual([
      404,
      { error: { message: 'Path not found', code: 404, title: 'Not Found' } },
    ]);
    expect((await ask('text/html', '/v1/nothing')).headers.get('content-type')).toContain('application/json');
  });
};

describe('headers of pages', () => eachDatabase(headersOfPages, {}, ['sqlite']));
