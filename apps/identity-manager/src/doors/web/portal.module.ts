import { LimitsModule } from '../../limits/limits.module';
import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module';
import { MailModule } from '../../subjects/mail/mail.module';
import { OrganizationsModule } from '../../subjects/organizations/organizations.module';
import { RolesModule } from '../../subjects/roles/roles.module';
import { PublicUrlModule } from '../../service/public-url.module';
import { PagesModule } from '../../pages/pages.module';
import { AuditModule } from '../../subjects/audit/audit.module';
import { ConsentsModule } from '../../subjects/consents/consents.module';
import { SessionsModule } from '../../subjects/sessions/sessions.module';
import { UsersModule } from '../../subjects/users/users.module';
import { DecisionsModule } from '../../subjects/decisions/decisions.module';
import { KeysModule } from '../../subjects/keys/keys.module';
import { TokensModule } from '../../subjects/tokens/tokens.module';
import { LanguageController } from './accounts/language.controller';
import { ProfileController } from './accounts/profile.controller';
import { RecoveryController } from './accounts/recovery.controller';
import { SecondFactorController } from './accounts/second-factor.controller';
import { SessionsController } from './accounts/sessions.controller';
import { SettingsController } from './accounts/settings.controller';
import { SignInController } from './accounts/sign-in.controller';
import { SignOutController } from './accounts/sign-out.controller';
import { SignUpController } from './accounts/sign-up.controller';
import { UpdatePasswordController } from './accounts/update-password.controller';
import { ApplicationSummaryController } from './admin/application-summary.controller';
import { AuditController } from './admin/audit.controller';
import { ListingsController } from './admin/listings.controller';
import { MarkedUsersController } from './admin/marked-users.controller';
import { NotifyController } from './admin/notify.controller';
import { UserSessionsController } from './admin/user-sessions.controller';
import { UserOverviewController } from './admin/user-overview.controller';
import { UserOverview } from './admin/user-overview.service';
import { UserActions } from './admin/user-actions.service';
import { ServiceAdminController } from './admin/service-admin.controller';
import { ServiceHealth } from './admin/service-health.service';
import { UserAdminController } from './admin/user-admin.controller';
import { UserEditController } from './admin/user-edit.controller';
import { ApplicationActivity } from './applications/application-activity.service';
import { ApplicationListController } from './applications/application-list.controller';
import { EditApplicationController } from './applications/edit-application.controller';
import { NewApplicationController } from './applications/new-application.controller';
import { ApplicationQuestions } from './applications/application-questions';
import { AssignmentPagesController } from './applications/assignment-pages.controller';
import { MachinePagesController } from './applications/machine-pages.controller';
import { ApplicationsModule } from '../../subjects/applications/applications.module';
import { LogoController } from './applications/logo.controller';
import { OverviewController } from './applications/overview.controller';
import { ManyAssignmentsController } from './applications/many-assignments.controller';
import { MarkedAssignmentsController } from './applications/marked-assignments.controller';
import { PermissionListController } from './applications/permission-list.controller';
import { PermissionPagesController } from './applications/permission-pages.controller';
import { RolePageController } from './applications/role-page.controller';
import { RolePagesController } from './applications/role-pages.controller';
import { Programs } from './applications/programs';
import { StartController } from './applications/start.controller';
import { StartPage } from './applications/start-page.service';
import { TokenPagesController } from './applications/token-pages.controller';
import { TrustedPagesController } from './applications/trusted-pages.controller';
import { RolesPage } from './applications/roles-page.service';
import { TryOut } from './applications/try-out.service';
import { ManyMembersController } from './organizations/many-members.controller';
import { MarkedMembersController } from './organizations/marked-members.controller';
import { MemberPagesController } from './organizations/member-pages.controller';
import { OrganizationListController } from './organizations/organization-list.controller';
import { OrganizationPagesController } from './organizations/organization-pages.controller';
import { AssetsController } from './assets.controller';
import { ImagesController } from './images.controller';
import { DirectoryModule } from '../../subjects/directory/directory.module';
import { HomeController } from './portal/home.controller';

/** The pages (docs/identity-manager-web.md). */
@Module({
  imports: [
    LimitsModule,
    AccessModule,
    ApplicationsModule,
    AuditModule,
    ConsentsModule,
    DecisionsModule,
    DirectoryModule,
    KeysModule,
    MailModule,
    OrganizationsModule,
    PagesModule,
    PublicUrlModule,
    RolesModule,
    SessionsModule,
    TokensModule,
    UsersModule,
  ],
  controllers: [
    AssetsController,
    ImagesController,
    SignInController,
    SignOutController,
    SignUpController,
    RecoveryController,
    LanguageController,
    HomeController,
    ProfileController,
    SettingsController,
    SessionsController,
    SecondFactorController,
    UpdatePasswordController,
    // Fixed paths such as `new` before those with an id.
    ApplicationListController,
    NewApplicationController,
    EditApplicationController,
    PermissionListController,
    RolePagesController,
    PermissionPagesController,
    RolePageController,
    AssignmentPagesController,
    MarkedAssignmentsController,
    ManyAssignmentsController,
    TrustedPagesController,
    MachinePagesController,
    TokenPagesController,
    StartController,
    OverviewController,
    LogoController,
    OrganizationListController,
    OrganizationPagesController,
    MemberPagesController,
    MarkedMembersController,
    ManyMembersController,
    UserAdminController,
    MarkedUsersController,
    UserEditController,
    UserOverviewController,
    UserSessionsController,
    ListingsController,
    ApplicationSummaryController,
    AuditController,
    ServiceAdminController,
    NotifyController,
  ],
  providers: [
    RolesPage,
    TryOut,
    ApplicationActivity,
    ApplicationQuestions,
    UserActions,
    UserOverview,
    Programs,
    ServiceHealth,
    StartPage,
  ],
})
export class PortalModule {}
