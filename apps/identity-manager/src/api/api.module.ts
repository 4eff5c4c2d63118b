import { Module } from '@nestjs/common';
import { ApplicationChanges } from '../applications/application-changes.service';
import { ApplicationList } from '../applications/application-list.service';
import { ApplicationsController } from '../applications/applications.controller';
import { OwnedPermissionsService } from '../roles/owned-permissions.service';
import { ApiLogins } from '../tokens/api-logins.service';
import { ApiTokensController } from '../tokens/api-tokens.controller';
import { EmailDomains } from '../users/email-domains';
import { UserChanges } from '../users/user-changes.service';
import { UsersController } from '../users/users.controller';
import { ApiGuard } from './api.guard';
import { ApiIndexController, UnknownApiPathController } from './api-index.controller';
import { AuditTrail } from './audit-trail';
import { Callers } from './callers';
import { PathLoader } from './path-loader';

/** The management API /v1, also below /v3 (spec section 6). */
@Module({
  // In this order: the last one answers for every other path below the prefixes.
  controllers: [
    ApiIndexController,
    ApiTokensController,
    UsersController,
    ApplicationsController,
    UnknownApiPathController,
  ],
  providers: [
    ApiGuard,
    Callers,
    PathLoader,
    AuditTrail,
    OwnedPermissionsService,
    ApiLogins,
    EmailDomains,
    UserChanges,
    ApplicationChanges,
    ApplicationList,
  ],
})
export class ApiModule {}
