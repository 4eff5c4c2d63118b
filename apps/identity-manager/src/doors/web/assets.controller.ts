import { Controller, Get, Header } from '@nestjs/common';
import { Pages } from '../../pages/pages';

@Controller('assets')
export class AssetsController {
  constructor(private readonly pages: Pages) {}

  @Get('page.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  script(): string {
    return this.pages.script;
  }

  @Get('icon.svg')
  @Header('Content-Type', 'image/svg+xml')
  @Header('Cache-Control', 'public, max-age=86400')
  icon(): string {
    return this.pages.icon;
  }
}
