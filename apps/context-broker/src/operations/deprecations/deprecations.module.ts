import { Global, Module } from '@nestjs/common';
import { DeprecationLog } from './deprecation-log';
import { DeprecationUsage } from './deprecation-usage';
import { DeprecationsController } from './deprecations.controller';
import { LegacyForwardingUse } from './legacy-forwarding-use';
import { LegacyNotificationUse } from './legacy-notification-use';

/**
 * All that the broker does about deprecated features: finds their use, counts it, logs it, reports it, and shows it on the
 * console. What is deprecated, and since when, is data of `libs/deprecation`.
 */
@Global()
@Module({
  controllers: [DeprecationsController],
  providers: [DeprecationLog, DeprecationUsage, LegacyForwardingUse, LegacyNotificationUse],
  exports: [DeprecationLog, DeprecationUsage, LegacyForwardingUse, LegacyNotificationUse],
})
export class DeprecationsModule {}
