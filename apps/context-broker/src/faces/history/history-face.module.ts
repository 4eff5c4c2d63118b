import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { HistoryModule } from '../../core/history/history.module';
import type { Face } from '../../http/face';
import { RouteTable } from '../../http/route-table';
import { QL_FACE } from './quantumleap/ql-face';
import { QlReadsService } from './quantumleap/ql-reads.service';
import { QuantumLeapServiceController } from './quantumleap/quantumleap-service.controller';
import { QuantumLeapController } from './quantumleap/quantumleap.controller';
import { STH_FACE } from './sth/sth-face';
import { SthReadsService } from './sth/sth-reads.service';
import { SthController } from './sth/sth.controller';

const FACES = 'context-broker.history-faces';

function speak(routes: RouteTable): readonly Face[] {
  const faces = [STH_FACE, QL_FACE];
  for (const face of faces) routes.speak(face);
  return faces;
}

/** How clients of STH-Comet and QuantumLeap read the past. Where none is kept, its paths are unknown ones. */
@Module({})
export class HistoryFaceModule {
  static with({ history }: BrokerOptions): DynamicModule {
    if (history === 'off') return { module: HistoryFaceModule };
    return {
      module: HistoryFaceModule,
      imports: [HistoryModule],
      controllers: [SthController, QuantumLeapController, QuantumLeapServiceController],
      providers: [
        SthReadsService,
        QlReadsService,
        { provide: FACES, useFactory: speak, inject: [RouteTable] },
      ],
    };
  }
}
