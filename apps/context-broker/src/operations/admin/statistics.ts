import { Inject, Injectable } from '@nestjs/common';
import { renderNumber } from '@smart-city/context';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { RouteTable } from '../../http/route-table';
import { DEPRECATION_COUNTERS, DeprecationLog } from '../deprecations/deprecation-log';
import { RequestCounters } from './request-counters';
import { OPERATION_ROWS } from './statistics-rows';
import { NOTIFICATION_QUEUE, type NotificationQueueStatistics } from './statistics-ports';
import { RequestTimes } from './request-times';

const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const SEMAPHORES = [
  'request',
  'dbConnectionPool',
  'transaction',
  'subCache',
  'connectionContext',
  'timeStat',
  'metrics',
];
/** Resources of NGSIv1 are counted apart. */
const LEGACY = /^\/(v1|ngsi10)\//i;
const EVENTS = ['registrationUpdateErrors', 'discoveryErrors', 'notificationsSent'] as const;

type Members = readonly (readonly [string, number | string])[];

/** Numbers as they are, texts as rendered JSON; zeros are left out unless all are wanted. */
const render = (members: Members, full: boolean) =>
  `{${members
    .filter(([, value]) => full || (value !== 0 && value !== '{}'))
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;

/** What `/statistics` says, part by part as the command line switched it on. */
@Injectable()
export class Statistics {
  constructor(
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    private readonly counters: RequestCounters,
    private readonly deprecations: DeprecationLog,
    private readonly times: RequestTimes,
    private readonly routes: RouteTable,
    @Inject(NOTIFICATION_QUEUE) private readonly queue: NotificationQueueStatistics,
  ) {}

  render(full: boolean): string {
    const { statCounters, statSemWait, statTiming, statNotifQueue, notificationMode } = this.options;
    const seconds = (sinceMs: number) => Math.floor((Date.now() - sinceMs) / 1000);
    const simulated = this.counters.event('simulatedNotifications');
    const parts: [string, string | number][] = [];
    if (statCounters) parts.push(['counters', this.renderCounters(full)]);
    // No request waits for a semaphore here.
    if (statSemWait) parts.push(['semWait', `{${SEMAPHORES.map((name) => `"${name}":0`).join(',')}}`]);
    if (statTiming) parts.push(['timing', this.times.render()]);
    if (statNotifQueue && notificationMode.kind === 'threadpool')
      parts.push(['notifQueue', this.renderQueue()]);
    parts.push(
      ['uptime_in_secs', seconds(this.counters.startedAtMs)],
      ['measuring_interval_in_secs', seconds(this.counters.resetAtMs)],
    );
    if (full || simulated > 0) parts.push(['simulatedNotifications', simulated]);
    return `{${parts.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  }

  reset(): void {
    this.counters.reset();
    this.deprecations.reset();
    this.times.reset();
    this.queue.reset();
  }

  private renderCounters(full: boolean): string {
    const { counters } = this;
    const { rows: resources } = counters;
    const order = this.order();
    const legacy = [...resources.keys()].filter((name) => LEGACY.test(name));
    // Resources that the original does not have are told of only once they are used.
    const own = [...resources].filter(
      ([name, verbs]) =>
        !order.includes(name) &&
        !LEGACY.test(name) &&
        [...verbs].some((verb) => counters.requests(name, verb) > 0),
    );
    const current = [...order, ...own.map(([name]) => name)];
    const requests = (names: readonly string[]) =>
      render(
        names.map((name) => [name, this.renderVerbs(name, resources.get(name), full)]),
        full,
      );
    // The counters of NGSIv1 went with it.
    const deprecated = DEPRECATION_COUNTERS.filter(
      (name) => name === 'ngsiv1Forwarding' || name === 'geoFormat' || legacy.length > 0,
    );
    return render(
      [
        ['jsonRequests', counters.jsonRequests],
        ['textRequests', counters.textRequests],
        ['noPayloadRequests', counters.noPayloadRequests],
        ['requests', requests(current)],
        ...(legacy.length > 0 ? [['requestsLegacy', requests(legacy)] as const] : []),
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

  /** Rows that are told whether they were used or not. */
  private order(): readonly string[] {
    const faces = this.routes.statisticsOfFaces();
    return [...faces.flatMap(({ first }) => first), ...OPERATION_ROWS, ...faces.flatMap(({ last }) => last)];
  }

  private renderVerbs(resource: string, verbs: ReadonlySet<string> | undefined, full: boolean): string {
    const shown = VERBS.filter(
      (verb) => verbs?.has(verb) || (verb === 'OPTIONS' && this.counters.countsPreflights(resource)),
    );
    return render(
      shown.map((verb) => [verb, this.counters.requests(resource, verb)]),
      full,
    );
  }

  private renderQueue(): string {
    const { incoming, outgoing, rejected, sentOk, sentError, secondsInQueue, size } = this.queue.read();
    const mean = outgoing === 0 ? 0 : secondsInQueue / outgoing;
    return `{"in":${incoming},"out":${outgoing},"reject":${rejected},"sentOk":${sentOk},"sentError":${sentError},"timeInQueue":${renderNumber(secondsInQueue)},"avgTimeInQueue":${renderNumber(mean)},"size":${size}}`;
  }
}
