import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { AuditModule } from '../audit/audit.module';
import { ConsentsRepository } from './consents.repository';
import { ConsentsService } from './consents.service';

/** Which applications a user lets in. */
@Module({
  imports: [StateChangesModule, AuditModule],
  providers: [ConsentsRepository, ConsentsService],
  exports: [ConsentsService],
})
export class ConsentsModule {}
