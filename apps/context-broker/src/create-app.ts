import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { INestApplication } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { createTransactionIds } from '@smart-city/logging';
import { operatorGate } from './admin/operator-gate';
import { AppModule } from './app.module';
import { EnforcementGuard } from './authz/enforcement.guard';
import { TokenHosts } from './authz/token-hosts';
import type { BrokerOptions } from './cli/options';
import type { BrokerLog } from './logs/broker-log';
import { createAnswerFault } from './http/answer-fault';
import { AnswerWriter, type Observation } from './http/answer-writer';
import { BrokerHttpAdapter } from './http/broker-http.adapter';
import { createUuids } from './http/correlator';
import { createCorsHeaders } from './http/cors';
import { NgsiErrorFilter } from './http/ngsi-error.filter';
import { nestLogger } from './logs/nest-logger';
import { RequestObservers } from './request-observers';
import { RouteTable } from './http/route-table';
import type { NgsiRequest } from './http/ngsi-request';
import { TenantLimitGuard } from './tenants/tenant-limit.guard';

/** Builds the application on its HTTP adapter; it does not listen yet. */
export async function createApp(options: BrokerOptions, log: BrokerLog): Promise<INestApplication> {
  const observation: Observation = {};
  // Nobody is listening before it is there.
  let guard: EnforcementGuard | undefined = undefined;
  const routes = new RouteTable();
  const state = new ServiceState();
  const { corsOrigin: origin, corsMaxAgeSeconds } = options;
  const cors = createCorsHeaders(
    origin === undefined ? undefined : { origin, maxAgeSeconds: corsMaxAgeSeconds },
  );
  const answerFault = createAnswerFault(log);
  const adapter = new BrokerHttpAdapter({
    factory: {
      routes,
      multiservice: options.multiservice,
      tenants: options.tenants.length === 0 ? undefined : new Set(options.tenants),
      tokenHosts: options.authz ? new TokenHosts(options.authzTokenHosts) : undefined,
      maxPayloadSize: options.inReqPayloadMaxSize,
      nextCorrelator: createUuids(),
      nextTransaction: createTransactionIds(),
    },
    observation,
    writer: new AnswerWriter(cors, state, observation),
    answerFault,
    credentials: bothChecks(
      operatorGate({ from: options.adminFrom, token: options.adminToken }),
      options.authz ? (request) => guard!.requireToken(request) : undefined,
    ),
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
  app.useGlobalFilters(new NgsiErrorFilter(answerFault));
  observation.by = app.get(RequestObservers);
  if (options.authz) {
    const enforcement = app.get(EnforcementGuard);
    guard = enforcement;
    app.useGlobalGuards(enforcement);
  }
  if (options.multiservice && options.maxTenants > 0) app.useGlobalGuards(app.get(TenantLimitGuard));
  return app;
}

type Check = (request: NgsiRequest) => void;

const bothChecks = (first: Check | undefined, second: Check | undefined): Check | undefined =>
  first === undefined || second === undefined
    ? (first ?? second)
    : (request) => {
        first(request);
        second(request);
      };
