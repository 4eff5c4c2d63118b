import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import jsonwebtoken from 'jsonwebtoken';
import { requests } from '../requests';
import { eachFreshDatabase, startIdentityManager } from '../each-database';
import { basic, requestToken, type TestApplication } from '../provision';
import { alice, createKeyrockDatabase, hash } from './keyrock-database';

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

function importFrom(url: string, env: Record<string, string>, ...more: string[]) {
  const main = join(process.cwd(), 'dist/apps/identity-manager/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'import-keyrock', url, ...more], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

/** A JSON Web Token as Keyrock makes it: it is stored nowhere, and has no `jti`. */
const keyrockJwt = (claims: object, secret = application.jwtSecret ?? '') =>
  jsonwebtoken.sign({ app_id: application.id, type: 'user', id: alice, iat: madeAt, ...claims }, secret, {
    algorithm: 'HS256',
  });
const madeAt = Date.parse('2024-01-01T00:00:00Z') / 1000;
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

async function judgeJwts(url: string) {
  const user = (token: string) =>
    requests(url).get('/user').query({ access_token: token, action: 'GET', resource: '/data' });
  const permanent = keyrockJwt({});
  for (const token of [permanent, keyrockJwt({ exp: inAnHour() })])
    expect((await user(token).expect(200)).body).toMatchObject({
      username: 'alice',
      authorization_decision: 'Permit',
    });
  for (const [claims, secret] of [
    [{ exp: madeAt + 3600 }],
    [{ iat: inAnHour() }],
    [{ id: 'bob' }],
    [{ id: 'nobody' }],
    [{ type: 'other' }],
    [{ x: 1 }, 'another secret'],
  ] as const)
    expect([claims, (await user(keyrockJwt(claims, secret))).status]).toEqual([claims, 401]);
  const revoke = requests(url).post('/oauth2/revoke').set('Authorization', basic(application)).type('form');
  await revoke.send({ token: permanent }).expect(200);
  await user(permanent).expect(401);
}

describe.each(servers)('import from a Keyrock database on %s', (name, address) => {
  if (!address) {
    it.skip(`needs a ${name} server in the environment`, () => undefined);
    return;
  }
  eachFreshDatabase((service) => {
    it('takes users, applications, roles and live tokens over, again without change, and says what it left out', async () => {
      const keyrock = await createKeyrockDatabase(address);
      try {
        const { env } = service().database;
        const summary = importFrom(keyrock.url, env);
        expect(summary).toContain(
          'user: 2 taken over, 1 already here\n    left out 1: another user of Keyrock has the same e-mail address\n      ALICE@test.com',
        );
        expect(summary).toContain(
          'oauth_client: 1 taken over, 0 already here\n    left out 1: the internal application is there already',
        );
        expect(summary).toContain('left out 1: it refers to something that was left out');
        expect(summary).toContain('left out 1: expired');
        expect(summary).toContain(
          `left out 1: its regular expression is too large to be matched in time\n      permission "explosive" (explosive) of application ${application.id}`,
        );
        expect(summary).toContain(
          `left out 1: its application has another PEP proxy already\n      PEP proxy pep_proxy_2 of application ${application.id}`,
        );
        expect(summary).toContain(
          'ptp: 0 taken over, 0 already here\n    left out 1: usage control is not supported',
        );
        expect(importFrom(keyrock.url, env)).toContain('user: 0 taken over, 2 unchanged, 1 already here');
      } finally {
        await keyrock.drop();
      }
      // The service that ran meanwhile may remember that there was no such application.
      const { url, stop } = await startIdentityManager(service().database);
      try {
        // Before bob lets the application in by logging in.
        await judgeJwts(url);
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
          requests(url).get('/user').query({ access_token: token, action: 'GET', resource: '/data' });
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
        await requests(url)
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
        const revoke = requests(url)
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

  // Each on a database of its own: an import remembers what it brought.
  const into = name === 'mysql' ? ['sqlite', 'mysql'] : ['postgres'];
  eachFreshDatabase(
    (service) => {
      it('takes what changed since, removes what is gone, and leaves what was made or changed here', async () => {
        const keyrock = await createKeyrockDatabase(address);
        const { database } = service();
        const { env } = database;
        const only = async (sql: string) => Object.values((await database.query(sql))[0] ?? {})[0];
        try {
          importFrom(keyrock.url, env);
          await database.query("UPDATE users SET description = 'written here' WHERE id = 'bob'");
          await database.query(
            `INSERT INTO roles (id, name, application_id) VALUES ('ours', 'ours', '${application.id}')`,
          );
          for (const statement of [
            `UPDATE ${name === 'mysql' ? '`user`' : '"user"'} SET username = 'robert', password = '${hash('nodejs_idm', 'new')}' WHERE id = 'bob'`,
            "UPDATE role SET name = 'Reader' WHERE id = 'reader'",
            'DELETE FROM role_assignment WHERE id = 1',
            "DELETE FROM iot WHERE id = 'iot_sensor_1'",
            `UPDATE oauth_access_token SET valid = ${name === 'mysql' ? '0' : 'false'} WHERE access_token = '${'c'.repeat(40)}'`,
          ])
            await keyrock.run(statement);
          const said = [
            'user: 0 taken over, 1 updated, 1 unchanged, 1 already here',
            'role: 0 taken over, 1 updated, 0 already here',
            'role_assignment: 0 taken over, 1 removed, 1 unchanged, 0 already here',
            'iot: 0 taken over, 1 removed, 0 already here',
            'oauth_access_token: 0 taken over, 1 removed, 1 unchanged, 0 already here',
          ];
          const dry = importFrom(keyrock.url, env, '--dry-run');
          for (const line of said) expect(dry).toContain(line);
          expect(await only("SELECT username FROM users WHERE id = 'bob'")).toBe('bob');
          const done = importFrom(keyrock.url, env);
          for (const line of said) expect(done).toContain(line);
          expect(await only("SELECT username FROM users WHERE id = 'bob'")).toBe('robert');
          expect(await only("SELECT description FROM users WHERE id = 'bob'")).toBe('written here');
          expect(await only("SELECT name FROM roles WHERE id = 'ours'")).toBe('ours');
          expect(await only("SELECT id FROM role_assignments WHERE id = 'keyrock-1'")).toBeUndefined();
          expect(importFrom(keyrock.url, env)).toContain('user: 0 taken over, 2 unchanged, 1 already here');
        } finally {
          await keyrock.drop();
        }
        const { url, stop } = await startIdentityManager(database);
        try {
          const password = (text: string) =>
            requestToken(url, application, {
              grant_type: 'password',
              username: 'bob@test.com',
              password: text,
            });
          await password('new').expect(200);
          await password('test').expect(400);
        } finally {
          await stop();
        }
      });
    },
    {},
    into,
  );
  eachFreshDatabase(
    (service) => {
      it('gives users who are here already what Keyrock has for their address', async () => {
        const keyrock = await createKeyrockDatabase(address);
        const { database } = service();
        try {
          await database.query(
            "UPDATE users SET email = 'Bob@test.com', email_lower = 'bob@test.com' WHERE id = 'admin'",
          );
          const summary = importFrom(keyrock.url, database.env);
          expect(summary).toContain('1 here already with the same e-mail address');
          expect(await database.query('SELECT user_id FROM memberships')).toEqual([{ user_id: 'admin' }]);
          expect(importFrom(keyrock.url, database.env)).toContain(
            'user_organization: 0 taken over, 1 unchanged',
          );
        } finally {
          await keyrock.drop();
        }
      });
    },
    {},
    into,
  );
});
