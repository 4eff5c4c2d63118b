import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '@smart-city/context';
import {
  applyPatch,
  NGSIV2,
  parseNewSubscription,
  parseSubscriptionPatch,
  type Subscription,
} from '@smart-city/ngsiv2';
import { OPTIONS, type BrokerOptions } from '../../../cli/options';
import type { RequestContext } from '../../../context/request-context';
import { ownerMeant, subscriptionPath } from '../../../core/subscriptions/subscription-caller';
import type { SubscriptionFilter } from '../../../core/subscriptions/subscription-filter';
import { checkSubscriptionId } from '../../../core/subscriptions/subscription-id';
import { SubscriptionsService } from '../../../core/subscriptions/subscriptions.service';
import type { PageRequest } from '../../../storage/page-request';
import type { SubscriptionPage } from '../../../storage/subscription-store';

/** Subscriptions of NGSIv2: those whose conditions are in its language. */
@Injectable()
export class Ngsiv2SubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {}

  /** @returns the new id @throws NgsiError  what the body's faults are */
  create(request: RequestContext, body: JsonValue): Promise<string> {
    const servicePath = subscriptionPath(request);
    return this.subscriptions.create(
      request,
      parseNewSubscription(body, servicePath, this.parseOptions(request)),
    );
  }

  /** Replaces the parts that the body gives; always the service path. @throws NgsiError  NotFound, and what the body's faults are */
  patch(request: RequestContext, id: string, body: JsonValue): Promise<void> {
    const servicePath = subscriptionPath(request);
    const input = ownerMeant(request, parseSubscriptionPatch(body, this.parseOptions(request)));
    return this.subscriptions.patch(request, NGSIV2, id, {
      ...(input.status !== undefined && { status: input.status }),
      ...(input.notification !== undefined && { notification: input.notification }),
      apply: (before) => ({ ...applyPatch(before, input), servicePath }),
    });
  }

  /** @throws NgsiError  NotFound, BadRequest for an id that is none */
  async get(request: RequestContext, id: string): Promise<Subscription> {
    checkSubscriptionId(id);
    return this.subscriptions.get(request, NGSIV2, id);
  }

  /** One page by id; of one service path, exactly, when the client named one. */
  list(
    request: RequestContext,
    page: Omit<PageRequest, 'servicePath'>,
    wanted?: SubscriptionFilter,
  ): Promise<SubscriptionPage> {
    return this.subscriptions.list(request, NGSIV2, page, wanted);
  }

  /** @throws NgsiError  NotFound; InternalError when the database fails */
  delete(request: RequestContext, id: string): Promise<void> {
    return this.subscriptions.delete(request, NGSIV2, id);
  }

  private parseOptions({ extendedQuery }: RequestContext) {
    return { allowLegacy: !this.options.gate.isRemoved('legacyNotification'), extendedQuery };
  }
}
