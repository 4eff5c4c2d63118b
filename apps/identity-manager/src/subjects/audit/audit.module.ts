import { Module } from '@nestjs/common';
import type { Clock } from '../../service/clock';
import { Logger } from '../../service/logger';
import { CLOCK } from '../../service/tokens';
import { AuditLog } from './audit-log';
import { AuditNamesRepository } from './audit-names.repository';
import { AuditRepository } from './audit.repository';
import { AuditReader } from './audit-reader.service';

/** What was done and by whom: written by every subject, read by administrators. */
@Module({
  providers: [
    AuditRepository,
    AuditNamesRepository,
    {
      provide: AuditLog,
      useFactory: (rows: AuditRepository, clock: Clock, log: Logger) => new AuditLog(rows, clock, log),
      inject: [AuditRepository, CLOCK, Logger],
    },
    AuditReader,
  ],
  exports: [AuditLog, AuditReader],
})
export class AuditModule {}
