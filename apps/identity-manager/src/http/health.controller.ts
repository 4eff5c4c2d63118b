import { PlainHttp } from './route-facts';
import { Controller, Get, HttpCode } from '@nestjs/common';
import { ServiceState, unreadyReason } from '@smart-city/service';
import { DatabaseUnavailable } from '../database/database-errors';
import { DatabaseHealth } from '../database/database-health';

@PlainHttp()
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: DatabaseHealth,
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
    const reason = await unreadyReason(this.state, () => this.database.ask());
    if (reason?.kind === 'stopping') throw new DatabaseUnavailable('stopping');
    if (reason) throw new DatabaseUnavailable('not ready', { cause: reason.cause });
    return { status: 'ok' };
  }
}
