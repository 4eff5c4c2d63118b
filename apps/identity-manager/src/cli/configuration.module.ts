import { Global, Module, type DynamicModule } from '@nestjs/common';
import { OPTIONS, type Options } from './options';

/** The settings of this process: `@Inject(OPTIONS)`. */
@Global()
@Module({})
export class ConfigurationModule {
  static register(options: Options): DynamicModule {
    const providers = [{ provide: OPTIONS, useValue: options }];
    return { module: ConfigurationModule, providers, exports: providers };
  }
}
