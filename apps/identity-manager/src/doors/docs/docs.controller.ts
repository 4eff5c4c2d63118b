import { Controller, Get, Header, type INestApplication } from '@nestjs/common';
import { PublicUrl } from '../../service/public-url';
import { docsPolicy, renderDocsPage } from './docs-page';
import { renderOpenApi, type OpenApiDocument } from './openapi';

/** The OpenAPI document and its page. */
@Controller()
export class DocsController {
  private application: INestApplication | undefined;
  private document: Promise<OpenApiDocument> | undefined;

  constructor(private readonly publicUrl: PublicUrl) {}

  /** Whose routes are documented: Nest hands out everything but the application itself. */
  describes(application: INestApplication): void {
    this.application = application;
  }

  @Get('openapi.json')
  openApi(): Promise<OpenApiDocument> {
    if (!this.application) throw new Error('the application is not known yet');
    // Made at first use: the public URL is known only once the service listens.
    this.document ??= renderOpenApi(this.application, this.publicUrl.toString());
    return this.document;
  }

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', docsPolicy)
  async page(): Promise<string> {
    return renderDocsPage(await this.openApi());
  }
}
