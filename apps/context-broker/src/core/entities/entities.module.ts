import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { EntityQueriesService } from './entity-queries.service';
import { EntityRewritesService } from './entity-rewrites.service';
import { EntityUpdatesService } from './entity-updates.service';

/** The doors of entities: of reads, of updates, and of rewrites. */
@Module({
  imports: [ChangesModule],
  providers: [EntityQueriesService, EntityRewritesService, EntityUpdatesService],
  exports: [EntityQueriesService, EntityRewritesService, EntityUpdatesService],
})
export class EntitiesModule {}
