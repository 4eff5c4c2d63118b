import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { openTracing, type Tracing, type TracingSettings } from './tracing';

/** Injection token of `Tracing | undefined`: absent without a collector. */
export const TRACING = Symbol('Tracing');

/** Opens tracing with the application, and sends what waits when it ends. */
@Module({})
export class TracingModule implements OnApplicationShutdown {
  constructor(@Inject(TRACING) private readonly tracing: Tracing | undefined) {}

  /**
   * @param token  of the settings of the application
   * @param read  what they say of tracing; undefined without a collector
   */
  static register<Options>(
    token: string | symbol,
    read: (options: Options) => TracingSettings | undefined,
  ): DynamicModule {
    const open = async (options: Options) => {
      const settings = read(options);
      return settings && openTracing(settings);
    };
    return {
      module: TracingModule,
      providers: [{ provide: TRACING, useFactory: open, inject: [token] }],
      exports: [TRACING],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.close();
  }
}
