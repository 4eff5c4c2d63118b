import { Module } from '@nestjs/common';
import { HistoryReadsService } from './history-reads.service';

/** The past of entities. Only where one is kept. */
@Module({ providers: [HistoryReadsService], exports: [HistoryReadsService] })
export class HistoryModule {}
