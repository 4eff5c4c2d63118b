import { Module } from '@nestjs/common';
import { PublicUrlModule } from '../../service/public-url.module';
import { DocsController } from './docs.controller';

@Module({ imports: [PublicUrlModule], controllers: [DocsController] })
export class DocsModule {}
