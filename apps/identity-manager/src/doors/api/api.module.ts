import { Module } from '@nestjs/common';
import { ApplicationsController } from './applications/applications.controller';
import { IotAgentsController } from './applications/iot-agents.controller';
import { PepProxiesController } from './applications/pep-proxies.controller';
import { TrustedApplicationsController } from './applications/trusted-applications.controller';
import { MembersController } from './organizations/members.controller';
import { OrganizationsController } from './organizations/organizations.controller';
import { PermissionsController } from './roles/permissions.controller';
import { RoleOrganizationsController } from './roles/role-organizations.controller';
import { RolePermissionsController } from './roles/role-permissions.controller';
import { RoleUsersController } from './roles/role-users.controller';
import { RolesController } from './roles/roles.controller';
import { ApiTokensController } from './tokens/api-tokens.controller';
import { OAuthTokenInfoController } from './tokens/oauth-token-info.controller';
import { TokenPairs } from './tokens/token-pairs';
import { OAuthTokenRecords } from './tokens/oauth-token-records.service';
import { AuditModule } from '../../subjects/audit/audit.module';
import { DecisionsModule } from '../../subjects/decisions/decisions.module';
import { TokensModule } from '../../subjects/tokens/tokens.module';
import { UsersModule } from '../../subjects/users/users.module';
import { MessagesModule } from '../../messages/messages.module';
import { UsersController } from './users/users.controller';
import { ApiErrorAnswers } from './api-error-answers';
import { ApiGuard } from './api.guard';
import { ApiIndexController, UnknownApiPathController } from './api-index.controller';
import { AccessModule } from '../../access/access.module';
import { ApplicationsModule } from '../../subjects/applications/applications.module';
import { DirectoryModule } from '../../subjects/directory/directory.module';
import { OrganizationsModule } from '../../subjects/organizations/organizations.module';
import { RolesModule } from '../../subjects/roles/roles.module';
import { ApiTokenStrategy } from './api-token.strategy';
import { ServiceProvidersController } from './service-providers.controller';

/** The management API /v1, also below /v3. */
@Module({
  imports: [
    AccessModule,
    ApplicationsModule,
    AuditModule,
    DecisionsModule,
    DirectoryModule,
    MessagesModule,
    OrganizationsModule,
    RolesModule,
    TokensModule,
    UsersModule,
  ],
  // In this order: the last one answers for every other path below the prefixes.
  controllers: [
    ApiIndexController,
    ApiTokensController,
    OAuthTokenInfoController,
    UsersController,
    OrganizationsController,
    MembersController,
    ApplicationsController,
    RolesController,
    PermissionsController,
    RolePermissionsController,
    RoleUsersController,
    RoleOrganizationsController,
    PepProxiesController,
    IotAgentsController,
    TrustedApplicationsController,
    ServiceProvidersController,
    UnknownApiPathController,
  ],
  providers: [ApiErrorAnswers, ApiGuard, ApiTokenStrategy, OAuthTokenRecords, TokenPairs],
  exports: [AccessModule, TokensModule, ApiGuard, ApiTokenStrategy],
})
export class ApiModule {}
