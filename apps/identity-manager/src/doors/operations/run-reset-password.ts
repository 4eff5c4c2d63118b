import { existsSync } from 'node:fs';
import { hash } from '@node-rs/argon2';
import { AuditRepository } from '../../subjects/audit/audit.repository';
import { AuditLog } from '../../subjects/audit/audit-log';
import { BadUsage, CommandFailed } from '@smart-city/service';
import type { Options } from '../../cli/options';
import { openDatabase } from '../../database/data-source';
import { UserRow } from '../../database/entities/user.row';
import { selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { systemClock } from '../../service/clock';
import type { Logger } from '../../service/logger';
import { Caches } from '../../service/timed-cache';
import { randomKey } from '../../service/random-token';
import { passwordChange } from '../../subjects/users/user.statements';
import { EndOfAccessRepository } from '../../subjects/users/end-of-access.repository';
import { EndOfAccess } from '../../subjects/users/end-of-access.service';
import { argon2 } from '../../subjects/users/hashing-task';
import { emailKey } from '../../subjects/users/email-address';

const byEmail = selectFrom(
  UserRow,
  ['id', 'enabled', 'totpSecret'],
  (user) => `WHERE ${user.emailLower} = ?`,
);

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `identity-manager reset-password <email>`: a new random password for somebody who is locked out, such as the only
 * administrator. Everything issued to the user ends; the service may be running meanwhile.
 *
 * @throws BadUsage; CommandFailed when there is no such database or user
 */
export async function runResetPassword(
  [email, ...more]: readonly string[],
  options: Options,
  log: Logger,
): Promise<void> {
  if (email === undefined || more.length > 0) throw new BadUsage('reset-password wants one e-mail address');
  const { dialect, file } = options.database;
  // Opening would make one, where nobody has an account.
  if (dialect === 'sqlite' && !existsSync(file)) throw new CommandFailed(`there is no database at ${file}`);
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  try {
    await resetPassword(new Sql(dataSource), email, options.passwordHashMemoryKib, log);
  } finally {
    await dataSource.destroy();
  }
}

async function resetPassword(sql: Sql, email: string, memoryKib: number, log: Logger): Promise<void> {
  const user = await sql.first(byEmail, emailKey(email));
  if (!user) throw new CommandFailed(`nobody has the address ${email}`);
  const password = randomKey().slice(0, 20);
  const change = { passwordHash: await hash(password, argon2(memoryKib)), datePassword: systemClock.now() };
  const access = new EndOfAccess(new EndOfAccessRepository(sql), new Caches(0), systemClock);
  await access.endEverythingOf(user.id, {
    because: [passwordChange(change, user.id)],
  });
  const audit = new AuditLog(new AuditRepository(sql), systemClock, log);
  audit.record({
    event: 'user.password.reset',
    outcome: 'success',
    subject: user.id,
    actorId: 'command line',
    address: 'local',
  });
  await audit.flush();
  say(`${email} has the password ${password} now (shown only here; please change it)`);
  if (!user.enabled) say('This user is disabled: an administrator has to enable them.');
  if (user.totpSecret !== null) say('The second factor is still asked for.');
}
