import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ServiceState } from '@smart-city/service';
import { TracingModule } from '@smart-city/telemetry';
import { OPTIONS, type Options } from '../cli/options';
import { ErrorFilter } from './error.filter';
import { Metrics } from './metrics';
import { ProbeErrors } from './probe-errors';
import { RouteTable } from './route-table';
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
  imports: [DiscoveryModule, PublicUrlModule, tracing],
  controllers: [VersionController, HealthController, MetricsController],
  providers: [ServiceState, metrics, RouteTable, ErrorFilter, ProbeErrors],
  exports: [ServiceState, Metrics, RouteTable, tracing],
})
export class HttpModule {}
