import { Module } from '@nestjs/common';
import { CachesModule } from '../../service/caches.module';
import { StateChanges } from './state-changes';

/** What a verb changed, for those who remember it. */
@Module({ imports: [CachesModule], providers: [StateChanges], exports: [CachesModule, StateChanges] })
export class StateChangesModule {}
