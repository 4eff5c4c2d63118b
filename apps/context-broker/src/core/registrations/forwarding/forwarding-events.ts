import type { ForwardingKind } from '@smart-city/context';
import type { ForwardContext } from './forward-context';
import type { ProviderTarget } from './provider-request';

/** One finished exchange with a provider. */
export interface ForwardedRequest {
  readonly registrationId: string;
  /** Provider URL with the path of the operation. */
  readonly url: string;
  readonly correlator: string;
  readonly requestBody: string;
  readonly responseBody: string;
  /** The status, or why there was no answer. */
  readonly code: string;
  /** Bytes of the exchange count for the metrics. */
  readonly isError: boolean;
}

/** What forwarding tells the log, the alarms, the metrics and the deprecation counters. */
export interface ForwardingEvents {
  /** `Starting forwarding for <VERB> <url>`, once for a client's request. */
  started(context: ForwardContext): void;
  forwarded(context: ForwardContext, request: ForwardedRequest): void;
  /** Raises the alarm `ForwardingError <url>`. */
  failed(context: ForwardContext, url: string, detail: string): void;
  /** Releases it. */
  recovered(context: ForwardContext, url: string): void;
  /** A provider that speaks NGSIv1 refused an update, or its answer cannot be read: bad input, seen from here. */
  badAnswer(context: ForwardContext, reason: string): void;
  loopDetected(context: ForwardContext, url: string): void;
  /** A provider is spoken to in NGSIv1. */
  legacyUsed(context: ForwardContext, target: ProviderTarget, kind: ForwardingKind): void;
}
