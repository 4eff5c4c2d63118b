import { Module } from '@nestjs/common';
import { AttributesController } from './attributes.controller';
import { FilteredEntitiesController } from './by-filter/filtered-entities.controller';
import { FilteredUpdatesService } from './by-filter/filtered-updates.service';
import { EntitiesController } from './entities.controller';
import { EntityQueriesService } from './entity-queries.service';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from './entity-updates.service';
import { MetadataController } from './metadata.controller';

@Module({
  controllers: [EntitiesController, AttributesController, FilteredEntitiesController, MetadataController],
  providers: [EntityReadsService, EntityQueriesService, EntityUpdatesService, FilteredUpdatesService],
  exports: [EntityReadsService, EntityQueriesService, EntityUpdatesService, FilteredUpdatesService],
})
export class EntitiesModule {}
