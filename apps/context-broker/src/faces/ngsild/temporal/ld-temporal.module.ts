import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../../cli/options';
import { HistoryModule } from '../../../core/history/history.module';
import { NgsiLdModule } from '../ngsild.module';
import { LdTemporalController } from './ld-temporal.controller';
import { LdTemporalService } from './ld-temporal.service';
import { PastEntities } from './past-entities.service';
import { TemporalAnswers } from './temporal-answers.service';

/** The past of entities as NGSI-LD reads it. Where none is kept, its paths are unknown ones. */
@Module({})
export class LdTemporalModule {
  static with({ history }: BrokerOptions): DynamicModule {
    if (history === 'off') return { module: LdTemporalModule };
    return {
      module: LdTemporalModule,
      imports: [HistoryModule, NgsiLdModule],
      controllers: [LdTemporalController],
      providers: [LdTemporalService, PastEntities, TemporalAnswers],
    };
  }
}
