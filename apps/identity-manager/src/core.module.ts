import { Global, Module } from '@nestjs/common';
import { LimitsModule } from './limits/limits.module';
import { CachesModule } from './service/caches.module';
import { PublicUrlModule } from './service/public-url.module';
import { ApplicationsService } from './subjects/applications/applications.service';
import { ClientsService } from './subjects/applications/clients.service';
import { AuditModule } from './subjects/audit/audit.module';
import { ConsentsModule } from './subjects/consents/consents.module';
import { UsersModule } from './subjects/users/users.module';

const services = [ApplicationsService, ClientsService];

/** Subjects import these themselves. */
const shared = [CachesModule, PublicUrlModule, LimitsModule];

/** Subjects that have no module of their own yet. */
@Global()
@Module({
  imports: [...shared, AuditModule, ConsentsModule, UsersModule],
  providers: services,
  exports: [...services, ...shared],
})
export class CoreModule {}
