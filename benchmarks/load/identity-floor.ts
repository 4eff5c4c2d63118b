import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Controller, Get, HttpCode, Module, Post, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ServiceState } from '@smart-city/service';
import type { Response } from 'express';
import { loadOptions } from '../../apps/identity-manager/src/cli/options';
import { configureHttp } from '../../apps/identity-manager/src/http/configure-http';
import { ExpressServer } from '../../apps/identity-manager/src/http/express-server';
import { Logger } from '../../apps/identity-manager/src/service/logger';
import { Metrics } from '../../apps/identity-manager/src/service/metrics';
import { PublicUrl } from '../../apps/identity-manager/src/service/public-url';
import { Caches } from '../../apps/identity-manager/src/service/timed-cache';
import { TRACING } from '../../apps/identity-manager/src/http/tracing.module';
import { Pages } from '../../apps/identity-manager/src/pages/pages';
import { sendOAuthJson } from '../../apps/identity-manager/src/doors/oauth/send-oauth-json';

// What the identity manager is measured against: the same server, with the same headers, body parsers and counters,
// answering a constant once it has read the body.
const constant = { access_token: '0'.repeat(40), token_type: 'bearer', expires_in: 3600 };

@Controller('floor')
class FloorController {
  @Post()
  @HttpCode(200)
  post(@Res() response: Response): void {
    sendOAuthJson(response, constant);
  }

  @Get()
  get(@Res() response: Response): void {
    sendOAuthJson(response, constant);
  }
}

const options = loadOptions({});

@Module({
  controllers: [FloorController],
  providers: [
    { provide: Caches, useValue: new Caches(0) },
    { provide: Metrics, useValue: new Metrics(true) },
    { provide: Logger, useValue: new Logger('ERROR') },
    ServiceState,
    { provide: TRACING, useFactory: () => undefined },
    // Only unknown addresses have a page.
    { provide: Pages, useValue: {} },
    { provide: PublicUrl, useValue: new PublicUrl(undefined) },
  ],
})
class FloorModule {}

const app = await NestFactory.create<NestExpressApplication>(
  FloorModule,
  new ExpressServer(options.maxHeaderBytes, options.requestTimeoutMs),
  {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  },
);
configureHttp(app, options);
await app.listen(0, '127.0.0.1');
console.log(`listening on http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`);
process.on('SIGTERM', () => process.exit(0));
