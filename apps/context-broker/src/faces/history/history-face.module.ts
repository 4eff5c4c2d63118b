import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { HistoryModule } from '../../core/history/history.module';
import type { Face } from '../../http/face';
import { RouteTable } from '../../http/route-table';
import { STH_FACE } from './sth/sth-face';
import { SthReadsService } from './sth/sth-reads.service';
import { SthController } from './sth/sth.controller';

const FACES = 'context-broker.history-faces';

function speak(routes: RouteTable): readonly Face[] {
  routes.speak(STH_FACE);
  return [STH_FACE];
}

/** How clients of STH-Comet read the past. Where none is kept, its paths are unknown ones. */
@Module({})
export class HistoryFaceModule {
  static with({ history }: BrokerOptions): DynamicModule {
    if (history === 'off') return { module: HistoryFaceModule };
    return {
      module: HistoryFaceModule,
      imports: [HistoryModule],
      controllers: [SthController],
      providers: [SthReadsService, { provide: FACES, useFactory: speak, inject: [RouteTable] }],
    };
  }
}
