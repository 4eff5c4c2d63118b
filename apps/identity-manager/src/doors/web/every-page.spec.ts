import { readFileSync } from 'node:fs';
import type { Express } from 'express';
import { openTestPages, type TestPages } from '../../test-pages';

/** Not of pages: interfaces of programs, what pages load, downloads, the page of the interface, which has a look of its own. */
const NO_PAGE =
  /^\/(v[13](\/|$)|user$|oauth2\/(certs|userinfo)$|assets\/|img\/|docs|openapi\.json$|version$|health\/|metrics$)|well-known|\/certs$|csv$/;

/** Pages without an address of their own that could be looked at, by why. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['/auth/login', 'the page at /'],
  ['/auth/tfa_verify', 'after a password only; the form of the second factor'],
  ['/auth/external_logout', 'leads on'],
  ['/auth/logout', 'a question that others link to; its page is that of every question'],
  ['/idm/settings/email/verify', 'leads on'],
  ['/idm/admins/administrators', 'leads to the list of users'],
  ['/idm/admins/users/marked', 'the question after marking, which the looks press for'],
  ['/idm/admins/users/:/tokens/revoke', 'the same question'],
  ['/idm/applications/:/tokens/revoke', 'the same question'],
  ['/idm/applications/:/step/avatar', 'leads to the page of editing'],
  ['/idm/applications/:/step/roles', 'leads to the page of roles'],
  ['/idm/applications/:/oauth2/authorize', 'the page at /oauth2/authorize'],
]);

/** A path with `:` for what is different from one page to the next. */
const shapeOf = (path: string) =>
  path.replace(/:[a-zA-Z]+|\$\{[^}]*\}|(?<=\/idm\/users\/)admin/g, ':').replace(/\?.*$/, '');

/** Paths of the pages that the browser looks at: every size, theme and language, long names, full lists. */
const lookedAt = (): ReadonlySet<string> => {
  const text = readFileSync('apps/identity-manager-e2e/src/web/looks.e2e-spec.ts', 'utf8');
  const paths = [...text.matchAll(/[`'](\/[^`'\s]*)[`']/g)].map(([, path = '']) => shapeOf(path));
  return new Set([...paths, ...(text.includes('authorizePath(') ? ['/oauth2/authorize'] : [])]);
};

describe('every page', () => {
  let pages: TestPages;
  let paths: readonly string[];

  beforeAll(async () => {
    pages = await openTestPages();
    const { router }: Express = pages.app.getHttpAdapter().getInstance();
    const all = router.stack.flatMap(({ route }) =>
      route?.stack.some(({ method }) => method === 'get' || method === undefined) ? [route.path] : [],
    );
    paths = all.filter((path) => !NO_PAGE.test(path) && !path.includes('*')).map(shapeOf);
  });

  afterAll(() => pages.close());

  it('is looked at in a browser, or it is said where else it is seen', () => {
    const seen = lookedAt();
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !seen.has(path) && !ELSEWHERE.has(path))).toEqual([]);
    expect([...ELSEWHERE.keys()].filter((path) => !paths.includes(path) || seen.has(path))).toEqual([]);
  });

  it('is in the list of pages', () => {
    const listed = new Set(
      [...readFileSync('docs/pages.md', 'utf8').matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) =>
        shapeOf(path),
      ),
    );
    expect(paths.filter((path) => !listed.has(path))).toEqual([]);
  });
});
