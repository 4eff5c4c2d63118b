import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import { ServiceState } from '@smart-city/lifecycle';
import { createTransactionIds } from '@smart-city/logging';
import { AppModule } from '../app.module';
import type { BrokerOptions } from '../cli/options';
import type { BrokerLog } from '../logs/broker-log';
import { BrokerHttpAdapter } from './broker-http.adapter';
import { createUuids } from './correlator';
import { createCorsHeaders } from './cors';
import { NgsiErrorFilter } from './ngsi-error.filter';
import { nestLogger } from './nest-logger';
import { AnswerObservers } from './answer-observers';
import { RequestGuard } from '../authz/request-guard';
import { TokenHosts } from '../authz/token-hosts';
import { RouteTable } from './route-table';
import { createAnswerHead, createSendAnswer, createSendToSocket, type AnswerObserver } from './send-answer';

/** Builds the application on its HTTP adapter; it does not listen yet. */
export async function createApp(options: BrokerOptions, log: BrokerLog): Promise<INestApplication> {
  let observers: AnswerObservers | undefined = undefined;
  let guard: RequestGuard | undefined = undefined;
  const routes = new RouteTable();
  const state = new ServiceState();
  const { corsOrigin: origin, corsMaxAgeSeconds } = options;
  const cors = createCorsHeaders(
    origin === undefined ? undefined : { origin, maxAgeSeconds: corsMaxAgeSeconds },
  );
  const head = createAnswerHead(cors);
  const answered: AnswerObserver = (request, answer) => observers?.answered(request, answer);
  const send = createSendAnswer(answered, head, state);
  const adapter = new BrokerHttpAdapter({
    factory: {
      routes,
      multiservice: options.multiservice,
      tokenHosts: options.authz ? new TokenHosts(options.authzTokenHosts) : undefined,
      nextCorrelator: createUuids(),
      nextTransaction: createTransactionIds(),
    },
    arrived: (request) => observers?.arrived(request),
    send,
    sendToSocket: createSendToSocket(answered, head),
    // Nobody is listening before both are there.
    enforcement: () => guard,
    corsOrigin: origin,
    maxPayloadSize: options.inReqPayloadMaxSize,
    https: options.https
      ? { key: readFileSync(options.httpsKeyFile!), cert: readFileSync(options.httpsCertFile!) }
      : undefined,
    idleTimeoutMs: options.reqTimeoutSeconds * 1000,
    requestTimeoutMs: options.requestTimeoutMs,
    maxHeaderSize: options.connectionMemoryKb * 1024,
  });
  const app = await NestFactory.create(AppModule.with(options, log, routes, state), adapter, {
    logger: nestLogger(log),
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalFilters(new NgsiErrorFilter(send, log));
  observers = app.get(AnswerObservers);
  if (options.authz) guard = app.get(RequestGuard);
  return app;
}
