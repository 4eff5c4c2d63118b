import { Global, Module } from '@nestjs/common';
import { LIVE_LISTS } from '../entities/live-port';
import { LiveListsService } from './live-lists.service';

/** What changes, told as it happens. */
@Global()
@Module({
  providers: [{ provide: LIVE_LISTS, useClass: LiveListsService }],
  exports: [LIVE_LISTS],
})
export class LiveModule {}
