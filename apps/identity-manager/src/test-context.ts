import { Module, type INestApplicationContext, type ModuleMetadata, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditLogRow } from './database/entities/audit-log.row';
import type { UserRow } from './database/entities/user.row';
import { DatabaseModule } from './database/database.module';
import { selectFrom } from './database/query';
import { openMemoryDatabase, type MemoryDatabase } from './database/memory-database';
import { ClockModule } from './service/clock.module';
import { LoggingModule } from './service/logging.module';
import { ConfigurationModule } from './cli/configuration.module';
import type { EntityManager } from 'typeorm';
import { AuditModule } from './subjects/audit/audit.module';
import { Logger } from './service/logger';
import type { Actor } from './subjects/audit/actor';
import { AuditLog } from './subjects/audit/audit-log';

const inOrder = selectFrom(AuditLogRow, ['event', 'subject'], () => 'ORDER BY rowid');

@Module({})
class Tested {}

/** Subjects put together as in the service, on a database of the test's own. */
export interface TestContext extends MemoryDatabase {
  readonly rows: EntityManager;
  get<T>(provider: Type<T>): T;
  /** Events of the audit log with their subjects, oldest first. */
  audited(): Promise<readonly (readonly [event: string, subject: string | null])[]>;
}

/**
 * Starts modules without a server; nothing in them is replaced.
 *
 * @param env  settings, as in the environment of the service
 */
export async function openTestContext(
  modules: NonNullable<ModuleMetadata['imports']>,
  env: NodeJS.ProcessEnv = {},
): Promise<TestContext> {
  const database = await openMemoryDatabase({
    IDM_ENCRYPTION_KEY: 'k'.repeat(32),
    IDM_CLEANUP_INTERVAL: '0',
    IDM_PASSWORD_HASH_MEMORY: '1024',
    ...env,
  });
  const { options, dataSource } = database;
  const log = new Logger('NONE');
  const base = [
    ConfigurationModule.register(options),
    ClockModule,
    LoggingModule.register(log),
    DatabaseModule.register(dataSource),
    AuditModule,
  ];
  const context: INestApplicationContext = await NestFactory.createApplicationContext(
    { module: Tested, imports: [...base, ...modules] },
    { logger: false },
  );
  return {
    ...database,
    rows: dataSource.manager,
    get: (provider) => context.get(provider, { strict: false }),
    async audited() {
      await context.get(AuditLog, { strict: false }).flush();
      // Those of one millisecond have no order but that of their writing.
      const lines = await database.sql.all(inOrder);
      return lines.map(({ event, subject }) => [event, subject]);
    },
    close: () => context.close(),
  };
}

/** Somebody who does things in a test. */
export const actorFor = (user: UserRow): Actor => ({ user, address: '192.0.2.1' });
