import { Module, type DynamicModule } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { EntitiesModule } from '../../core/entities/entities.module';
import { RouteTable } from '../../http/route-table';
import { Ngsiv1Face, Ngsiv1OldPaths } from './ngsiv1-face';
import { Ngsiv1OperationsService } from './ngsiv1-operations.service';
import { Ngsiv1Use } from './ngsiv1-use';
import { Ngsiv1Controller } from './ngsiv1.controller';

function speakNgsiv1(use: Ngsiv1Use, routes: RouteTable, { strictNgsiv1Ids }: BrokerOptions): Ngsiv1Face {
  const face = new Ngsiv1Face(use, routes.others, { strictIds: strictNgsiv1Ids });
  routes.speak(face);
  return face;
}

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
      providers: [
        Ngsiv1OperationsService,
        Ngsiv1OldPaths,
        Ngsiv1Use,
        { provide: Ngsiv1Face, useFactory: speakNgsiv1, inject: [Ngsiv1Use, RouteTable, OPTIONS] },
      ],
    };
  }
}
