import { Module } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { OPTIONS, type Options } from '../cli/options';
import { Metrics } from '../service/metrics';
import { PublicUrlModule } from '../service/public-url.module';
import { HealthController } from './health.controller';
import { MetricsController } from './metrics.controller';
import { TracingModule } from './tracing.module';
import { VersionController } from './version.controller';

const metrics = {
  provide: Metrics,
  useFactory: ({ metricsEnabled }: Options) => new Metrics(metricsEnabled),
  inject: [OPTIONS],
};

/** What operators and probes ask, and what every request passes. */
@Module({
  imports: [PublicUrlModule, TracingModule],
  controllers: [VersionController, HealthController, MetricsController],
  providers: [ServiceState, metrics],
  exports: [ServiceState, Metrics],
})
export class HttpModule {}
