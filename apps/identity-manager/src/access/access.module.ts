import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../subjects/applications/applications.module';
import { AuditModule } from '../subjects/audit/audit.module';
import { OrganizationsModule } from '../subjects/organizations/organizations.module';
import { RolesModule } from '../subjects/roles/roles.module';
import { UsersModule } from '../subjects/users/users.module';
import { AccessRules } from './access-rules.service';
import { PathLoader } from './path-loader';

/** Who may what: the rules of routes, for the management API and the pages. */
@Module({
  imports: [ApplicationsModule, AuditModule, OrganizationsModule, RolesModule, UsersModule],
  providers: [AccessRules, PathLoader],
  exports: [AccessRules],
})
export class AccessModule {}
