import { Module } from '@nestjs/common';
import { ApiModule } from '../api/api.module';
import { LanguageController } from './accounts/language.controller';
import { ProfileController } from './accounts/profile.controller';
import { RecoveryController } from './accounts/recovery.controller';
import { SecondFactorController } from './accounts/second-factor.controller';
import { SettingsController } from './accounts/settings.controller';
import { SignInController } from './accounts/sign-in.controller';
import { SignUpController } from './accounts/sign-up.controller';
import { UpdatePasswordController } from './accounts/update-password.controller';
import { HomeController } from './portal/home.controller';

/** The pages of spec section 7. */
@Module({
  imports: [ApiModule],
  controllers: [
    SignInController,
    SignUpController,
    RecoveryController,
    LanguageController,
    HomeController,
    ProfileController,
    SettingsController,
    SecondFactorController,
    UpdatePasswordController,
  ],
})
export class PortalModule {}
