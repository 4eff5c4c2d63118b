import { Injectable } from '@nestjs/common';
import type { NgsiRequest } from '../../http/ngsi-request';
import { RouteTable } from '../../http/route-table';
import { OPERATIONS_COUNTED_ONLY } from './statistics-rows';

/** Counters of `/statistics` that other parts of the broker raise. */
export type EventCounter =
  'registrationUpdateErrors' | 'discoveryErrors' | 'notificationsSent' | 'simulatedNotifications';

type CountedRequest = Pick<
  NgsiRequest,
  'resource' | 'operation' | 'method' | 'parameters' | 'contentLength' | 'contentType' | 'isLeftOut'
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
  private known:
    | {
        readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
        readonly withPreflights: ReadonlySet<string>;
      }
    | undefined;
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
    { resource, operation, method, parameters, contentLength, contentType }: CountedRequest,
    one: 1 | -1,
  ): void {
    if (contentLength === 0) this.noPayloadRequests += one;
    else if (contentType === 'text/plain') this.textRequests += one;
    else this.jsonRequests += one;
    if (!resource) {
      this.invalidRequests += one;
      return;
    }
    // Without `limit` there is no change of a selection.
    const row =
      (parameters.values.has('limit') ? operation?.facts.selectionCountedAs : undefined) ??
      resource.statistics;
    if (this.isCounted(row, method)) this.countVerb(row, method, one);
    else if (resource.allow === undefined) this.invalidRequests += one;
    else this.missedVerb += one;
  }

  /** Whether the row of a resource has the verb; the request may be refused all the same. */
  private isCounted(row: string, verb: string): boolean {
    if (verb === 'OPTIONS') return this.countsPreflights(row);
    return this.rows.get(row)?.has(verb) === true;
  }

  /** Whether a row counts preflights, also where they are refused for want of CORS. */
  countsPreflights(row: string): boolean {
    return this.facts.withPreflights.has(row);
  }

  /** The verbs that are counted, by row. */
  get rows(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.facts.rows;
  }

  private get facts() {
    if (this.known === undefined) {
      const rows = new Map(this.routes.statistics());
      for (const [row, verb] of OPERATIONS_COUNTED_ONLY) rows.set(row, new Set([verb]));
      this.known = { rows, withPreflights: this.routes.rowsWithPreflights() };
    }
    return this.known;
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
