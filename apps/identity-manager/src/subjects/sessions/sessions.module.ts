import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { AuditModule } from '../audit/audit.module';
import { RememberedDevicesRepository } from './remembered-devices.repository';
import { RememberedDevices } from './remembered-devices.service';
import { SessionListsRepository } from './session-lists.repository';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

/** Logins of browsers, and browsers that skip the second factor. */
@Module({
  imports: [AuditModule, StateChangesModule],
  providers: [
    RememberedDevicesRepository,
    SessionListsRepository,
    SessionsRepository,
    SessionsService,
    RememberedDevices,
  ],
  exports: [SessionsService, RememberedDevices],
})
export class SessionsModule {}
