import { Module } from '@nestjs/common';
import { CachesModule } from '../../service/caches.module';
import { OrganizationMembers } from './organization-members.service';
import { OrganizationsService } from './organizations.service';

const services = [OrganizationsService, OrganizationMembers];

/** Organizations and who belongs to them. */
@Module({ imports: [CachesModule], providers: services, exports: services })
export class OrganizationsModule {}
