import { Module, type DynamicModule } from '@nestjs/common';
import type { Options } from '../../cli/options';
import { PublicUrlModule } from '../../service/public-url.module';
import { ApiDescription } from './api-description';
import { DocsController } from './docs.controller';
import { ViewerController } from './viewer.controller';

@Module({ imports: [PublicUrlModule], providers: [ApiDescription] })
export class DocsModule {
  static register({ apiDocs }: Options): DynamicModule {
    return { module: DocsModule, controllers: [DocsController, ...(apiDocs ? [ViewerController] : [])] };
  }
}
