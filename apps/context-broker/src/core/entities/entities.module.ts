import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { EntityQueriesService } from './entity-queries.service';
import { EntityUpdatesService } from './entity-updates.service';

/** The two doors of entities: of reads and of writes. */
@Module({
  imports: [ChangesModule],
  providers: [EntityQueriesService, EntityUpdatesService],
  exports: [EntityQueriesService, EntityUpdatesService],
})
export class EntitiesModule {}
