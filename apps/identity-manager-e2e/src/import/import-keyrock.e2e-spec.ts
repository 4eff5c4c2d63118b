import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import supertest from 'supertest';
import { eachDatabase, startIdentityManager } from '../each-database';
import { basic, requestToken, type TestApplication } from '../provision';
import { createKeyrockDatabase } from './keyrock-database';

const application: TestApplication = {
  id: 'tutorial-dckr-site-0000-xpresswebapp',
  secret: '7e3a1b5c-9f51-4f8a-8c0e-1d6f5a7b9c2d',
  jwtSecret: '0123456789abcdef',
  redirectUri: 'http://a/cb',
  name: 'app',
};

const servers = [
  ['mysql', process.env['IDM_TEST_MYSQL_URL']],
  ['postgres', process.env['IDM_TEST_POSTGRES_URL']],
] as const;

function importFrom(url: string, env: Record<string, string>) {
  const main = join(process.cwd(), 'dist/apps/identity-manager/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'import-keyrock', url], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

describe.each(servers)('import from a Keyrock database on %s', (name, address) => {
  if (!address) {
    it.skip(`needs a ${name} server in the environment`, () => undefined);
    return;
  }
  eachDatabase((service) => {
    it('takes users, applications, roles and live tokens over, again without change, and says what it left out', async () => {
      const keyrock = await createKeyrockDatabase(address);
      try {
        const { env } = service().database;
        const summary = importFrom(keyrock.url, env);
        expect(summary).toContain('user: 2 taken over, 2 already here');
        expect(summary).toContain(
          'oauth_client: 1 taken over, 0 already here\n    left out 1: the internal application is there already',
        );
        expect(summary).toContain('left out 1: it refers to something that was left out');
        expect(summary).toContain('left out 1: expired');
        expect(summary).toContain('left out 1: its regular expression is too large to be matched in time');
        expect(summary).toContain(
          'ptp: 0 taken over, 0 already here\n    left out 1: usage control is not supported',
        );
        expect(importFrom(keyrock.url, env)).toContain('user: 0 taken over, 4 already here');
      } finally {
        await keyrock.drop();
      }
      // The service that ran meanwhile may remember that there was no such application.
      const { url, stop } = await startIdentityManager(service().database);
      try {
        const password = (username: string) =>
          requestToken(url, application, { grant_type: 'password', username, password: 'test' });
        // Twice: the first login stores the password in the new form.
        for (const username of ['alice@test.com', 'bob@test.com', 'alice@test.com', 'bob@test.com'])
          await password(username).expect(200);
        const stored = await service().database.query('SELECT password_hash FROM users WHERE id = ?', [
          'bob',
        ]);
        expect(stored[0]?.['password_hash']).toMatch(/^\$argon2id\$/);
        const user = (token: string) =>
          supertest(url).get('/user').query({ access_token: token, action: 'GET', resource: '/data' });
        for (const token of ['a'.repeat(40), 'c'.repeat(40)])
          expect((await user(token).expect(200)).body).toMatchObject({
            username: 'alice',
            authorization_decision: 'Permit',
          });
        await user('d'.repeat(40)).expect(401);
        const bob = (await password('bob@test.com').expect(200)).body.access_token;
        expect((await user(bob).expect(200)).body.organizations).toHaveLength(1);
        const agent = { grant_type: 'password', username: 'iot_sensor_1', password: 'iot' };
        await requestToken(url, application, agent).expect(200);
        await supertest(url)
          .post('/v3/auth/tokens')
          .send({ name: 'pep_proxy_1', password: 'pep' })
          .expect(201);
        const refresh = { grant_type: 'refresh_token', refresh_token: 'b'.repeat(40) };
        await requestToken(url, application, refresh).expect(200);
        await requestToken(url, application, refresh).expect(400);
        await user('a'.repeat(40)).expect(401);
        const redeem = (code: string, redirectUri: string) =>
          requestToken(url, application, {
            grant_type: 'authorization_code',
            code,
            redirect_uri: redirectUri,
          });
        await redeem('e'.repeat(40), 'http://a/other').expect(400);
        await redeem('e'.repeat(40), application.redirectUri).expect(200);
        expect((await redeem('f'.repeat(40), application.redirectUri).expect(200)).body.token_type).toBe(
          'jwt',
        );
        for (const used of ['e', 'f', '0'])
          await redeem(used.repeat(40), application.redirectUri).expect(400);
        const revoke = supertest(url)
          .post('/oauth2/revoke')
          .set('Authorization', basic(application))
          .type('form');
        await revoke.send({ token: 'c'.repeat(40) }).expect(200);
        await user('c'.repeat(40)).expect(401);
      } finally {
        await stop();
      }
    });
  });
});
