import { eventually } from '@smart-city/testing';
import { requests } from '../requests';
import { Browser } from '../browser';
import { eachDatabase } from '../each-database';
import { Admin, basic, requestToken, type TestApplication, type TestUser } from '../provision';

const perAccount = 5;
const perAddress = 30;

/** How often each status was answered. */
const countStatuses = (answers: readonly { readonly status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('Guessing', () => {
  eachDatabase(
    (service) => {
      let admin: Admin;
      let application: TestApplication;
      let lastPlace = 0;
      /** An address that nobody used before; the proxy in front of the service, which is this test, tells it. */
      const place = () => `10.0.${(++lastPlace >> 8) & 255}.${lastPlace & 255}`;
      beforeAll(async () => {
        admin = await Admin.login(service().url);
        application = await admin.createApplication();
      });

      const grant = (user: Pick<TestUser, 'email'>, password: string, from: string) =>
        requestToken(service().url, application, {
          grant_type: 'password',
          username: user.email,
          password,
        }).set('X-Forwarded-For', from);
      const apiLogin = (name: string, password: string, from: string, more: object = {}) =>
        requests(service().url)
          .post('/v1/auth/tokens')
          .set('X-Forwarded-For', from)
          .send({ name, password, ...more });
      const manyTimes = <T>(amount: number, work: (index: number) => PromiseLike<T>) =>
        Promise.all(Array.from({ length: amount }, async (_, index) => work(index)));

      it('many passwords at once are judged no more often than one after the other', async () => {
        const user = await admin.createUser();
        const from = place();
        const wrong = await manyTimes(25, (index) => grant(user, `wrong ${index}`, from));
        expect(countStatuses(wrong)).toEqual({ 400: perAccount, 429: 25 - perAccount });
        const right = await grant(user, user.password, from).expect(429);
        expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
      });

      it('API tokens share the count of the password grant, and a user name that of its e-mail address', async () => {
        const user = await admin.createUser();
        const from = place();
        const guesses = await manyTimes(20, (index) =>
          apiLogin([user.email, user.username, user.email.toUpperCase()][index % 3] ?? '', 'wrong', from),
        );
        expect(countStatuses(guesses)).toEqual({ 401: perAccount, 429: 20 - perAccount });
        await grant(user, user.password, from).expect(429);
      });

      it('the login page counts the same way', async () => {
        const user = await admin.createUser();
        const browser = new Browser(service().url);
        const page = await browser.get('/auth/login');
        const guesses = await manyTimes(20, (index) =>
          browser.submit(page, '/auth/login', { email: user.email, password: `wrong ${index}` }),
        );
        expect(countStatuses(guesses)).toEqual({ 302: perAccount, 429: 20 - perAccount });
      });

      it('the old password in the settings counts the same way', async () => {
        const user = await admin.createUser();
        const browser = new Browser(service().url);
        const { email, password } = user;
        expect(
          (await browser.submit(await browser.get('/auth/login'), '/auth/login', { email, password }))
            .location,
        ).toBe('/idm');
        const page = await browser.get('/idm/settings');
        const guesses = await manyTimes(20, (index) =>
          browser.submit(page, '/idm/settings/password', {
            old_password: `wrong ${index}`,
            password1: 'another passw0rd',
            password2: 'another passw0rd',
          }),
        );
        expect(countStatuses(guesses)).toEqual({ 422: perAccount, 429: 20 - perAccount });
      });

      it('right passwords at once are all right', async () => {
        const user = await admin.createUser();
        const from = place();
        expect(countStatuses(await manyTimes(15, () => grant(user, user.password, from)))).toEqual({
          200: 15,
        });
      });

      it('whoever guesses shuts nobody out elsewhere', async () => {
        const user = await admin.createUser();
        const home = place();
        await grant(user, user.password, home).expect(200);
        for (let places = 0; places < 12; places++) {
          const from = place();
          await manyTimes(perAccount, () => grant(user, 'wrong', from));
        }
        await grant(user, user.password, home).expect(200);
        // Guessing one account from many addresses is bounded too, for addresses it never signed in from.
        await grant(user, user.password, place()).expect(429);
      });

      it('wrong secrets shut no client out, whatever the spelling of its id', async () => {
        const from = place();
        const ask = (id: string, secret: string) =>
          requests(service().url)
            .post('/oauth2/token')
            .set({ 'X-Forwarded-For': from, Authorization: basic({ id, secret }) })
            .type('form')
            .send('grant_type=client_credentials');
        const spellings = [application.id, application.id.replace(/-/g, '%2D')];
        const wrong = await manyTimes(perAddress + 10, (index) => ask(spellings[index % 2] ?? '', 'wrong'));
        expect(countStatuses(wrong)).toEqual({ 401: perAddress, 429: 10 });
        await ask(application.id, application.secret).expect(200);
      });

      it('wrong passwords shut no PEP proxy and no IoT agent out', async () => {
        const { pep_proxy: proxy } = await admin.call('post', `/applications/${application.id}/pep_proxies`);
        const { iot_agent: iot } = await admin.call('post', `/applications/${application.id}/iot_agents`);
        const from = place();
        const wrong = await manyTimes(40, (index) =>
          index % 2 ? apiLogin(proxy.id, 'wrong', from) : grant({ email: iot.id }, 'wrong', from),
        );
        expect(countStatuses(wrong)[429]).toBe(40 - perAddress);
        await apiLogin(proxy.id, proxy.password, place()).expect(201);
        await grant({ email: iot.id }, iot.password, place()).expect(200);
      });

      it('codes of the second factor are bounded wherever they come from', async () => {
        const user = await admin.createUser();
        const { query } = service().database;
        // Not decrypted before the code has six digits; recovery codes are compared the same way.
        await query("UPDATE users SET totp_secret = 'x', totp_recovery = '[]' WHERE id = ?", [user.id]);
        const guesses = await manyTimes(20, (index) =>
          apiLogin(user.email, user.password, place(), { code: `wrong-${index}` }),
        );
        expect(countStatuses(guesses)).toEqual({ 401: perAccount, 429: 20 - perAccount });
      });

      it('only the proxy in front says where a request comes from', async () => {
        const user = await admin.createUser();
        const from = place();
        // Each client adds another address on the left; the proxy adds the true one on the right.
        const guesses = await manyTimes(20, () => grant(user, 'wrong', `${place()}, ${from}`));
        expect(countStatuses(guesses)).toEqual({ 400: perAccount, 429: 20 - perAccount });
        const { query } = service().database;
        const rows = await eventually(async () => {
          const found = await query('SELECT address FROM audit_log WHERE subject = ?', [user.email]);
          return found.length > 0 && found;
        });
        expect(new Set(rows.map(({ address }) => address))).toEqual(new Set([from]));
      });
    },
    {
      IDM_TRUST_PROXY: 'true',
      IDM_RATE_LIMIT_ACCOUNT: String(perAccount),
      IDM_RATE_LIMIT_ADDRESS: String(perAddress),
      IDM_CACHE_MAX_AGE: '0',
    },
  );
});

describe('More logins than the service has time for', () => {
  eachDatabase(
    (service) => {
      it('wait for those of their own address, and are refused when too many do', async () => {
        const admin = await Admin.login(service().url);
        const user = await admin.createUser();
        const login = (name: string, password: string, from: string) =>
          requests(service().url)
            .post('/v1/auth/tokens')
            .set('X-Forwarded-For', from)
            .send({ name, password });
        let answered = 0;
        const flood = Array.from({ length: 150 }, async (_, index) => {
          const answer = await login(`nobody-${index}@test.com`, 'wrong', '10.0.0.1');
          if (answer.status === 401) answered++;
          return answer;
        });
        // Somebody was refused: the queue of that address is full.
        const refused = await Promise.any(
          flood.map(async (answer) =>
            (await answer).status === 429 ? answer : Promise.reject(new Error('judged')),
          ),
        );
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        await login(user.email, user.password, '10.0.0.2').expect(201);
        expect(answered).toBeLessThan(65);
        const counts = countStatuses(await Promise.all(flood));
        expect([counts[401] ?? 0, (counts[401] ?? 0) + (counts[429] ?? 0)]).toEqual([answered, 150]);
      });
    },
    // Passwords cost what they do in production: requests come faster than that, on any machine.
    { IDM_TRUST_PROXY: 'loopback', IDM_RATE_LIMIT_ADDRESS: '1000', IDM_PASSWORD_HASH_MEMORY: '19456' },
    ['sqlite'],
  );
});
