import { join } from 'node:path';
import { loginAnswer, newUser } from '../api/api-client';
import { adminEmail, eachDatabase } from '../each-database';
import { runCommand } from './run-command';

describe('identity-manager reset-password', () => {
  eachDatabase((service) => {
    it('lets a locked out administrator in again while the service runs, and ends what was open', async () => {
      const { url, database } = service();
      const { id, email, password: forgotten, api } = await newUser(service(), { admin: true });
      expect((await api.get('/users')).status).toBe(200);
      const { stdout } = await runCommand(['reset-password', email.toUpperCase()], database.env);
      const password = /has the password (\S+) now/.exec(stdout)?.[1] ?? '';
      expect(password).toHaveLength(20);
      expect((await loginAnswer(url, { name: email, password: forgotten })).status).toBe(401);
      expect((await loginAnswer(url, { name: email, password })).status).toBe(201);
      expect((await api.get('/users')).status).toBe(401);
      const rows = await database.query(
        "SELECT address FROM audit_log WHERE event = 'user.password.reset' AND subject = ?",
        [id],
      );
      expect(rows).toEqual([{ address: 'local' }]);
    });

    it('says what is wrong', async () => {
      const { env } = service().database;
      const unknown = await runCommand(['reset-password', 'nobody@test.com'], env);
      expect([unknown.code, unknown.stderr]).toEqual([1, 'nobody has the address nobody@test.com\n']);
      expect((await runCommand(['reset-password'], env)).code).toBe(2);
      const file = join(String(env['IDM_DATA_DIR'] ?? '/tmp'), 'no-such.db');
      const missing = await runCommand(['reset-password', adminEmail], { IDM_DB_FILE: file });
      expect([missing.code, missing.stderr]).toEqual([1, `there is no database at ${file}\n`]);
    });
  });
});
