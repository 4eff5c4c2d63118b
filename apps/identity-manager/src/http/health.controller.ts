import { Controller, Get, HttpCode } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { DatabaseUnavailable } from '../database/database-errors';
import { Sql } from '../database/sql';

@Controller('health')
export class HealthController {
  constructor(
    private readonly sql: Sql,
    private readonly state: ServiceState,
  ) {}

  /** The process answers. */
  @Get('live')
  @HttpCode(200)
  live() {
    return { status: 'ok' };
  }

  /** Requests should come here: the database answers and no stop has begun. */
  @Get('ready')
  @HttpCode(200)
  async ready() {
    if (this.state.isStopping) throw new DatabaseUnavailable('stopping');
    try {
      await this.sql.all('SELECT 1');
    } catch (error) {
      throw new DatabaseUnavailable('not ready', { cause: error });
    }
    return { status: 'ok' };
  }
}
