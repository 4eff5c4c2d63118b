import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { AuditModule } from '../audit/audit.module';
import { MemberListsRepository } from './member-lists.repository';
import { MemberLists } from './member-lists.service';
import { MembershipsRepository } from './memberships.repository';
import { OrganizationMembers } from './organization-members.service';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';
import { OwnOrganizationsRepository } from './own-organizations.repository';

const given = [OrganizationsService, OrganizationMembers, MemberLists, OwnOrganizationsRepository];

/** Organizations and who belongs to them. */
@Module({
  imports: [AuditModule, StateChangesModule],
  providers: [OrganizationsRepository, MembershipsRepository, MemberListsRepository, ...given],
  exports: given,
})
export class OrganizationsModule {}
