import { Module } from '@nestjs/common';
import { EntitiesModule } from '../entities/entities.module';
import { BatchController } from './batch.controller';

@Module({ imports: [EntitiesModule], controllers: [BatchController] })
export class BatchModule {}
