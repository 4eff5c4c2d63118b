import { Controller, Get, HttpCode } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-errors';
import { Sql } from '../database/sql';

@Controller('health')
export class HealthController {
  constructor(private readonly sql: Sql) {}

  /** The process answers. */
  @Get('live')
  @HttpCode(200)
  live() {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. */
  @Get('ready')
  @HttpCode(200)
  async ready() {
    try {
      await this.sql.all('SELECT 1');
    } catch (error) {
      throw new DatabaseUnavailable('not ready', { cause: error });
    }
    return { status: 'ok' };
  }
}
