import { Controller, Get } from '@nestjs/common';
import { RouteTable } from '../../http/route-table';
import { ForClients } from '../../http/route-facts';
import { renderOpenApi } from './openapi';

/** `GET /openapi.json`: what this broker serves, with its options and its compat version. */
@Controller('/openapi.json')
@ForClients()
export class OpenApiController {
  private document: string | undefined;

  constructor(private readonly routes: RouteTable) {}

  @Get()
  show(): string {
    // Made at first use: every controller has registered its routes by then.
    this.document ??= JSON.stringify(renderOpenApi(this.routes.list(), this.routes.described()));
    return this.document;
  }
}
