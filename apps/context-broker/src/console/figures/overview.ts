import { Injectable } from '@nestjs/common';
import { DeprecationUsage } from '../../operations/deprecations/deprecation-usage';
import { DeliveryQueue } from '../../core/notifications/delivery-queue';
import { ConsoleAccess } from '../console-access';
import { isInTrouble } from '../subscription-health';
import type { Visit } from '../visit';
import { SubscriptionList } from './subscription-list';
import { summed, Traffic } from './traffic';
import { TypeCounts } from './type-counts';

/** A service in a few numbers. Undefined: this person may not see it. */
export interface OverviewNumbers {
  readonly entities: number | undefined;
  readonly types: number | undefined;
  readonly subscriptions: number | undefined;
  readonly subscriptionsInTrouble: number;
  readonly requestsPerSecond: number;
  readonly waitingNotifications: number;
  readonly deprecatedFeatures: number;
}

/** Slices of ten seconds. */
const LAST_MINUTE = 6;

@Injectable()
export class Overview {
  constructor(
    private readonly access: ConsoleAccess,
    private readonly typeCounts: TypeCounts,
    private readonly list: SubscriptionList,
    private readonly traffic: Traffic,
    private readonly queue: DeliveryQueue,
    private readonly usage: DeprecationUsage,
  ) {}

  async of(visit: Visit): Promise<OverviewNumbers> {
    const [mayTypes, maySubscriptions] = await Promise.all([
      this.access.mayRead(visit, '/v2/types'),
      this.access.mayReadEverywhere(visit, '/v2/subscriptions'),
    ]);
    const [types, subscriptions, { entries }] = await Promise.all([
      mayTypes ? this.typeCounts.of(visit.tenancy) : undefined,
      maySubscriptions ? this.list.all(visit.tenant) : undefined,
      this.usage.snapshot(),
    ]);
    const minute = summed(this.traffic.recent().slice(-LAST_MINUTE));
    return {
      entities: types?.types.reduce((sum, { count }) => sum + count, 0),
      types: types?.count,
      subscriptions: subscriptions?.length,
      subscriptionsInTrouble: subscriptions?.filter((one) => isInTrouble(one, visit.nowSeconds)).length ?? 0,
      requestsPerSecond: minute.seconds === 0 ? 0 : minute.requests / minute.seconds,
      waitingNotifications: this.queue.size,
      deprecatedFeatures: new Set(entries.map(({ feature }) => feature)).size,
    };
  }
}
