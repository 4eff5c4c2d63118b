import { Global, Module } from '@nestjs/common';
import { Alarms } from './alarms';
import { LogSummary } from './log-summary';
import { RequestLog } from './request-log';
import { TraceLevels } from './trace-levels';

@Global()
@Module({
  providers: [Alarms, LogSummary, RequestLog, TraceLevels],
  exports: [Alarms, LogSummary, RequestLog, TraceLevels],
})
export class LogsModule {}
