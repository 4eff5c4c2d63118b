import { Global, Module } from '@nestjs/common';
import { DeprecationUsage } from './deprecations/deprecation-usage';
import { DeprecationsController } from './deprecations/deprecations.controller';
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
  controllers: [
    VersionController,
    HealthController,
    LogController,
    StatisticsController,
    DeprecationsController,
  ],
  providers: [RequestCounters, RequestTimes, Metrics, Statistics, DeprecationUsage],
  exports: [RequestCounters, RequestTimes, Metrics, DeprecationUsage],
})
export class AdminModule {}
