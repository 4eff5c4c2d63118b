import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { renderJson, subscriptionToJson, type Subscription } from '@smart-city/ngsi';
import { created, jsonAnswer, listAnswer, NO_CONTENT, type Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { SubscriptionsService } from './subscriptions.service';

const ID_AT = 2;
const toJson = (subscription: Subscription) => subscriptionToJson(subscription, Date.now() / 1000);

/** `/v2/subscriptions` and below. Spec section 8.2. */
@Controller('/v2/subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get()
  async list(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const { subscriptions, count } = await this.subscriptions.list(ngsi, ngsi.parameters);
    return listAnswer(renderJson(subscriptions.map(toJson)), ngsi.options.has('count') ? count : undefined);
  }

  @Post()
  async create(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return created(`/v2/subscriptions/${await this.subscriptions.create(ngsi, ngsi.json())}`);
  }

  @Get(':id')
  async get(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return jsonAnswer(renderJson(toJson(await this.subscriptions.get(ngsi, ngsi.pathName(ID_AT)))));
  }

  @Patch(':id')
  async patch(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    await this.subscriptions.patch(ngsi, ngsi.pathName(ID_AT), ngsi.json());
    return NO_CONTENT;
  }

  @Delete(':id')
  async delete(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    await this.subscriptions.delete(ngsi, ngsi.pathName(ID_AT));
    return NO_CONTENT;
  }
}
