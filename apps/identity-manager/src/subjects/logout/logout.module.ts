import { Module } from '@nestjs/common';
import { OutboundModule } from '../../service/outbound/outbound.module';
import { PublicUrlModule } from '../../service/public-url.module';
import { ApplicationsModule } from '../applications/applications.module';
import { AuditModule } from '../audit/audit.module';
import { StateChangesModule } from '../changes/state-changes.module';
import { KeysModule } from '../keys/keys.module';
import { BackchannelLogout } from './backchannel-logout.service';
import { LogoutNoticesRepository } from './logout-notices.repository';

/** Logout tokens, from the end of a session to the application. */
@Module({
  imports: [ApplicationsModule, AuditModule, KeysModule, OutboundModule, PublicUrlModule, StateChangesModule],
  providers: [LogoutNoticesRepository, BackchannelLogout],
})
export class LogoutModule {}
