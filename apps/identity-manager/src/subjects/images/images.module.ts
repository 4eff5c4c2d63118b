import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { AuditModule } from '../audit/audit.module';
import { ImagesRepository } from './images.repository';
import { Images } from './images.service';

/** Pictures of users, applications and organizations. */
@Module({
  imports: [AuditModule, StateChangesModule],
  providers: [ImagesRepository, Images],
  exports: [Images],
})
export class ImagesModule {}
