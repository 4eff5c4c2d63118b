import { Inject, Injectable } from '@nestjs/common';
import type { ForwardingKind } from '@smart-city/context';
import { DeprecationUsage } from './deprecation-usage';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import type { RequestContext } from '../../context/request-context';
import { DeprecationLog } from './deprecation-log';

const COUNTER = 'ngsiv1Forwarding';
const existing = (id: string) => () =>
  `Deprecated usage of legacyForwarding mode detected in existing registration (regId: ${id})`;

/** The provider that a registration names. */
interface ForwardedTo {
  readonly registrationId: string;
  readonly provider: { readonly url: string };
}

/** Says and counts that registrations ask for NGSIv1 towards their provider. */
@Injectable()
export class LegacyForwardingUse {
  constructor(
    private readonly deprecations: DeprecationLog,
    private readonly usage: DeprecationUsage,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {}

  created({ log }: RequestContext, id: string): void {
    this.deprecations.note(
      COUNTER,
      () => `Deprecated usage of legacyForwarding mode in registration creation (regId: ${id})`,
      log,
    );
  }

  /** Shown to a client. */
  found({ log }: RequestContext, id: string): void {
    this.deprecations.note(COUNTER, existing(id), log);
  }

  /** Looked up for forwarding: 3.x names the operation, 4.x the registration. */
  forwarded(
    { log }: RequestContext,
    { registrationId: id, provider }: ForwardedTo,
    kind: ForwardingKind,
  ): void {
    this.usage.add({
      feature: 'ngsiv1.forwarding',
      service: log.service ?? '',
      userAgent: `registration ${id}`,
      address: new URL(provider.url).host,
    });
    const text = this.options.gate.isRemoved('ngsiv1.remaining')
      ? existing(id)
      : () => `Deprecated usage of legacyForwarding mode in ${kind} forwarding operation (regId: ${id})`;
    this.deprecations.note(COUNTER, text, log);
  }
}
