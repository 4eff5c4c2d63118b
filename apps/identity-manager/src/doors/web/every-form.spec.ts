import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import supertest from 'supertest';
import { addUser } from '../../database/test-rows';
import { openTestPages, type TestPages } from '../../test-pages';

/** Interfaces of programs: they go by tokens and secrets in the request, never by a cookie. */
const forPrograms =
  /^\/(v[13]\/|user$|pdp\/|(idm\/applications\/:issuer\/)?oauth2\/(token|revoke|introspect|userinfo)$)/;

/** What other sites send here, by form as by link; it ends no more than their link does. */
const forOtherSites = '/auth/external_logout';

/** Routes of pages that read an upload. */
const pictureRoutes = [
  '/idm/users/:userId/image',
  '/idm/applications/:applicationId/image',
  '/idm/organizations/:organizationId/image',
];

/** Every route of the running application that takes POST and belongs to pages, from Express's own table. */
function postRoutes(app: NestExpressApplication): readonly string[] {
  const { router }: Express = app.getHttpAdapter().getInstance();
  const paths = router.stack.flatMap(({ route }) =>
    route?.stack.some(({ method }) => method === 'post' || method === undefined) ? [route.path] : [],
  );
  return paths.filter((path) => !forPrograms.test(path) && path !== forOtherSites && !path.includes('*'));
}

describe('Every form', () => {
  let pages: TestPages;
  let routes: readonly string[];
  let userId: string;
  let cookies: string;
  let token: string;

  beforeAll(async () => {
    pages = await openTestPages();
    routes = postRoutes(pages.app);
    const user = await addUser(pages, { admin: true });
    userId = user.id;
    ({ cookies, token } = await pages.as(user));
  });

  afterAll(() => pages.close());

  const client = () => supertest(pages.app.getHttpServer());

  /** The route's address; ids need not exist, as the form is looked at first. */
  const addressOf = (route: string) => route.replace(':userId', userId).replace(/:[a-zA-Z]+/g, 'any-id');

  const post = (route: string, headers: Record<string, string> = {}) =>
    client().post(addressOf(route)).set('Cookie', cookies).set(headers);

  const stale = 'sent from this site';

  it('is among the routes that are looked at here', () => {
    expect(routes.length).toBeGreaterThan(60);
    expect(routes).toEqual(expect.arrayContaining([...pictureRoutes, '/oauth2/authorize', '/auth/login']));
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'application/xml'])(
    'without a token is refused as %s',
    async (type) => {
      for (const route of routes) {
        const body = type === 'application/json' ? '{"name":"x"}' : 'name=x';
        const { status, text } = await post(route, { 'Content-Type': type }).send(body);
        expect({ route, status, stale: text.includes(stale) }).toEqual({ route, status: 403, stale: true });
      }
    },
  );

  it('as an upload is refused, without a token where pictures are taken and with any elsewhere', async () => {
    for (const route of routes) {
      const takesPictures = pictureRoutes.includes(route);
      const form = post(route).field('name', 'x');
      const { status } = await (takesPictures ? form : form.field('_csrf', token));
      expect({ route, status }).toEqual({ route, status: takesPictures ? 403 : 415 });
    }
  });

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://evil.city.example' },
  ])('with a good token is refused when the browser says %j', async (headers) => {
    for (const route of routes) {
      const { status, text } = await post(route, headers).type('form').send({ _csrf: token });
      expect({ route, status, stale: text.includes(stale) }).toEqual({ route, status: 403, stale: true });
    }
  });

  it('of our own page with its token is taken', async () => {
    const answer = await post('/language', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' })
      .type('form')
      .send({ _csrf: token, language: 'es', back: '/idm/settings' });
    expect(answer.status).toBe(302);
    expect(answer.headers['location']).toBe('/idm/settings');
  });

  it('with a picture and the token is taken', async () => {
    const answer = await post('/idm/users/:userId/image').field('_csrf', token).field('remove', 'on');
    expect(answer.status).toBe(302);
  });
});
