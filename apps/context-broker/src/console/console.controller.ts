import { Controller, Get } from '@nestjs/common';
import { Answer } from '../http/answer';
import { Parameter } from '../http/parameters';
import { parseTenant } from '../http/tenancy';
import { ConsoleDataService } from './console-data';
import { renderConsole } from './console-page';
import { CONSOLE_STYLE } from './console-style';

/** Nothing but our own stylesheet and our own form, in nobody's frame. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Cache-Control',
  'no-store',
];

/** The page `/admin/console`, with `-adminConsole` only. */
@Controller('/admin/console')
export class ConsoleController {
  constructor(private readonly data: ConsoleDataService) {}

  @Get()
  async page(@Parameter('service') asked: string | undefined): Promise<Answer> {
    const service = asked ?? '-';
    const data = await this.data.gather(service === '-' ? '' : parseTenant(service));
    return new Answer(200, renderConsole(data), GUARDS, 'text/html; charset=utf-8');
  }

  @Get('style')
  style(): Answer {
    return new Answer(200, CONSOLE_STYLE, ['X-Content-Type-Options', 'nosniff'], 'text/css; charset=utf-8');
  }
}
