import { readFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { INestApplication, Type } from '@nestjs/common';
import { limitGeometries, limitGeometryWork, limitQueries, showNumbersAs } from '@smart-city/context';
import { limitLdQueries } from '@smart-city/ngsild';
import { limitExpressions } from '@smart-city/ngsiv2';
import { ServiceState } from '@smart-city/service';
import { createCorrelators, TransactionIds } from '@smart-city/logging';
import { operatorGate } from './operations/admin/operator-gate';
import { AppModule } from './app.module';
import { EnforcementGuard } from './operations/authz/enforcement.guard';
import { TokenHosts } from './operations/authz/token-hosts';
import type { BrokerOptions } from './cli/options';
import type { BrokerLog } from './logs/broker-log';
import { admission, AdmissionGuard } from './http/admission';
import { BodyBudget, bodyLimits } from './http/body-budget';
import { createAnswerFault } from './http/answer-fault';
import { AnswerBudget, answerLimit } from './http/answer-budget';
import { AnswerWriter, type Observation } from './http/answer-writer';
import { BrokerHttpAdapter, type HttpSettings } from './http/broker-http.adapter';
import { createCorsHeaders } from './http/cors';
import { NgsiErrorFilter } from './http/ngsi-error.filter';
import { declaredFacts } from './http/declared-facts';
import { FACE_OF_OTHERS } from './faces/ngsiv2/ngsiv2-face';
import { nestLogger } from './logs/nest-logger';
import { RequestObservers } from './request-observers';
import { RouteTable } from './http/route-table';
import { TenantAdmission } from './core/tenants/tenant-admission';

/** Steps that the event loop takes for one decision about two geometries, some 10 ms: enough for 1,000 corners beside 10,000. */
const GEOMETRY_STEPS = 500_000;

/**
 * Builds the application on its HTTP adapter; it does not listen yet.
 *
 * @param further  modules with routes beside those of the broker
 */
export async function createApp(
  options: BrokerOptions,
  log: BrokerLog,
  further: readonly Type[] = [],
): Promise<INestApplication> {
  showNumbersAs(options.numbers);
  limitQueries({ conditions: options.queryConditions, values: options.queryValues });
  limitLdQueries({
    conditions: options.queryConditions,
    values: options.queryValues,
    corners: options.queryCorners,
  });
  limitExpressions(options.expressionSteps);
  limitGeometryWork(GEOMETRY_STEPS);
  limitGeometries({ queryCorners: options.queryCorners, locationCorners: options.locationCorners });
  const observation: Observation = {};
  // Nobody is listening before it is there.
  let guard: EnforcementGuard | undefined = undefined;
  const routes = new RouteTable(FACE_OF_OTHERS);
  const state = new ServiceState();
  const { corsOrigin: origin, corsMaxAgeSeconds, etag } = options;
  const cors = createCorsHeaders(
    origin === undefined ? undefined : { origin, maxAgeSeconds: corsMaxAgeSeconds, etag },
  );
  const answerFault = createAnswerFault(log);
  const settings: HttpSettings = {
    factory: {
      routes,
      multiservice: options.multiservice,
      tagsAll: options.etag,
      extendedQuery: options.extendedQuery,
      tenants: options.tenants.length === 0 ? undefined : new Set(options.tenants),
      tokenHosts: options.authz ? new TokenHosts(options.authzTokenHosts) : undefined,
      nextCorrelator: createCorrelators(),
      transactions: new TransactionIds(),
    },
    observation,
    // Known once Nest has made the application.
    admit: undefined,
    writer: new AnswerWriter(cors, state, observation, new AnswerBudget(answerLimit(options.answerBytes))),
    answerFault,
    operators: operatorGate({
      from: options.adminFrom,
      token: options.adminToken,
      hosts: options.authz ? undefined : adminHosts(options),
    }),
    credentials: options.authz ? (request) => guard!.requireToken(request) : undefined,
    corsOrigin: origin,
    maxPayloadSize: options.inReqPayloadMaxSize,
    https: options.https
      ? { key: readFileSync(options.httpsKeyFile!), cert: readFileSync(options.httpsCertFile!) }
      : undefined,
    idleTimeoutMs: options.reqTimeoutSeconds * 1000,
    requestTimeoutMs: options.requestTimeoutMs,
    maxHeaderSize: options.connectionMemoryKb * 1024,
  };
  const adapter = new BrokerHttpAdapter(settings);
  const app = await NestFactory.create(AppModule.with(options, log, routes, state, further), adapter, {
    logger: nestLogger(log),
    abortOnError: false,
    bodyParser: false,
  });
  routes.declare(declaredFacts(app));
  app.useGlobalFilters(new NgsiErrorFilter(answerFault));
  observation.by = app.get(RequestObservers);
  const tenants = options.multiservice && options.maxTenants > 0 ? app.get(TenantAdmission) : undefined;
  const admit = admission(
    tenants && ((request) => tenants.admit(request)),
    options.inReqPayloadMaxSize,
    new BodyBudget(bodyLimits(options.bodyBytes)),
  );
  if (options.authz) {
    const enforcement = app.get(EnforcementGuard);
    guard = enforcement;
    app.useGlobalGuards(enforcement, new AdmissionGuard(admit));
  } else {
    settings.admit = admit;
  }
  return app;
}

/** Names by which operators may ask for the broker on its own machine, in lower case. */
function adminHosts({ adminHosts: named, consoleUrl }: BrokerOptions): ReadonlySet<string> {
  const names = consoleUrl === undefined ? named : [...named, new URL(consoleUrl).hostname];
  return new Set(names.map((name) => name.toLowerCase()));
}
