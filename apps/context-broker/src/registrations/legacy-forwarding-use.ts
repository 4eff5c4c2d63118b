import { Injectable } from '@nestjs/common';
import type { ForwardingKind } from '@smart-city/ngsi';
import type { RequestContext } from '../entities/request-context';
import { DeprecationLog } from '../logs/deprecation-log';

/** Says and counts that registrations ask for NGSIv1 towards their provider. Spec section 15.3. */
@Injectable()
export class LegacyForwardingUse {
  constructor(private readonly deprecations: DeprecationLog) {}

  created({ log }: RequestContext, id: string): void {
    this.deprecations.note(
      undefined,
      () => `Deprecated usage of legacyForwarding mode in registration creation (regId: ${id})`,
      log,
    );
  }

  /** Shown to a client, or looked up for forwarding. */
  found({ log }: RequestContext, id: string): void {
    this.deprecations.note(
      undefined,
      () => `Deprecated usage of legacyForwarding mode detected in existing registration (regId: ${id})`,
      log,
    );
  }

  forwarded(request: RequestContext, id: string, kind: ForwardingKind): void {
    this.found(request, id);
    this.deprecations.note(
      'ngsiv1Forwarding',
      () => `Deprecated usage of legacyForwarding mode in ${kind} forwarding operation (regId: ${id})`,
      request.log,
    );
  }
}
