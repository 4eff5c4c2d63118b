import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../cli/options';
import { ConsoleDataService } from './console-data';
import { ConsoleController } from './console.controller';

/** The console page, when it is asked for. */
@Module({})
export class ConsoleModule {
  static with({ adminConsole }: BrokerOptions): DynamicModule {
    return adminConsole
      ? { module: ConsoleModule, controllers: [ConsoleController], providers: [ConsoleDataService] }
      : { module: ConsoleModule };
  }
}
