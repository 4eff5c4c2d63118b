import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { badRequest, isJsonObject, type JsonValue } from '@smart-city/context';
import type { RequestContext } from '../../../context/request-context';
import { listAnswer, type Answer } from '../../../http/answer';
import { Context, JsonPayload, Parameters, PathName } from '../../../http/parameters';
import type { UrlParameters } from '../../../http/url-parameters';
import { BadInput, ForOperators, ServicePaths } from '../../../http/route-facts';
import { checkSubscriptionId } from '../../../core/subscriptions/subscription-id';
import { DeadLettersService } from '../../../core/notifications/dead-letters/dead-letters.service';
import { letterRowToJson, letterToJson } from '../../../core/notifications/dead-letters/letter';

/** `/v2/deadLetters`, and those of one subscription. */
@Controller('/v2')
@ForOperators()
@ServicePaths('everywhere')
export class DeadLettersController {
  constructor(private readonly letters: DeadLettersService) {}

  @Get('deadLetters')
  async list(@Context() caller: RequestContext, @Parameters() parameters: UrlParameters): Promise<Answer> {
    const { limit, offset, options, values } = parameters;
    const subscriptionId = values.get('subscription');
    const of = subscriptionId === undefined ? {} : { subscriptionId: subscriptionOf(subscriptionId) };
    const { letters, count } = await this.letters.list(caller.tenant, { ...of, limit, offset });
    return listAnswer(JSON.stringify(letters.map(letterRowToJson)), options.has('count') ? count : undefined);
  }

  @Get('deadLetters/:id')
  async get(@PathName('id') id: string, @Context() caller: RequestContext): Promise<string> {
    return JSON.stringify(letterToJson(await this.letters.get(caller.tenant, id)));
  }

  @Delete('deadLetters/:id')
  @HttpCode(204)
  drop(@PathName('id') id: string, @Context() caller: RequestContext): Promise<void> {
    return this.letters.drop(caller.tenant, id);
  }

  @Post('deadLetters/:id/resend')
  @HttpCode(202)
  async resend(
    @PathName('id') id: string,
    @Context() caller: RequestContext,
    @JsonPayload() body: JsonValue,
  ): Promise<string> {
    checkNoMembers(body);
    return JSON.stringify(await this.letters.sendAgain(caller.tenant, id));
  }

  @Post('subscriptions/:id/deadLetters/resend')
  @BadInput('asPayload')
  @HttpCode(202)
  async resendAll(
    @PathName('id') id: string,
    @Context() caller: RequestContext,
    @JsonPayload() body: JsonValue,
  ): Promise<string> {
    checkNoMembers(body);
    return JSON.stringify(await this.letters.sendAllAgain(caller.tenant, subscriptionOf(id)));
  }

  @Delete('subscriptions/:id/deadLetters')
  @BadInput('asPayload')
  @HttpCode(204)
  dropAll(@PathName('id') id: string, @Context() caller: RequestContext): Promise<void> {
    return this.letters.dropAll(caller.tenant, subscriptionOf(id));
  }
}

/** Letters outlive their subscription: its id need not be that of one. @throws NgsiError BadRequest */
function subscriptionOf(id: string): string {
  checkSubscriptionId(id);
  return id.toLowerCase();
}

function checkNoMembers(body: JsonValue): void {
  if (!isJsonObject(body) || body.size > 0) throw badRequest('sending again takes no members: send {}');
}
