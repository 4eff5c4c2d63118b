import type { LogContext } from '@smart-city/logging';
import type { ReadTenancy, WriteTenancy } from '@smart-city/context';
import type { TraceContext } from '@smart-city/telemetry';
import type { EntityGrants } from './entity-grants';
import type { RequestOption } from './request-options';

/**
 * What the two doors, and everything behind them, know of the request they serve. One object for the whole request:
 * forwards and notifications of one request number themselves through it.
 */
export interface RequestContext {
  readonly method: string;
  /** As sent, query included. */
  readonly url: string;
  /** Checked tenant for the store; '' is the default one, and always so without `-multiservice`. */
  readonly tenant: string;
  /** `Fiware-Service` as sent, in lower case; '' for none. Passed on with notifications and forwarded requests, also where it chooses no tenant. */
  readonly service: string;
  /** As sent; undefined when the header is absent. */
  readonly servicePaths: readonly string[] | undefined;
  /** As received or made. */
  readonly correlator: string;
  /** `X-Auth-Token` as expressions of subscriptions see it; undefined with enforcement, which keeps tokens inside. */
  readonly authToken: string | undefined;
  /** Who asks, by the identity manager's id; undefined without enforcement. */
  readonly callerId?: string | undefined;
  /** `Ngsiv2-AttrsFormat` of the request. */
  readonly attrsFormat: string | undefined;
  /** Names in the URL parameter `options`. */
  readonly options: ReadonlySet<RequestOption>;
  /** Undefined for a request without any. */
  readonly preconditions: RequestPreconditions | undefined;
  /** Its answer says the version of the entity. */
  readonly wantsTag: boolean;
  /** Whether `q` and `mq` are in the extended language: the request or the operator says so. */
  readonly extendedQuery: boolean;
  /** What the bearer may do to entities; undefined for everything. Present only where all that serves the request holds to it. */
  readonly grants?: EntityGrants | undefined;
  readonly log: LogContext;
  /** For whatever is sent on behalf of the request; absent when nobody traces it. */
  readonly trace?: TraceContext | undefined;
  /** The correlator for the next forwarded request: `; cbfwd=N` appended, N from 1. */
  nextForwardCorrelator(): string;
  /** The correlator for the next notification: `; cbnotif=N` appended, N from 1. */
  nextNotificationCorrelator(): string;
  /** The `X-Auth-Token` that a receiver or provider at this address is sent, if it may have it. */
  tokenFor(host: string, port: number): string | undefined;
}

/** `If-Match` and `If-None-Match` as they came; the lines of one that is repeated are joined by commas. */
export interface RequestPreconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** @see RequestContext; the tenancy of a read, where a request without service path reads all of them */
export interface ReadContext {
  readonly request: RequestContext;
  readonly tenancy: ReadTenancy;
}

/** @see RequestContext; the tenancy of a write */
export interface WriteContext {
  readonly request: RequestContext;
  readonly tenancy: WriteTenancy;
}
