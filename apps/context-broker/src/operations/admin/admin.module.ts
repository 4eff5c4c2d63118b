import { Global, Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { LogController } from './log.controller';
import { Metrics } from './metrics';
import { RequestCounters } from './request-counters';
import { RequestTimes } from './request-times';
import { Statistics } from './statistics';
import { StatisticsController } from './statistics.controller';
import { VersionController } from './version.controller';

/** Counters are raised from everywhere, so they are global. */
@Global()
@Module({
  controllers: [VersionController, HealthController, LogController, StatisticsController],
  providers: [RequestCounters, RequestTimes, Metrics, Statistics],
  exports: [RequestCounters, RequestTimes, Metrics],
})
export class AdminModule {}
