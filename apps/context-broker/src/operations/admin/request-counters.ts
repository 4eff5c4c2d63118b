import { Injectable } from '@nestjs/common';
import type { NgsiRequest } from '../../http/ngsi-request';
import { RouteTable, statisticsRow } from '../../http/route-table';

/** Counters of `/statistics` that other parts of the broker raise. */
export type EventCounter =
  'registrationUpdateErrors' | 'discoveryErrors' | 'notificationsSent' | 'simulatedNotifications';

/** Whether a row counts preflights, also where they are refused for want of CORS. */
export const hasOptions = (row: string): boolean => row.startsWith('/v2') && row !== '/v2/op/notify';

type CountedRequest = Pick<
  NgsiRequest,
  'resource' | 'method' | 'parameters' | 'contentLength' | 'contentType' | 'isLeftOut'
>;

/** Requests since the start, or the last reset, by resource and verb. */
@Injectable()
export class RequestCounters {
  readonly startedAtMs = Date.now();
  resetAtMs = this.startedAtMs;
  jsonRequests = 0;
  textRequests = 0;
  noPayloadRequests = 0;
  missedVerb = 0;
  invalidRequests = 0;
  /** Known once all controllers are there. */
  private rows: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  private readonly byResource = new Map<string, Map<string, number>>();
  private readonly events = new Map<EventCounter, number>();

  constructor(private readonly routes: RouteTable) {}

  /** Before it is served: a request for the statistics counts itself. */
  arrived(request: CountedRequest): void {
    this.add(request, 1);
  }

  /** Takes back what was counted of a request that is to be left out. */
  answered(request: CountedRequest): void {
    if (request.isLeftOut) this.add(request, -1);
  }

  private add(
    { resource, method, parameters, contentLength, contentType }: CountedRequest,
    one: 1 | -1,
  ): void {
    if (contentLength === 0) this.noPayloadRequests += one;
    else if (contentType === 'text/plain') this.textRequests += one;
    else this.jsonRequests += one;
    if (!resource) {
      this.invalidRequests += one;
      return;
    }
    const row = statisticsRow(method, resource, parameters);
    if (this.isCounted(row, method)) this.countVerb(row, method, one);
    else if (resource.allow === undefined) this.invalidRequests += one;
    else this.missedVerb += one;
  }

  /** Whether the row of a resource has the verb; the request may be refused all the same. */
  private isCounted(row: string, verb: string): boolean {
    if (verb === 'OPTIONS') return hasOptions(row);
    this.rows ??= this.routes.statistics();
    return this.rows.get(row)?.has(verb) === true;
  }

  private countVerb(resource: string, verb: string, one: 1 | -1): void {
    let verbs = this.byResource.get(resource);
    if (!verbs) this.byResource.set(resource, (verbs = new Map<string, number>()));
    verbs.set(verb, (verbs.get(verb) ?? 0) + one);
  }

  count(event: EventCounter, times = 1): void {
    this.events.set(event, this.event(event) + times);
  }

  event(event: EventCounter): number {
    return this.events.get(event) ?? 0;
  }

  requests(resource: string, verb: string): number {
    return this.byResource.get(resource)?.get(verb) ?? 0;
  }

  reset(): void {
    this.resetAtMs = Date.now();
    this.jsonRequests =
      this.textRequests =
      this.noPayloadRequests =
      this.missedVerb =
      this.invalidRequests =
        0;
    this.byResource.clear();
    this.events.clear();
  }
}
