import { Module } from '@nestjs/common';
import { TaggedAnswers } from './conditions/tagged-answers';
import { EntitiesController } from './entities.controller';
import { EntityQueriesService } from './entity-queries.service';
import { EntityReadsService } from './entity-reads.service';
import { EntityUpdatesService } from './entity-updates.service';
import { MetadataController } from './metadata.controller';

@Module({
  controllers: [EntitiesController, MetadataController],
  providers: [EntityReadsService, EntityQueriesService, EntityUpdatesService, TaggedAnswers],
  exports: [EntityQueriesService, EntityUpdatesService],
})
export class EntitiesModule {}
