import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { badRequest, isJsonObject, type JsonValue } from '@smart-city/context';
import type { RequestContext } from '../../../context/request-context';
import { Context, JsonPayload, PathName } from '../../../http/parameters';
import { BadInput, ForOperators, ServicePaths } from '../../../http/route-facts';
import { Ngsiv2SubscriptionsService } from './ngsiv2-subscriptions.service';
import { RecentAttempts } from '../../../core/notifications/recent-attempts';
import { TestNotifications } from '../../../core/notifications/test-notifications';
import { attemptToJson } from '../../../core/notifications/render-attempt';

/** `/v2/subscriptions/{id}/attempts` and `…/test`. */
@Controller('/v2/subscriptions/:id')
@ForOperators()
@ServicePaths('everywhere')
export class AttemptsController {
  constructor(
    private readonly subscriptions: Ngsiv2SubscriptionsService,
    private readonly attempts: RecentAttempts,
    private readonly tests: TestNotifications,
  ) {}

  @Get('attempts')
  async list(@PathName('id') id: string, @Context() caller: RequestContext): Promise<string> {
    const found = await this.subscriptions.get(caller, id);
    return JSON.stringify(this.attempts.of(caller.tenant, found.id).map(attemptToJson));
  }

  @Post('test')
  @BadInput('asPayload')
  @HttpCode(200)
  async test(
    @PathName('id') id: string,
    @Context() caller: RequestContext,
    @JsonPayload() body: JsonValue,
  ): Promise<string> {
    if (!isJsonObject(body) || body.size > 0) throw badRequest('a test takes no members: send {}');
    const found = await this.subscriptions.get(caller, id);
    return JSON.stringify(attemptToJson(await this.tests.send(caller, found.id)));
  }
}
