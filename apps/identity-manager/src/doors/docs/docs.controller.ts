import { Controller, Get, Header } from '@nestjs/common';
import { apiRoutes } from '../api/route-list';
import { PublicUrl } from '../../service/public-url';
import { docsPolicy, renderDocsPage } from './docs-page';
import { renderOpenApi, type OpenApiDocument } from './openapi';

/** The OpenAPI document and its page. */
@Controller()
export class DocsController {
  private document: OpenApiDocument | undefined;

  constructor(private readonly publicUrl: PublicUrl) {}

  @Get('openapi.json')
  openApi(): OpenApiDocument {
    // Made at first use: the public URL is known only once the service listens.
    this.document ??= renderOpenApi(apiRoutes(), this.publicUrl.toString());
    return this.document;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', docsPolicy)
  page(): string {
    return renderDocsPage(this.openApi());
  }
}
