import { PublicUrlModule } from '../service/public-url.module';
import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { PublicUrl } from '../service/public-url';
import { AuditModule } from '../subjects/audit/audit.module';
import { ImagesModule } from '../subjects/images/images.module';
import { MailModule } from '../subjects/mail/mail.module';
import { SessionsModule } from '../subjects/sessions/sessions.module';
import { UsersModule } from '../subjects/users/users.module';
import { BrowserSession } from './browser-session';
import { CookieJar } from './cookies';
import { Csrf } from './csrf';
import { FailedSignIn } from './failed-sign-in';
import { FlashMessages } from './flash-messages';
import { FormOnce } from './form-once';
import { OldPassword } from './old-password';
import { PageFilter } from './page.filter';
import { Pages } from './pages';
import { PictureUpload } from './picture-upload';
import { SessionStrategy } from './session.strategy';
import { SignIn } from './sign-in.service';
import { UnknownPage } from './unknown-page';

const services = [
  BrowserSession,
  Csrf,
  FailedSignIn,
  FlashMessages,
  FormOnce,
  OldPassword,
  PageFilter,
  Pages,
  PictureUpload,
  SignIn,
];

/** The frame of every page, with what its guards ask for: templates, messages, sessions, form protection. */
@Module({
  imports: [
    PublicUrlModule,
    MessagesModule,
    AuditModule,
    ImagesModule,
    MailModule,
    SessionsModule,
    UsersModule,
  ],
  providers: [
    {
      provide: CookieJar,
      useFactory: (url: PublicUrl) => new CookieJar(() => url.isHttps),
      inject: [PublicUrl],
    },
    SessionStrategy,
    UnknownPage,
    ...services,
  ],
  exports: [MessagesModule, AuditModule, ImagesModule, CookieJar, ...services],
})
export class PagesModule {}
