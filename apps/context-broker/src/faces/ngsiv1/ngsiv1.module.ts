import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { EntitiesModule } from '../../core/entities/entities.module';
import { Ngsiv1Dialect } from './ngsiv1-dialect';
import { Ngsiv1OperationsService } from './ngsiv1-operations.service';
import { Ngsiv1Use } from './ngsiv1-use';
import { Ngsiv1Controller } from './ngsiv1.controller';

/**
 * NGSIv1, while the compat version has it. Without it its paths are unknown ones. Imports `entities/`; nobody imports
 * this, so that it can leave in one commit.
 */
@Module({})
export class Ngsiv1Module {
  static with({ gate, disableNgsiv1 }: BrokerOptions): DynamicModule {
    if (disableNgsiv1 || gate.isRemoved('ngsiv1.remaining')) return { module: Ngsiv1Module };
    return {
      module: Ngsiv1Module,
      imports: [EntitiesModule],
      controllers: [Ngsiv1Controller],
      providers: [Ngsiv1OperationsService, Ngsiv1Use, Ngsiv1Dialect],
    };
  }
}
