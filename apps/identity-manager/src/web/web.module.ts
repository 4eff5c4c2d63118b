import { Global, Module } from '@nestjs/common';
import { OPTIONS, type Options } from '../cli/options';
import { PublicUrl } from '../http/public-url';
import { AccountsModule } from '../users/accounts.module';
import { AssetsController } from './assets.controller';
import { CookieJar } from './cookies';
import { Csrf } from './csrf';
import { FlashMessages } from './flash-messages';
import { FormOnce } from './form-once';
import { ImagesController } from './images.controller';
import { Images } from './images.service';
import { Messages } from './messages';
import { findAssets, Pages } from './pages';
import { PageFilter } from './page.filter';
import { PictureUpload } from './picture-upload';
import { SessionsService } from './sessions.service';
import { SignIn } from './sign-in.service';

const shared = [
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
