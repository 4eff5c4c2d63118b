import { Global, Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { findAssets } from '../../service/assets';
import { PublicUrl } from '../../service/public-url';
import { AccountsModule } from '../../subjects/users/accounts.module';
import { AssetsController } from './assets.controller';
import { BrowserSession } from '../../pages/browser-session';
import { CookieJar } from '../../pages/cookies';
import { Csrf } from '../../pages/csrf';
import { FlashMessages } from '../../pages/flash-messages';
import { FormOnce } from '../../pages/form-once';
import { ImagesController } from './images.controller';
import { Images } from '../../pages/images.service';
import { Messages } from '../../messages/messages';
import { Pages } from '../../pages/pages';
import { PageFilter } from '../../pages/page.filter';
import { PictureUpload } from '../../pages/picture-upload';
import { SessionsService } from '../../subjects/sessions/sessions.service';
import { SignIn } from '../../pages/sign-in.service';

const shared = [
  BrowserSession,
  Pages,
  Csrf,
  FlashMessages,
  FormOnce,
  Images,
  PageFilter,
  PictureUpload,
  SessionsService,
  SignIn,
];

/** What every page needs: templates, messages, sessions, form protection. */
@Global()
@Module({
  imports: [AccountsModule],
  controllers: [AssetsController, ImagesController],
  providers: [
    {
      provide: CookieJar,
      useFactory: (url: PublicUrl) => new CookieJar(() => url.isHttps),
      inject: [PublicUrl],
    },
    {
      provide: Messages,
      useFactory: ({ defaultLanguage }: Options) => new Messages(`${findAssets()}messages/`, defaultLanguage),
      inject: [OPTIONS],
    },
    ...shared,
  ],
  exports: [CookieJar, Messages, ...shared],
})
export class WebModule {}
