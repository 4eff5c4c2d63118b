import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { DeadLettersController } from '../dead-letters/dead-letters.controller';
import { DeadLettersService } from '../dead-letters/dead-letters.service';
import { AttemptsController } from './attempts.controller';
import { EndpointsController } from './endpoints.controller';

const ATTEMPTS_OF_THE_CONSOLE = 10;

/** How many attempts of a subscription are remembered; 0: none. */
export const keptAttempts = ({ notifAttempts, adminConsole }: BrokerOptions): number =>
  notifAttempts > 0 ? notifAttempts : adminConsole ? ATTEMPTS_OF_THE_CONSOLE : 0;

/** What people ask about notifications; a broker that keeps nothing of it has no such operations, as Orion. */
@Module({})
export class InspectionModule {
  static with(options: BrokerOptions): DynamicModule {
    return {
      module: InspectionModule,
      controllers: [
        ...(keptAttempts(options) > 0 ? [AttemptsController] : []),
        ...(options.notifDeadLetters > 0 ? [DeadLettersController] : []),
        ...(options.endpointsFile === undefined ? [] : [EndpointsController]),
      ],
      providers: options.notifDeadLetters > 0 ? [DeadLettersService] : [],
    };
  }
}
