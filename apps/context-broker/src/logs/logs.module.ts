import { Global, Module } from '@nestjs/common';
import { Alarms } from './alarms';
import { DeprecationLog } from './deprecation-log';
import { LogSummary } from './log-summary';
import { RequestLog } from './request-log';
import { TraceLevels } from './trace-levels';

@Global()
@Module({
  providers: [Alarms, DeprecationLog, LogSummary, RequestLog, TraceLevels],
  exports: [Alarms, DeprecationLog, LogSummary, RequestLog, TraceLevels],
})
export class LogsModule {}
