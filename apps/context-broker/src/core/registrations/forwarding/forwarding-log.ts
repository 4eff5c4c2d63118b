import { Inject, Injectable } from '@nestjs/common';
import type { ForwardingKind } from '@smart-city/context';
import { Metrics } from '../../../operations/admin/metrics';
import { Alarms } from '../../../logs/alarms';
import { LOG, type BrokerLog } from '../../../logs/broker-log';
import { LegacyForwardingUse } from '../../../operations/deprecations/legacy-forwarding-use';
import type { ForwardContext } from './forward-context';
import { ProviderHealth } from './provider-health';
import type { ProviderTarget } from './provider-request';
import type { ForwardedRequest, ForwardingEvents } from './forwarding-events';

/** Log lines and alarms of forwarding, in Orion's words (docs/behaviour/context-broker.md, "Log lines"). */
@Injectable()
export class ForwardingLog implements ForwardingEvents {
  constructor(
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly alarms: Alarms,
    private readonly legacy: LegacyForwardingUse,
    private readonly metrics: Metrics,
    private readonly health: ProviderHealth,
  ) {}

  started({ request }: ForwardContext): void {
    this.log.info(`Starting forwarding for ${request.method} ${request.url}`, request.log);
  }

  forwarded({ request, tenant }: ForwardContext, forwarded: ForwardedRequest): void {
    const { registrationId, url, correlator, requestBody, responseBody, code, isError } = forwarded;
    this.health.note({ tenant, registrationId, url, correlator, code, answer: responseBody });
    const requestSize = Buffer.byteLength(requestBody);
    const responseSize = Buffer.byteLength(responseBody);
    this.metrics.sent({
      tenant: request.service,
      servicePath: request.servicePaths?.[0] ?? '',
      requestSize,
      responseSize,
      isError,
    });
    if (!this.log.isEnabled('INFO')) return;
    const sent = `request payload (${requestSize} bytes): ${this.log.payload(requestBody)}`;
    const answered = `response payload (${responseSize} bytes): ${this.log.payload(responseBody)}`;
    const text = `Request forwarded (regId: ${registrationId}): POST ${url}, ${sent}, ${answered}, response code: ${code}`;
    this.log.info(text, { ...request.log, correlator });
  }

  failed({ request }: ForwardContext, url: string, detail: string): void {
    this.alarms.raise('ForwardingError', nameOf(url), this.log.payload(detail), request.log);
  }

  recovered({ request }: ForwardContext, url: string): void {
    this.alarms.release('ForwardingError', nameOf(url), request.log);
  }

  badAnswer({ request }: ForwardContext, reason: string): void {
    this.alarms.raise('BadInput', request.log.from ?? '', `JSON Parse Error (${reason})`, request.log);
  }

  loopDetected({ request }: ForwardContext, url: string): void {
    this.log.warn(`Forwarding loop detected, not forwarding again to ${url}`, request.log);
  }

  legacyUsed({ request }: ForwardContext, target: ProviderTarget, kind: ForwardingKind): void {
    this.legacy.forwarded(request, target, kind);
  }
}

/** Alarms name a provider by host, port and path. */
function nameOf(url: string): string {
  const { hostname, port, protocol, pathname } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}${pathname}`;
}
