import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { EntityQueriesService } from './entity-queries.service';
import { EntityRewritesService } from './entity-rewrites.service';
import { EntitySelectionsService } from './entity-selections.service';
import { EntityUpdatesService } from './entity-updates.service';

/** The doors of entities: of reads, of updates, and of reads and rewrites by id alone. */
@Module({
  imports: [ChangesModule],
  providers: [EntityQueriesService, EntityRewritesService, EntitySelectionsService, EntityUpdatesService],
  exports: [EntityQueriesService, EntityRewritesService, EntitySelectionsService, EntityUpdatesService],
})
export class EntitiesModule {}
