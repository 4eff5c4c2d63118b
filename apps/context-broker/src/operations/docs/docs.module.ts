import { Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { ApiViewerController } from './api-viewer.controller';
import { OpenApiController } from './openapi.controller';

/** The description of the interface; its page where the console is, or asked for. */
@Module({})
export class DocsModule {
  static with({ adminConsole, apiDocs }: BrokerOptions): DynamicModule {
    const page = adminConsole || apiDocs ? [ApiViewerController] : [];
    return { module: DocsModule, controllers: [OpenApiController, ...page] };
  }
}
