import type { ServiceProcess } from '@smart-city/testing';
import { requests } from '../requests';
import { eachDatabase } from '../each-database';
import { Admin, passwordTokens, requestToken } from '../provision';
import { Relay } from './relay';

const clientCredentials = { grant_type: 'client_credentials' };

eachDatabase(
  (service) => {
    let relay: Relay;
    let process: ServiceProcess;
    beforeAll(async () => {
      relay = await Relay.to(Number(service().database.env['IDM_DB_PORT']));
      process = await service().another({ IDM_DB_PORT: String(relay.port), IDM_DB_HOST: '127.0.0.1' });
    });
    beforeEach(() => relay.restore());
    afterAll(() => relay.cut());

    const set = async () => {
      const admin = await Admin.login(service().url);
      const [application, user] = await Promise.all([admin.createApplication(), admin.createUser()]);
      return { application, user, tokens: await passwordTokens(process.url, application, user) };
    };
    /** Rows of a table that belong to the application. */
    const count = async (table: string, applicationId: string) => {
      const sql = `SELECT COUNT(*) AS number FROM ${table} WHERE application_id = ?`;
      return Number((await service().database.query(sql, [applicationId]))[0]?.['number']);
    };

    it.each(['cut', 'silence'] as const)(
      'answers 503 after %s and goes on when the database is back, with nothing half-issued',
      async (fault) => {
        const { application, user, tokens } = await set();
        const before = await count('access_tokens', application.id);
        await relay[fault]();

        const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
        const token = await requestToken(process.url, application, refresh).expect(503);
        expect(token.body).toEqual({
          error: 'temporarily_unavailable',
          error_description: 'The database is not reachable',
        });
        expect(token.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
        const unknown = await requests(process.url)
          .get('/user')
          .query({ access_token: '0'.repeat(40) });
        expect(unknown.status).toBe(503);
        const login = await requests(process.url)
          .post('/v1/auth/tokens')
          .send({ name: user.email, password: user.password })
          .expect(503);
        expect(login.body.error).toEqual({
          message: 'The database is not reachable',
          code: 503,
          title: 'Service Unavailable',
        });
        await requests(process.url).get('/health/ready').expect(503);
        await requests(process.url).get('/health/live').expect(200);
        expect(await count('access_tokens', application.id)).toBe(before);

        await relay.restore();
        await requests(process.url).get('/health/ready').expect(200);
        await requestToken(process.url, application, refresh).expect(200);
        await requests(process.url).get('/user').query({ access_token: tokens.access_token }).expect(200);
      },
    );

    it('leaves an access token with its refresh token, or neither, when the connection breaks in the middle', async () => {
      const { application, user } = await set();
      const login = { grant_type: 'password', username: user.email, password: user.password };
      const asked = Array.from({ length: 30 }, () => requestToken(process.url, application, login));
      // In the middle: some have theirs. A busy machine may keep another one waiting for longer than the service does.
      await Promise.any(asked.map(async (one) => expect((await one).status).toBe(200)));
      await relay.cut();
      const answers = await Promise.all(asked);
      await relay.restore();
      for (const { status } of answers) expect([200, 503]).toContain(status);
      expect(await count('access_tokens', application.id)).toBe(
        await count('refresh_tokens', application.id),
      );
      for (const { status, body } of answers) {
        if (status !== 200) continue;
        await requests(process.url).get('/user').query({ access_token: body.access_token }).expect(200);
        const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
        await requestToken(process.url, application, refresh).expect(200);
      }
    });

    it('survives many outages', async () => {
      const { application } = await set();
      for (let round = 0; round < 5; round++) {
        await relay.cut();
        await requestToken(process.url, application, clientCredentials).expect(503);
        await relay.restore();
        await requestToken(process.url, application, clientCredentials).expect(200);
      }
    });
  },
  { IDM_DB_TIMEOUT: '3000', IDM_CACHE_MAX_AGE: '0', IDM_RATE_LIMIT_ENABLED: 'false' },
  ['postgres', 'mysql'],
);
