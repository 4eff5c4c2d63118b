import { Inject, Injectable, Optional } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { STATISTICS_ORDER } from '../http/route-table';
import { DEPRECATION_COUNTERS, DeprecationLog } from '../logs/deprecation-log';
import { RequestCounters } from './request-counters';
import { NOTIFICATION_QUEUE, type NotificationQueueStatistics } from './statistics-ports';
import { RequestTimes } from './request-times';

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const SEMAPHORES = [
  'request',
  'dbConnectionPool',
  'transaction',
  'subCache',
  'connectionContext',
  'timeStat',
  'metrics',
];
const EVENTS = ['registrationUpdateErrors', 'discoveryErrors', 'notificationsSent'] as const;

type Members = readonly (readonly [string, number | string])[];

/** Numbers as they are, texts as rendered JSON; zeros are left out unless all are wanted. */
const render = (members: Members, full: boolean) =>
  `{${members
    .filter(([, value]) => full || (value !== 0 && value !== '{}'))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;

/** What `/statistics` says, part by part as the command line switched it on. Spec section 12.5. */
@Injectable()
export class Statistics {
  constructor(
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    private readonly counters: RequestCounters,
    private readonly deprecations: DeprecationLog,
    private readonly times: RequestTimes,
    @Optional() @Inject(NOTIFICATION_QUEUE) private readonly queue?: NotificationQueueStatistics,
  ) {}

  render(full: boolean): string {
    const { statCounters, statSemWait, statTiming, statNotifQueue, notificationMode } = this.options;
    const seconds = (sinceMs: number) => Math.floor((Date.now() - sinceMs) / 1000);
    const simulated = this.counters.event('simulatedNotifications');
    const parts: [string, string | number][] = [];
    if (statCounters) parts.push(['counters', this.renderCounters(full)]);
    // No request waits for a semaphore here.
    if (statSemWait) parts.push(['semWait', `{${SEMAPHORES.map((name) => `"${name}":0.000000`).join(',')}}`]);
    if (statTiming) parts.push(['timing', this.times.render()]);
    if (statNotifQueue && notificationMode.kind === 'threadpool')
      parts.push(['notifQueue', this.renderQueue()]);
    parts.push(
      ['uptime_in_secs', seconds(this.counters.startedAtMs)],
      ['measuring_interval_in_secs', seconds(this.counters.resetAtMs)],
    );
    if (simulated > 0) parts.push(['simulatedNotifications', simulated]);
    return `{${parts.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  }

  reset(): void {
    this.counters.reset();
    this.deprecations.reset();
    this.times.reset();
    this.queue?.reset();
  }

  private renderCounters(full: boolean): string {
    const { counters } = this;
    const resources = [...STATISTICS_ORDER, ...counters.otherResources(STATISTICS_ORDER)];
    const requests = resources.map(
      (resource) =>
        [
          resource,
          render(
            VERBS.map((verb) => [verb, counters.requests(resource, verb)]),
            full,
          ),
        ] as const,
    );
    const deprecated = DEPRECATION_COUNTERS.filter(
      (name) => name === 'ngsiv1Forwarding' || name === 'geoFormat' || this.deprecations.count(name) > 0,
    );
    return render(
      [
        ['jsonRequests', counters.jsonRequests],
        ['textRequests', counters.textRequests],
        ['noPayloadRequests', counters.noPayloadRequests],
        ['requests', render(requests, full)],
        ['missedVerb', counters.missedVerb],
        ['invalidRequests', counters.invalidRequests],
        ...EVENTS.map((event) => [event, counters.event(event)] as const),
        [
          'deprecatedFeatures',
          render(
            deprecated.map((name) => [name, this.deprecations.count(name)]),
            full,
          ),
        ],
      ],
      full,
    );
  }

  private renderQueue(): string {
    const { incoming, outgoing, rejected, sentOk, sentError, secondsInQueue, size } =
      this.queue?.read() ?? EMPTY_QUEUE;
    const mean = outgoing === 0 ? 0 : secondsInQueue / outgoing;
    return `{"in":${incoming},"out":${outgoing},"reject":${rejected},"sentOk":${sentOk},"sentError":${sentError},"timeInQueue":${secondsInQueue.toFixed(6)},"avgTimeInQueue":${mean.toFixed(6)},"size":${size}}`;
  }
}

const EMPTY_QUEUE = {
  incoming: 0,
  outgoing: 0,
  rejected: 0,
  sentOk: 0,
  sentError: 0,
  secondsInQueue: 0,
  size: 0,
};
