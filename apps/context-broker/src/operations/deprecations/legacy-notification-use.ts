import { Injectable } from '@nestjs/common';
import { parseTargetUrl, type Subscription } from '@smart-city/ngsiv2';
import { DeprecationUsage } from './deprecation-usage';
import type { RequestContext } from '../../context/request-context';
import { DeprecationLog } from './deprecation-log';

/** Says and counts that subscriptions ask for `attrsFormat: legacy`; others are passed over. */
@Injectable()
export class LegacyNotificationUse {
  constructor(
    private readonly deprecations: DeprecationLog,
    private readonly usage: DeprecationUsage,
  ) {}

  created(request: RequestContext, subscription: Subscription): void {
    this.note(request, subscription, 'in subscription creation');
  }

  modified(request: RequestContext, subscription: Subscription): void {
    this.note(request, subscription, 'in subscription modification');
  }

  /** Shown to a client. */
  found(request: RequestContext, subscription: Subscription): void {
    this.note(request, subscription, 'detected in existing subscription');
  }

  /** A notification is written. No request shows this use, so it is counted here, for the receiver. @param subscription  a legacy one */
  notified(request: RequestContext, subscription: Subscription): void {
    const { id, notification } = subscription;
    this.usage.add({
      feature: 'legacyNotification',
      service: request.log.service ?? '',
      userAgent: `subscription ${id}`,
      address: receiverOf(notification.channel.url),
    });
    this.note(request, subscription, 'in notification');
  }

  private note({ log }: RequestContext, subscription: Subscription, where: string): void {
    if (!isLegacy(subscription)) return;
    this.deprecations.note(
      'ngsiv1NotifFormat',
      () => `Deprecated usage of notification legacy format ${where} (subId: ${subscription.id})`,
      log,
    );
  }
}

const isLegacy = ({ notification }: Subscription): boolean => notification.attrsFormat === 'legacy';

/** Host and port; the URL itself where macros make it no URL yet, or where it names several hosts. */
function receiverOf(url: string): string {
  const target = parseTargetUrl(url);
  return target === undefined ? url : `${target.host}:${target.port}`;
}
