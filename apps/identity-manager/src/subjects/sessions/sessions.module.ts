import { Module } from '@nestjs/common';
import { RememberedDevices } from './remembered-devices.service';
import { SessionsService } from './sessions.service';

/** Logins of browsers, and browsers that skip the second factor. */
@Module({
  providers: [SessionsService, RememberedDevices],
  exports: [SessionsService, RememberedDevices],
})
export class SessionsModule {}
