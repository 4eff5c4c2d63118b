import { Inject, Injectable } from '@nestjs/common';
import type { LogContext } from '@smart-city/logging';
import type { AttributeInput } from '@smart-city/context';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { RequestContext } from '../../context/request-context';
import { LOG, type BrokerLog } from '../../logs/broker-log';

/** Counters of `/statistics` for deprecated use; they rise whether or not it is logged. */
export const DEPRECATION_COUNTERS = [
  'ngsiv1Requests',
  'ngsiv1Forwarding',
  'ngsiv1NotifFormat',
  'geoFormat',
] as const;
export type DeprecationCounter = (typeof DEPRECATION_COUNTERS)[number];

/** The one place that logs and counts the use of deprecated features. */
@Injectable()
export class DeprecationLog {
  /** `-logDeprecate`; switched by `PUT /admin/log?deprecate=`. */
  enabled: boolean;
  private readonly counters = new Map<DeprecationCounter, number>();

  constructor(
    @Inject(OPTIONS) options: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
  ) {
    this.enabled = options.logDeprecate;
  }

  /** Counts one use and logs it when logging of deprecated use is on. The text is made only then. */
  note(counter: DeprecationCounter | undefined, text: () => string, context?: LogContext): void {
    if (counter) this.counters.set(counter, this.count(counter) + 1);
    if (this.enabled) this.log.warn(text(), context);
  }

  /** Notes the attributes of an update whose location type is deprecated. */
  noteOldLocations(attrs: readonly AttributeInput[], request: RequestContext): void {
    for (const { name, type } of attrs)
      this.note(
        'geoFormat',
        () =>
          `Deprecated usage of ${type} detected in attribute ${name} at entity update, please use geo:json instead`,
        request.log,
      );
  }

  count(counter: DeprecationCounter): number {
    return this.counters.get(counter) ?? 0;
  }

  reset(): void {
    this.counters.clear();
  }
}
