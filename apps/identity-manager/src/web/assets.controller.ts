import { Controller, Get, Header } from '@nestjs/common';
import { Pages } from './pages';

@Controller('assets')
export class AssetsController {
  constructor(private readonly pages: Pages) {}

  @Get('style.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  stylesheet(): string {
    return this.pages.stylesheet;
  }
}
