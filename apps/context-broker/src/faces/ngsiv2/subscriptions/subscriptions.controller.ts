import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { renderJson, type JsonValue } from '@smart-city/context';
import { subscriptionToJson, type Subscription } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../../context/request-context';
import { created, listAnswer, type Answer } from '../../../http/answer';
import { readIdCursor, withNextPage } from '../../../http/next-page';
import { Context, JsonPayload, Parameters, PathName } from '../../../http/parameters';
import type { UrlParameters } from '../../../http/url-parameters';
import {
  Allow,
  BadInput,
  ForClients,
  HoldsToGrants,
  OwnOptions,
  ServicePaths,
} from '../../../http/route-facts';
import { parseSubscriptionFilter } from '../../../core/subscriptions/subscription-filter';
import { Ngsiv2SubscriptionsService } from './ngsiv2-subscriptions.service';

const toJson = (subscription: Subscription) => subscriptionToJson(subscription, Date.now() / 1000);

/** `/v2/subscriptions` and below. */
@Controller('/v2/subscriptions')
@ForClients()
export class SubscriptionsController {
  constructor(private readonly subscriptions: Ngsiv2SubscriptionsService) {}

  @Get()
  @Allow('POST, GET')
  @OwnOptions('filter')
  async list(@Context() caller: RequestContext, @Parameters() parameters: UrlParameters): Promise<Answer> {
    const wanted = parameters.options.has('filter') ? parseSubscriptionFilter(parameters.values) : undefined;
    const { limit, offset, options } = parameters;
    const page = { limit, offset, ...readIdCursor(parameters) };
    const { subscriptions, count, next } = await this.subscriptions.list(caller, page, wanted);
    const answer = listAnswer(
      renderJson(subscriptions.map(toJson)),
      options.has('count') ? count : undefined,
    );
    return withNextPage(answer, next, caller.url);
  }

  @Post()
  @HoldsToGrants()
  @OwnOptions('extendedQuery')
  @BadInput('asPayload')
  async create(@Context() caller: RequestContext, @JsonPayload() body: JsonValue): Promise<Answer> {
    return created(`/v2/subscriptions/${await this.subscriptions.create(caller, body)}`);
  }

  @Get(':id')
  @Allow('GET, DELETE, PATCH')
  @ServicePaths('everywhere')
  async get(@PathName('id') id: string, @Context() caller: RequestContext): Promise<string> {
    return renderJson(toJson(await this.subscriptions.get(caller, id)));
  }

  @Patch(':id')
  @ServicePaths('everywhere')
  @OwnOptions('extendedQuery')
  @BadInput('asPayload')
  @HttpCode(204)
  patch(
    @PathName('id') id: string,
    @Context() caller: RequestContext,
    @JsonPayload() body: JsonValue,
  ): Promise<void> {
    return this.subscriptions.patch(caller, id, body);
  }

  @Delete(':id')
  @ServicePaths('everywhere')
  @BadInput('asPayload')
  @HttpCode(204)
  delete(@PathName('id') id: string, @Context() caller: RequestContext): Promise<void> {
    return this.subscriptions.delete(caller, id);
  }
}
