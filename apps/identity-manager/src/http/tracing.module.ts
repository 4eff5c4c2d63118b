import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { openTracing, type Tracing } from '@smart-city/telemetry';
import { OPTIONS, type Options } from '../cli/options';
import { release } from '../service/release';

/** Injection token of `Tracing | undefined`: absent without a collector. */
export const TRACING = 'http.tracing';

const open = async ({ tracing: { collectorUrl, samplePercent } }: Options): Promise<Tracing | undefined> =>
  collectorUrl === undefined
    ? undefined
    : openTracing({
        collectorUrl,
        serviceName: 'identity-manager',
        serviceVersion: release.version,
        samplePercent,
      });

@Module({ providers: [{ provide: TRACING, useFactory: open, inject: [OPTIONS] }], exports: [TRACING] })
export class TracingModule implements OnApplicationShutdown {
  constructor(@Inject(TRACING) private readonly tracing: Tracing | undefined) {}

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.close();
  }
}
