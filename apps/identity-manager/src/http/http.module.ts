import { Module } from '@nestjs/common';
import { ServiceState, TracingModule } from '@smart-city/service';
import { OPTIONS, type Options } from '../cli/options';
import { Metrics } from '../service/metrics';
import { release } from '../service/release';
import { PublicUrlModule } from '../service/public-url.module';
import { HealthController } from './health.controller';
import { MetricsController } from './metrics.controller';
import { VersionController } from './version.controller';

const metrics = {
  provide: Metrics,
  useFactory: ({ metricsEnabled }: Options) => new Metrics(metricsEnabled),
  inject: [OPTIONS],
};

const tracing = TracingModule.register(OPTIONS, ({ tracing: { collectorUrl, samplePercent } }: Options) =>
  collectorUrl === undefined
    ? undefined
    : { collectorUrl, serviceName: 'identity-manager', serviceVersion: release.version, samplePercent },
);

/** What operators and probes ask, and what every request passes. */
@Module({
  imports: [PublicUrlModule, tracing],
  controllers: [VersionController, HealthController, MetricsController],
  providers: [ServiceState, metrics],
  exports: [ServiceState, Metrics, tracing],
})
export class HttpModule {}
