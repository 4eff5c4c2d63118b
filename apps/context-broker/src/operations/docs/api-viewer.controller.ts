import { Controller, Get } from '@nestjs/common';
import {
  renderPostman,
  renderViewer,
  viewerLanguage,
  VIEWER_POLICY,
  VIEWER_SCRIPT,
  VIEWER_STYLE,
} from '@smart-city/api-viewer';
import { LANGUAGE_COOKIE, type Language } from '@smart-city/messages';
import { cookieOf } from '../../http/cookie-of';
import { compressedAnswer } from '../../http/compressed-answer';
import { Answer, jsonAnswer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { fromRequest } from '../../http/parameters';
import { RouteTable } from '../../http/route-table';
import { ForClients } from '../../http/route-facts';
import { renderOpenApi } from './openapi';

const ADDRESSES = {
  document: 'openapi.json',
  postman: 'api-docs/postman.json',
  style: 'api-docs/viewer.css',
  script: 'api-docs/viewer.js',
};

const NOSNIFF = ['X-Content-Type-Options', 'nosniff'];
const PAGE_HEADERS = [
  ...['Content-Security-Policy', VIEWER_POLICY, ...NOSNIFF],
  ...['Referrer-Policy', 'no-referrer', 'Vary', 'Accept-Language, Accept-Encoding, Cookie'],
];

/** The request, for what its reader takes. */
const Asking = fromRequest((request) => request);

const ReaderLanguage = fromRequest((request) =>
  viewerLanguage({
    asked: request.parameter('language'),
    chosen: cookieOf(request, LANGUAGE_COOKIE),
    accept: request.header('accept-language'),
  }),
);

/** The OpenAPI document as a page that can send requests, and as a Postman collection (`-apiDocs`, `-adminConsole`). */
@Controller('/api-docs')
@ForClients()
export class ApiViewerController {
  constructor(private readonly routes: RouteTable) {}

  @Get()
  page(@ReaderLanguage() language: Language, @Asking() request: NgsiRequest): Promise<Answer> {
    const text = renderViewer(this.document(), ADDRESSES, language);
    return compressedAnswer(request, text, 'text/html; charset=utf-8', 200, PAGE_HEADERS);
  }

  /** Its address is a variable, since a broker does not know by which it is reached. */
  @Get('postman.json')
  postman(): Answer {
    return jsonAnswer(JSON.stringify(renderPostman(this.document(), 'http://localhost:1026')));
  }

  @Get('viewer.css')
  style(): Answer {
    return new Answer(200, VIEWER_STYLE, NOSNIFF, 'text/css; charset=utf-8');
  }

  @Get('viewer.js')
  script(): Answer {
    return new Answer(200, VIEWER_SCRIPT, NOSNIFF, 'text/javascript; charset=utf-8');
  }

  private document() {
    return renderOpenApi(this.routes.list(), this.routes.described());
  }
}
