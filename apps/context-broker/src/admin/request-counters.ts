import { Injectable } from '@nestjs/common';
import type { NgsiRequest } from '../http/ngsi-request';

/** Counters of `/statistics` that other parts of the broker raise. */
export type EventCounter =
  'registrationUpdateErrors' | 'discoveryErrors' | 'notificationsSent' | 'simulatedNotifications';

/** Requests since the start, or the last reset, by resource and verb. Spec section 12.5. */
@Injectable()
export class RequestCounters {
  readonly startedAtMs = Date.now();
  resetAtMs = this.startedAtMs;
  jsonRequests = 0;
  textRequests = 0;
  noPayloadRequests = 0;
  missedVerb = 0;
  invalidRequests = 0;
  private readonly byResource = new Map<string, Map<string, number>>();
  private readonly events = new Map<EventCounter, number>();

  /** Before it is served: a request for the statistics counts itself. */
  arrived({ resource, method, contentLength, contentType }: NgsiRequest): void {
    if (contentLength === 0) this.noPayloadRequests++;
    else if (contentType === 'text/plain') this.textRequests++;
    else this.jsonRequests++;
    if (!resource) this.invalidRequests++;
    else if (resource.handlers.has(method)) this.countVerb(resource.statistics, method);
    else this.missedVerb++;
  }

  private countVerb(resource: string, verb: string): void {
    let verbs = this.byResource.get(resource);
    if (!verbs) this.byResource.set(resource, (verbs = new Map()));
    verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
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
