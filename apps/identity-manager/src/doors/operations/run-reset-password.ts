import { existsSync } from 'node:fs';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BadUsage, CommandFailed } from '@smart-city/service';
import type { DataSource } from 'typeorm';
import { ConfigurationModule } from '../../cli/configuration.module';
import type { Options } from '../../cli/options';
import { openDatabase } from '../../database/data-source';
import { DatabaseModule } from '../../database/database.module';
import { ClockModule } from '../../service/clock.module';
import type { CommandContext } from '../../service/command-context';
import type { Logger } from '../../service/logger';
import { LoggingModule } from '../../service/logging.module';
import { EmergencyPassword, type GivenPassword } from '../../subjects/users/emergency-password.service';
import { UsersModule } from '../../subjects/users/users.module';

/** Users without a door. */
@Module({})
class UsersAlone {
  static over(dataSource: DataSource, options: Options, log: Logger): DynamicModule {
    return {
      module: UsersAlone,
      imports: [
        ConfigurationModule.register(options),
        ClockModule,
        LoggingModule.register(log),
        DatabaseModule.register(dataSource),
        UsersModule,
      ],
    };
  }
}

/**
 * `identity-manager reset-password <email>`: a new random password for somebody who is locked out, such as the only
 * administrator. Everything issued to the user ends; the service may be running meanwhile.
 *
 * @throws BadUsage; CommandFailed when there is no such database or user
 */
export async function runResetPassword(
  [email, ...more]: readonly string[],
  { options, log }: CommandContext,
): Promise<string> {
  if (email === undefined || more.length > 0) throw new BadUsage('reset-password wants one e-mail address');
  const { dialect, file } = options.database;
  // Opening would make one, where nobody has an account.
  if (dialect === 'sqlite' && !existsSync(file)) throw new CommandFailed(`there is no database at ${file}`);
  const dataSource = await openDatabase(options, (message) => log.warn(message));
  // Ending it writes the audit log and closes the database.
  const context = await NestFactory.createApplicationContext(UsersAlone.over(dataSource, options, log), {
    logger: false,
    abortOnError: false,
  });
  try {
    const given = await context.get(EmergencyPassword, { strict: false }).give(email);
    if (!given) throw new CommandFailed(`nobody has the address ${email}`);
    return told(email, given);
  } finally {
    await context.close();
  }
}

function told(email: string, { user, password }: GivenPassword): string {
  const lines = [`${email} has the password ${password} now (shown only here; please change it)`];
  if (!user.enabled) lines.push('This user is disabled: an administrator has to enable them.');
  if (user.totpSecret !== null) lines.push('The second factor is still asked for.');
  return lines.map((line) => `${line}\n`).join('');
}
