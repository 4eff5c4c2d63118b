import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { TokenGuard, type GuardedRequest } from './token.guard';

/** One notification, and on whose behalf it came. */
export interface Received {
  readonly userId: string;
  readonly body: unknown;
}

@Controller()
@UseGuards(TokenGuard)
export class NotificationsController {
  readonly received: Received[] = [];

  @Post('/notify')
  @HttpCode(204)
  notify(@Req() { caller }: GuardedRequest, @Body() body: unknown): void {
    this.received.push({ userId: caller.id, body });
  }
}
