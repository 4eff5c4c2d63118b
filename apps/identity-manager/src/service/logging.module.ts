import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Logger } from './logger';

@Global()
@Module({})
export class LoggingModule {
  static register(log: Logger): DynamicModule {
    return { module: LoggingModule, providers: [{ provide: Logger, useValue: log }], exports: [Logger] };
  }
}
