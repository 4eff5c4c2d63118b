import supertest from 'supertest';
import type { ApplicationRow } from '../../../database/entities/application.row';
import { WebSessionRow } from '../../../database/entities/web-session.row';
import { addApplication, addUser } from '../../../database/test-rows';
import { openTestPages, type TestPages } from '../../../test-pages';

const BYE = 'https://parking.city.example/bye';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
});
afterAll(() => pages.close());

const register = (given: Partial<ApplicationRow> = {}) =>
  addApplication(pages, { url: 'https://parking.city.example/', redirectSignOutUri: BYE, ...given });

const client = () => supertest(pages.app.getHttpServer());

const endOf = (query: Readonly<Record<string, string>>, cookie = '', method: 'get' | 'delete' = 'get') =>
  client()
    [method](`/auth/external_logout?${new URLSearchParams(query).toString()}`)
    .set('Cookie', cookie);

describe('Signing out for an application', () => {
  it.each<[string, Partial<ApplicationRow>, string | undefined, string | undefined]>([
    ['its sign-out address', {}, undefined, BYE],
    [
      'its own address when it has no other',
      { redirectSignOutUri: null },
      undefined,
      'https://parking.city.example/',
    ],
    ['its own address, asked for', {}, 'https://parking.city.example/', 'https://parking.city.example/'],
    [
      'a redirect address, asked for',
      {},
      'https://parking.city.example/back',
      'https://parking.city.example/back',
    ],
    ...[
      'https://evil.example/',
      '//evil.example/',
      `${BYE}/`,
      `${BYE}?next=https://evil.example`,
      `${BYE}@evil.example`,
      'https://parking.city.example.evil.example/',
      'javascript:alert(1)',
      `${BYE}\r\nX-Evil: 1`,
    ].map(
      (wished) =>
        [`its sign-out address, not to ${JSON.stringify(wished)}`, {}, wished, BYE] as [
          string,
          Partial<ApplicationRow>,
          string,
          string,
        ],
    ),
  ])('leads to %s', async (_case, given, wished, address) => {
    const { id } = await register(given);
    const answer = await endOf({
      _method: 'DELETE',
      client_id: id,
      ...(wished !== undefined && { post_logout_redirect_uri: wished }),
    });
    expect([answer.status, answer.headers['location']]).toEqual([302, address]);
    expect(answer.headers['x-evil']).toBeUndefined();
  });

  it('leads nowhere for an application without any address', async () => {
    const { id } = await register({ redirectSignOutUri: null, url: null });
    const asked = { _method: 'DELETE', client_id: id, post_logout_redirect_uri: 'https://evil.example/' };
    const answer = await endOf(asked);
    expect([answer.status, answer.headers['location']]).toEqual([200, undefined]);
    expect(answer.text).toContain('You are signed out.');
    expect((await endOf(asked).set('Accept-Language', 'es')).text).toContain('<h1>Sesión cerrada</h1>');
  });

  it.each([
    [BYE, 'a b&c=d#e', `${BYE}?state=a%20b%26c%3Dd%23e`],
    [`${BYE}?x=1`, 'x\r\ny', `${BYE}?x=1&state=x%0D%0Ay`],
    ['https://parking.city.example/#/bye', 's', 'https://parking.city.example/?state=s#/bye'],
    [BYE, '', BYE],
  ])('takes along to %s the state %j', async (redirectSignOutUri, state, address) => {
    const { id } = await register({ redirectSignOutUri });
    const answer = await endOf({ _method: 'DELETE', client_id: id, state });
    expect(answer.headers['location']).toBe(address);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['none', {}],
    ['one that is not there', { client_id: 'nobody' }],
    ['that of the service itself', { client_id: 'idm_admin_app' }],
  ])('is not for the application %s, in the words of Keyrock', async (_case, query) => {
    for (const answer of [await endOf(query, '', 'delete'), await endOf({ _method: 'delete', ...query })])
      expect([answer.status, answer.body]).toEqual([401, 'Not allowed to perform logout or bad configured']);
  });

  it('tells whoever followed a link in a page, in their language', async () => {
    const browse = (query: Readonly<Record<string, string>>) =>
      endOf(query).set('Accept', 'text/html,*/*;q=0.8').set('Accept-Language', 'es');
    const refused = await browse({ _method: 'DELETE', client_id: 'nobody' });
    expect([refused.status, refused.type]).toEqual([401, 'text/html']);
    expect(refused.text).toContain('no se ha cerrado ninguna sesión');
    const { id } = await register();
    const nothing = await browse({ client_id: id });
    expect([nothing.status, nothing.text.includes('<h1>Sesión cerrada</h1>')]).toEqual([200, true]);
    const unknown = await browse({ client_id: 'nobody' });
    expect([unknown.status, unknown.type]).toEqual([400, 'text/html']);
  });

  it('knows an application by the host that was asked, as Keyrock does', async () => {
    await register({ url: 'parking.city.example' });
    const answer = await endOf({ _method: 'DELETE' }).set('Host', 'parking.city.example:3000');
    expect([answer.status, answer.headers['location']]).toEqual([302, BYE]);
  });

  it.each<Readonly<Record<string, string>>>([{}, { _method: 'POST' }, { _method: '' }])(
    'is not meant by a link with %j',
    async (query) => {
      const { id } = await register();
      const answer = await endOf({ client_id: id, ...query });
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: { message: 'Path not found', code: 404, title: 'Not Found' } },
      ]);
    },
  );

  it('gives back half a character, which JSON can hold and no address, as one that is unknown', async () => {
    const { id } = await register();
    const form = { _method: 'DELETE', client_id: id, state: 'a\ud800' };
    const answer = await client().post('/auth/external_logout').send(form);
    expect([answer.status, answer.headers['location']]).toEqual([302, `${BYE}?state=a%EF%BF%BD`]);
  });

  it('takes a form too: Keyrock’s, with all in the address, and that of OpenID Connect, with all in its body', async () => {
    const { id } = await register();
    const answers = [
      await client().post(`/auth/external_logout?_method=DELETE&client_id=${id}`).type('form').send({}),
      await client().post('/auth/external_logout').type('form').send({ client_id: id, _method: 'DELETE' }),
      await client().post(`/auth/external_logout?client_id=${id}`),
      await client().post('/auth/external_logout').send(['_method']),
    ];
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [302, BYE],
      [302, BYE],
      [404, undefined],
      [404, undefined],
    ]);
  });

  it('leads a form of another site, with which no cookie comes, to the link with which it does', async () => {
    const user = await addUser(pages);
    const { cookies } = await pages.as(user);
    await pages.dataSource.manager.update(WebSessionRow, { userId: user.id }, { oauthSignIn: true });
    const { id } = await register();
    const form = { _method: 'DELETE', client_id: id, post_logout_redirect_uri: BYE, state: 'a&b c' };
    const send = (cookie: string) =>
      client()
        .post('/auth/external_logout')
        .set('Accept', 'text/html')
        .set('Cookie', cookie)
        .type('form')
        .send(form);
    const sent = await send('language=en');
    const link = String(sent.headers['location']);
    expect([sent.status, link.split('?')[0]]).toEqual([303, '/auth/external_logout']);
    expect(Object.fromEntries(new URL(link, BYE).searchParams)).toEqual(form);
    const answers = [await client().get(link).set('Cookie', cookies), await client().get(link)];
    for (const { status, headers } of [...answers, await send(cookies)])
      expect([status, headers['location']]).toEqual([302, `${BYE}?state=a%26b%20c`]);
    expect(await pages.dataSource.manager.countBy(WebSessionRow, { userId: user.id })).toBe(0);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('ends the session that began at an application (%s), and no other', async (oauthSignIn, left) => {
    const user = await addUser(pages);
    const { cookies } = await pages.as(user);
    await pages.dataSource.manager.update(WebSessionRow, { userId: user.id }, { oauthSignIn });
    await endOf({ client_id: (await register()).id }, cookies, 'delete');
    expect(await pages.dataSource.manager.countBy(WebSessionRow, { userId: user.id })).toBe(left);
  });
});
