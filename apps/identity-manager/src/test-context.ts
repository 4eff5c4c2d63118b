import { Global, Module, type INestApplicationContext, type ModuleMetadata, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditLogRow } from './database/entities/audit-log.row';
import type { UserRow } from './database/entities/user.row';
import { DatabaseModule } from './database/database.module';
import { selectRows } from './database/query';
import { openMemoryDatabase, type MemoryDatabase } from './database/memory-database';
import { systemClock, type Clock } from './service/clock';
import { CLOCK } from './service/tokens';
import { LoggingModule } from './service/logging.module';
import { ConfigurationModule } from './cli/configuration.module';
import type { EntityManager } from 'typeorm';
import { AuditModule } from './subjects/audit/audit.module';
import { Logger } from './service/logger';
import type { Actor } from './subjects/audit/actor';
import { AuditLog } from './subjects/audit/audit-log';

const inOrder = selectRows(AuditLogRow, () => 'ORDER BY rowid');

@Module({})
class Tested {}

@Global()
@Module({})
class TestClockModule {}

/** Subjects put together as in the service, on a database of the test's own. */
export interface TestContext extends MemoryDatabase {
  readonly rows: EntityManager;
  get<T>(provider: Type<T>): T;
  /** Events of the audit log with their subjects, oldest first. */
  audited(): Promise<readonly (readonly [event: string, subject: string | null])[]>;
  /** Whole entries of what one actor did, oldest first: cases that share a database have an actor each. */
  auditedOf(actor: Actor): Promise<readonly AuditLogRow[]>;
  /** Runs the work while one kind of write fails, such as `INSERT ON memberships`: what a full disk or a lost server does. */
  whileBroken<T>(write: string, work: () => Promise<T>): Promise<T>;
}

/** A clock that stands until it is set. */
export class TestClock implements Clock {
  constructor(private time: number) {}

  now(): number {
    return this.time;
  }

  set(time: number): void {
    this.time = time;
  }

  /** Lets time pass. */
  pass(ms: number): void {
    this.time += ms;
  }
}

/** What a write says that {@link TestContext.whileBroken} has fail. */
export const BROKEN = 'this write is broken';

/**
 * Starts modules without a server; nothing in them is replaced.
 *
 * @param env    settings, as in the environment of the service
 * @param clock  the time that all of them go by
 */
export async function openTestContext(
  modules: NonNullable<ModuleMetadata['imports']>,
  env: NodeJS.ProcessEnv = {},
  clock: Clock = systemClock,
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
    { module: TestClockModule, providers: [{ provide: CLOCK, useValue: clock }], exports: [CLOCK] },
    LoggingModule.register(log),
    DatabaseModule.register(dataSource),
    AuditModule,
  ];
  const context: INestApplicationContext = await NestFactory.createApplicationContext(
    { module: Tested, imports: [...base, ...modules] },
    { logger: false },
  );
  const entries = async () => {
    await context.get(AuditLog, { strict: false }).flush();
    // Those of one millisecond have no order but that of their writing.
    return database.sql.all(inOrder);
  };
  return {
    ...database,
    rows: dataSource.manager,
    get: (provider) => context.get(provider, { strict: false }),
    audited: async () => (await entries()).map(({ event, subject }) => [event, subject]),
    auditedOf: async ({ user }) => (await entries()).filter(({ actorId }) => actorId === user.id),
    async whileBroken(write, work) {
      await dataSource.query(
        `CREATE TEMP TRIGGER broken BEFORE ${write} BEGIN SELECT RAISE(ABORT, '${BROKEN}'); END`,
      );
      try {
        return await work();
      } finally {
        await dataSource.query('DROP TRIGGER broken');
      }
    },
    close: () => context.close(),
  };
}

/** Somebody who does things in a test. */
export const actorFor = (user: UserRow): Actor => ({ user, address: '192.0.2.1' });
