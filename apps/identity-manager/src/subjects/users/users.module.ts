import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { OPTIONS, type Options } from '../../cli/options';
import { LimitsModule } from '../../limits/limits.module';
import { PublicUrlModule } from '../../service/public-url.module';
import { LdapModule } from '../ldap/ldap.module';
import { AuditModule } from '../audit/audit.module';
import { MailModule } from '../mail/mail.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccountKeysRepository } from './account-keys.repository';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { AccountRules } from './account-rules.service';
import { AddresseesRepository } from './addressees.repository';
import { Announcements } from './announcements.service';
import { EmailChanges } from './email-changes.service';
import { EmergencyPassword } from './emergency-password.service';
import { EmailDomains } from './email-domains';
import { EndOfAccessRepository } from './end-of-access.repository';
import { EndOfAccess } from './end-of-access.service';
import { DirectoryAccounts } from './directory-accounts.service';
import { DirectoryLogins } from './directory-logins.service';
import { LoginService } from './login.service';
import { MailLimit } from './mail-limit';
import { OwnAccount } from './own-account.service';
import { PasswordAgain } from './password-again.service';
import { PasswordHasher } from './password-hasher';
import { Recovery } from './recovery.service';
import { Registrations } from './registrations.service';
import { NamedUsers } from './named-users.service';
import { SecondFactorsRepository } from './second-factors.repository';
import { SecondFactorSetup } from './second-factor-setup.service';
import { SecondFactor } from './second-factor.service';
import { TakenNames } from './taken-names';
import { TakenSignUps } from './taken-sign-ups';
import { UserAccess } from './user-access.service';
import { PasswordChanges } from './password-changes.service';
import { UserChanges } from './user-changes.service';
import { UserListsRepository } from './user-lists.repository';
import { UserLists } from './user-lists.service';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

const services = [
  AccountKeys,
  AccountMails,
  AccountRules,
  DirectoryAccounts,
  DirectoryLogins,
  Announcements,
  EmailChanges,
  EmailDomains,
  EmergencyPassword,
  EndOfAccess,
  LoginService,
  MailLimit,
  NamedUsers,
  OwnAccount,
  PasswordAgain,
  Recovery,
  Registrations,
  SecondFactor,
  SecondFactorSetup,
  TakenNames,
  TakenSignUps,
  UserAccess,
  PasswordChanges,
  UserChanges,
  UserLists,
  UsersService,
];

/** Users: their accounts, passwords and second factors, and the ways to prove and to change them. */
@Module({
  imports: [
    StateChangesModule,
    LdapModule,
    LimitsModule,
    PublicUrlModule,
    AuditModule,
    MailModule,
    SessionsModule,
  ],
  providers: [
    AccountKeysRepository,
    AddresseesRepository,
    EndOfAccessRepository,
    SecondFactorsRepository,
    UserListsRepository,
    UsersRepository,
    {
      provide: PasswordHasher,
      useFactory: ({ legacyEncryptionKey, passwordHashMemoryKib }: Options) =>
        new PasswordHasher(legacyEncryptionKey, passwordHashMemoryKib),
      inject: [OPTIONS],
    },
    ...services,
  ],
  exports: [UsersRepository, PasswordHasher, ...services],
})
export class UsersModule {}
