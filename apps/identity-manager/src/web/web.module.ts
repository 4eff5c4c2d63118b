import { Global, Module } from '@nestjs/common';
import { PublicUrl } from '../http/public-url';
import { AssetsController } from './assets.controller';
import { CookieJar } from './cookies';
import { Csrf } from './csrf';
import { Pages } from './pages';
import { SessionsService } from './sessions.service';

const shared = [Pages, Csrf, SessionsService];

/** What every page needs: templates, sessions, form protection. */
@Global()
@Module({
  controllers: [AssetsController],
  providers: [
    {
      provide: CookieJar,
      useFactory: (url: PublicUrl) => new CookieJar(() => url.isHttps),
      inject: [PublicUrl],
    },
    ...shared,
  ],
  exports: [CookieJar, ...shared],
})
export class WebModule {}
