import { Module } from '@nestjs/common';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { Logger } from '../../service/logger';
import { CLOCK } from '../../service/tokens';
import { AuditLog } from './audit-log';
import { AuditReader } from './audit-reader.service';

/** What was done and by whom: written by every subject, read by administrators. */
@Module({
  providers: [
    {
      provide: AuditLog,
      useFactory: (sql: Sql, clock: Clock, log: Logger) => new AuditLog(sql, clock, log),
      inject: [Sql, CLOCK, Logger],
    },
    AuditReader,
  ],
  exports: [AuditLog, AuditReader],
})
export class AuditModule {}
