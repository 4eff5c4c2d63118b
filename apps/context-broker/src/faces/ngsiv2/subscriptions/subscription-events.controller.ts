import { Controller, Get, Inject } from '@nestjs/common';
import { badRequest, NgsiError } from '@smart-city/context';
import { STILL_PERMITS, type StillPermits } from '../../../core/streams/still-permits';
import type { Answer } from '../../../http/answer';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { fromRequest, PathName } from '../../../http/parameters';
import { Answers, ForClients, ServicePaths } from '../../../http/route-facts';
import { StreamHub } from '../../../core/streams/stream-hub';
import { subscriptionKey } from '../../../core/streams/stream-key';
import { Ngsiv2SubscriptionsService } from './ngsiv2-subscriptions.service';

/** The request of a client that takes a stream of events, or anything. @throws NgsiError  406 */
const Follower = fromRequest((request): NgsiRequest => {
  const { events, json, text } = request.accept.acceptance;
  if (events || (json && text)) return request;
  throw new NgsiError('NotAcceptable', 'acceptable MIME types: text/event-stream');
});

/** The notifications of a subscription whose channel is `sse`. Beyond the original. */
@Controller('/v2/subscriptions/:id/events')
@ForClients()
@ServicePaths('everywhere')
export class SubscriptionEventsController {
  constructor(
    private readonly subscriptions: Ngsiv2SubscriptionsService,
    private readonly hub: StreamHub,
    @Inject(STILL_PERMITS) private readonly stillPermits: StillPermits | undefined,
  ) {}

  /** @throws NgsiError  400 for another channel, 404, 406, 429, 503 */
  @Get()
  @Answers('text/event-stream')
  async follow(@PathName('id') id: string, @Follower() request: NgsiRequest): Promise<Answer> {
    const { notification, id: subscription } = await this.subscriptions.get(request, id);
    const { kind } = notification.channel;
    if (kind !== 'sse') throw badRequest(`a subscription with ${kind} notifications has no events to follow`);
    const { stillPermits } = this;
    return this.hub.answer({
      tenant: request.tenant,
      key: subscriptionKey(request.tenant, subscription),
      lastEventId: request.header('last-event-id'),
      remains: stillPermits && (() => stillPermits(request)),
      // The channel publishes.
      follow: () => () => undefined,
    });
  }
}
