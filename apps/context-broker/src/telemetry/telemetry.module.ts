import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openTracing, type Tracing } from '@smart-city/telemetry';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { PRODUCT_VERSION } from '../version';
import { HttpMetrics } from './http-metrics';
import { RequestTelemetry, TRACING } from './request-telemetry';

const open = async ({ otlpUrl, traceSamplePercent }: BrokerOptions): Promise<Tracing | undefined> =>
  otlpUrl === undefined
    ? undefined
    : openTracing({
        collectorUrl: otlpUrl,
        serviceName: 'context-broker',
        serviceVersion: PRODUCT_VERSION,
        samplePercent: traceSamplePercent,
      });

/** What is measured of requests, and traces. */
@Global()
@Module({
  providers: [HttpMetrics, RequestTelemetry, { provide: TRACING, useFactory: open, inject: [OPTIONS] }],
  exports: [HttpMetrics, RequestTelemetry, TRACING],
})
export class TelemetryModule implements OnApplicationShutdown {
  constructor(@Inject(TRACING) private readonly tracing: Tracing | undefined) {}

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.close();
  }
}
