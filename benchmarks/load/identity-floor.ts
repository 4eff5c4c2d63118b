import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Controller, Get, HttpCode, Module, Post, Res, type Abstract, type Type } from '@nestjs/common';
import {
  DiscoveryModule,
  DiscoveryService,
  HttpAdapterHost,
  MetadataScanner,
  ModuleRef,
  NestFactory,
} from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ServiceState } from '@smart-city/service';
import { TRACING } from '@smart-city/telemetry';
import type { Response } from 'express';
import { loadOptions } from '../../apps/identity-manager/src/cli/options';
import { configureHttp } from '../../apps/identity-manager/src/http/configure-http';
import { ExpressServer } from '../../apps/identity-manager/src/http/express-server';
import { ErrorFilter } from '../../apps/identity-manager/src/http/error.filter';
import { RouteTable } from '../../apps/identity-manager/src/http/route-table';
import { Logger } from '../../apps/identity-manager/src/service/logger';
import { Metrics } from '../../apps/identity-manager/src/http/metrics';
import { PublicUrl } from '../../apps/identity-manager/src/service/public-url';
import { Caches } from '../../apps/identity-manager/src/service/timed-cache';
import { sendOAuthJson } from '../../apps/identity-manager/src/doors/oauth/wire';

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

const provide = (one: Type, ...inject: readonly (Type | Abstract<unknown>)[]) => ({
  provide: one,
  inject: [...inject],
  useFactory: (...parts: readonly unknown[]) => Reflect.construct(one, parts) as object,
});

@Module({
  imports: [DiscoveryModule],
  controllers: [FloorController],
  providers: [
    { provide: Caches, useValue: new Caches(0) },
    { provide: Metrics, useValue: new Metrics(true) },
    { provide: Logger, useValue: new Logger('ERROR') },
    ServiceState,
    { provide: TRACING, useFactory: () => undefined },
    // The bundle of a benchmark says nothing of the types of parameters: who is injected is said here.
    provide(RouteTable, DiscoveryService, MetadataScanner, HttpAdapterHost),
    provide(ErrorFilter, Logger, DiscoveryService, ModuleRef),
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
