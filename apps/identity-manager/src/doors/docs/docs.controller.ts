import { Controller, Get, Header, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ruledRoutes } from '../../access/ruled-routes';
import { PublicUrl } from '../../service/public-url';
import { docsPolicy, renderDocsPage } from './docs-page';
import { apiPrefix, renderOpenApi, type OpenApiDocument } from './openapi';

/** The OpenAPI document and its page. */
@Controller()
export class DocsController {
  private document: OpenApiDocument | undefined;

  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly discovery: DiscoveryService,
  ) {}

  @Get('openapi.json')
  openApi(): OpenApiDocument {
    // Made at first use: the public URL is known only once the service listens.
    this.document ??= renderOpenApi(ruledRoutes(this.controllers(), apiPrefix), this.publicUrl.toString());
    return this.document;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', docsPolicy)
  page(): string {
    return renderDocsPage(this.openApi());
  }

  private controllers(): readonly Type[] {
    return this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? [metatype as Type] : []));
  }
}
