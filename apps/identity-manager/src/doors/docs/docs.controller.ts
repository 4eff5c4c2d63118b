import { Controller, Get } from '@nestjs/common';
import { ApiDescription } from './api-description';
import type { OpenApiDocument } from './openapi';

/** The OpenAPI document. */
@Controller()
export class DocsController {
  constructor(private readonly description: ApiDescription) {}

  @Get('openapi.json')
  openApi(): Promise<OpenApiDocument> {
    return this.description.document();
  }
}
