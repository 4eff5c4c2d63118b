import { Module } from '@nestjs/common';
import { CachesModule } from '../../service/caches.module';
import { ConsentsRepository } from './consents.repository';
import { ConsentsService } from './consents.service';

/** Which applications a user lets in. */
@Module({
  imports: [CachesModule],
  providers: [ConsentsRepository, ConsentsService],
  exports: [ConsentsService],
})
export class ConsentsModule {}
