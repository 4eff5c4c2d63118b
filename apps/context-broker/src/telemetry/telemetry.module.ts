import { Global, Module } from '@nestjs/common';
import { TracingModule } from '@smart-city/telemetry';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { PRODUCT_VERSION } from '../version';
import { HttpMetrics } from './http-metrics';
import { RequestTelemetry } from './request-telemetry';

const tracing = TracingModule.register(OPTIONS, ({ otlpUrl, traceSamplePercent }: BrokerOptions) =>
  otlpUrl === undefined
    ? undefined
    : {
        collectorUrl: otlpUrl,
        serviceName: 'context-broker',
        serviceVersion: PRODUCT_VERSION,
        samplePercent: traceSamplePercent,
      },
);

/** What is measured of requests, and traces. */
@Global()
@Module({
  imports: [tracing],
  providers: [HttpMetrics, RequestTelemetry],
  exports: [HttpMetrics, RequestTelemetry, tracing],
})
export class TelemetryModule {}
