import { Module } from '@nestjs/common';
import { EntitiesController } from './entities.controller';
import { EntityQueriesService } from './entity-queries.service';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from './entity-updates.service';

@Module({
  controllers: [EntitiesController],
  providers: [EntityReadsService, EntityQueriesService, EntityUpdatesService],
  exports: [EntityQueriesService, EntityUpdatesService],
})
export class EntitiesModule {}
