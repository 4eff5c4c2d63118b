import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { EndpointsController } from './endpoints.controller';
import { MetricsController } from './metrics.controller';

/** Routes by which operators look at notifications and streams: metrics, and the endpoints that are configured. */
@Module({})
export class InspectionModule {
  static with({ endpointsFile }: BrokerOptions): DynamicModule {
    return {
      module: InspectionModule,
      controllers: [MetricsController, ...(endpointsFile === undefined ? [] : [EndpointsController])],
    };
  }
}
