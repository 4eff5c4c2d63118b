import { Inject, Injectable } from '@nestjs/common';
import type { EntityQuery } from '@smart-city/context';
import { STILL_PERMITS, type StillPermits } from '../streams/still-permits';
import type { ReadContext } from '../../context/request-context';
import type { LiveLists } from '../entities/live-port';
import type { ShownAs } from '../entities/representation';
import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { readable, withinGrants } from '../grants/granted-reads';
import { Notifier } from '../notifications/notifier';
import { StreamHub } from '../streams/stream-hub';
import { listKey } from '../streams/stream-key';
import { LiveChanges } from './live-changes';
import { compileLiveQuery } from './live-query';

/** `GET /v2/entities` as a stream of events. */
@Injectable()
export class LiveListsService implements LiveLists {
  private readonly changes = new LiveChanges();

  constructor(
    private readonly hub: StreamHub,
    private readonly notifier: Notifier,
    @Inject(STILL_PERMITS) private readonly stillPermits: StillPermits | undefined,
  ) {}

  follow(
    request: NgsiRequest,
    { tenancy }: Pick<ReadContext, 'tenancy'>,
    asked: EntityQuery,
    shown: ShownAs,
    remains?: () => Promise<boolean>,
  ): Answer {
    const { grants } = request;
    const query = grants === undefined ? asked : withinGrants(grants, asked);
    const { tenant, servicePaths } = tenancy;
    const { stillPermits } = this;
    const live = compileLiveQuery(query, tenancy, shown, grants && ((entity) => readable(grants, entity)));
    return this.hub.answer({
      tenant,
      key: listKey(tenant, servicePaths, request.url, grants?.key),
      lastEventId: request.header('last-event-id'),
      remains:
        stillPermits &&
        (async () => (await stillPermits(request)) && (remains === undefined || (await remains()))),
      follow: (topic) => {
        const forget = this.changes.add(tenant, query.selectors, live, topic);
        this.notifier.showTo(this.changes);
        return () => {
          forget();
          if (this.changes.isEmpty) this.notifier.showTo(undefined);
        };
      },
    });
  }
}
