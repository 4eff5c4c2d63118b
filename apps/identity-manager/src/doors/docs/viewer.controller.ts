import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import {
  renderPostman,
  renderViewer,
  viewerLanguage,
  VIEWER_POLICY,
  VIEWER_SCRIPT,
  VIEWER_STYLE,
  type ApiDocument,
} from '@smart-city/api-viewer';
import type { Request, Response } from 'express';
import { LANGUAGE_COOKIE } from '@smart-city/messages';
import { readCookie } from '../../pages/cookies';
import { PublicUrl } from '../../service/public-url';
import { ApiDescription } from './api-description';

const zip = promisify(gzip);

const addresses = {
  document: 'openapi.json',
  postman: 'docs/postman.json',
  style: 'docs/viewer.css',
  script: 'docs/viewer.js',
};

/** The document as a page that can send requests, and as a Postman collection; unless `IDM_API_DOCS` is off. */
@Controller('docs')
export class ViewerController {
  constructor(
    private readonly description: ApiDescription,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', VIEWER_POLICY)
  @Header('Vary', 'Accept-Language, Accept-Encoding, Cookie')
  async page(
    @Req() request: Request,
    @Res() response: Response,
    @Query('language') asked: unknown,
  ): Promise<void> {
    const language = viewerLanguage({
      asked: typeof asked === 'string' ? asked : undefined,
      chosen: readCookie(request, LANGUAGE_COOKIE),
      accept: request.headers['accept-language'],
    });
    const page = renderViewer(await this.document(), addresses, language);
    if (!request.acceptsEncodings('gzip')) response.send(page);
    else response.set('Content-Encoding', 'gzip').send(await zip(page));
  }

  @Get('postman.json')
  async postman() {
    return renderPostman(await this.document(), this.publicUrl.toString());
  }

  @Get('viewer.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return VIEWER_STYLE;
  }

  @Get('viewer.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return VIEWER_SCRIPT;
  }

  private async document(): Promise<ApiDocument> {
    return (await this.description.document()) as ApiDocument;
  }
}
