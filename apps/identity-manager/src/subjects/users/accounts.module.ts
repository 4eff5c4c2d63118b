import { Global, Module } from '@nestjs/common';
import { ApiModule } from '../../doors/api/api.module';
import { OPTIONS, type Options } from '../../cli/options';
import { Logger } from '../../service/logger';
import { AccountKeys } from './account-keys.service';
import { AccountMails } from './account-mails';
import { AccountSettings } from './account-settings.service';
import { AccountsService } from './accounts.service';
import { EmailChanges } from './email-changes.service';
import { Mailer } from '../mail/mailer';
import { OwnChanges } from './own-changes.service';
import { PasswordAgain } from './password-again.service';
import { Recovery } from './recovery.service';
import { Registrations } from './registrations.service';
import { RememberedDevices } from '../sessions/remembered-devices.service';
import { SecondFactorSetup } from './second-factor-setup.service';

const services = [
  AccountKeys,
  AccountMails,
  AccountsService,
  AccountSettings,
  EmailChanges,
  OwnChanges,
  PasswordAgain,
  RememberedDevices,
  SecondFactorSetup,
  Registrations,
  Recovery,
];

/** People's own accounts: mails with keys, second factor, devices. */
@Global()
@Module({
  imports: [ApiModule],
  providers: [
    {
      provide: Mailer,
      useFactory: ({ mail }: Options, log: Logger) => new Mailer(mail, log),
      inject: [OPTIONS, Logger],
    },
    ...services,
  ],
  exports: [Mailer, ...services],
})
export class AccountsModule {}
