import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ApplicationsService } from './subjects/applications/applications.service';
import { AuditModule } from './subjects/audit/audit.module';
import { OPTIONS, type Options } from './cli/options';
import { CleanupService } from './database/cleanup.service';
import { rows } from './database/entities/rows';
import { loadEncryptionKey, SecretCipher } from './database/secret-cipher';
import { Sql } from './database/sql';
import { systemClock } from './service/clock';
import { Logger } from './service/logger';
import { Metrics } from './service/metrics';
import { PublicUrl } from './service/public-url';
import { CLOCK } from './service/tokens';
import { ApiTokensService } from './subjects/tokens/api-tokens.service';
import { ClientsService } from './subjects/applications/clients.service';
import { Caches } from './service/timed-cache';
import { AttemptLimiter } from './limits/attempt-limiter';
import { ClientAuthentication } from './doors/oauth/client-authentication';
import { IdTokens } from './subjects/tokens/id-tokens';
import { Issuers } from './subjects/tokens/issuers';
import { SigningKeys } from './subjects/keys/signing-keys.service';
import { AccessService } from './subjects/decisions/access.service';
import { AuthzforceDecisionPoint } from './subjects/decisions/authzforce';
import { AzfDomains } from './subjects/decisions/azf-domains';
import { CountingDecisionPoint, DecisionCounts } from './subjects/decisions/decision-counts';
import { DECISION_POINT, LocalDecisionPoint, type DecisionPoint } from './subjects/decisions/decision-point';
import { UserFactsService } from './subjects/decisions/user-facts.service';
import { AccessTokensService } from './subjects/tokens/access-tokens.service';
import { KeyrockJwts } from './subjects/tokens/keyrock-jwts.service';
import { AuthorizationCodesService } from './subjects/tokens/authorization-codes.service';
import { JwtClaimsService } from './subjects/tokens/jwt-claims.service';
import { RefreshTokensService } from './subjects/tokens/refresh-tokens.service';
import { TokenIssuer } from './subjects/tokens/token-issuer';
import { ConsentsModule } from './subjects/consents/consents.module';
import { UsersModule } from './subjects/users/users.module';

/** Stateless or self-contained, one of each. */
const services = [
  CleanupService,
  ApplicationsService,
  ClientsService,
  ClientAuthentication,
  ApiTokensService,
  AccessTokensService,
  KeyrockJwts,
  RefreshTokensService,
  AuthorizationCodesService,
  JwtClaimsService,
  TokenIssuer,
  AccessService,
  AzfDomains,
  UserFactsService,
  Issuers,
  SigningKeys,
  IdTokens,
];

/** The decision point that the settings ask for. */
function decisionPoint({ pdp }: Options, log: Logger): DecisionPoint {
  const { level, authzforce } = pdp;
  return level === 'advanced' && authzforce
    ? new AuthzforceDecisionPoint(authzforce, log)
    : new LocalDecisionPoint(log);
}

/** What every area uses: settings, database, secrets, users, applications. All singletons. */
@Global()
@Module({})
export class CoreModule {
  static register(options: Options, dataSource: DataSource, log: Logger): DynamicModule {
    const sql = new Sql(dataSource);
    const counts = new DecisionCounts(sql, systemClock, log);
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => dataSource.options,
      dataSourceFactory: async () => dataSource,
    });
    const repositories = TypeOrmModule.forFeature([...rows]);
    const providers = [
      { provide: OPTIONS, useValue: options },
      { provide: CLOCK, useValue: systemClock },
      { provide: Logger, useValue: log },
      { provide: ServiceState, useValue: new ServiceState() },
      { provide: Sql, useValue: sql },
      { provide: PublicUrl, useValue: new PublicUrl(options.publicUrl, options.https !== undefined) },
      { provide: SecretCipher, useValue: new SecretCipher(loadEncryptionKey(options)) },
      { provide: Metrics, useValue: new Metrics(options.metricsEnabled) },
      { provide: Caches, useValue: new Caches(options.cacheMaxAgeMs) },
      { provide: AttemptLimiter, useValue: new AttemptLimiter(options.rateLimit) },
      { provide: DecisionCounts, useValue: counts },
      { provide: DECISION_POINT, useValue: new CountingDecisionPoint(decisionPoint(options, log), counts) },
      ...services,
    ];
    return {
      module: CoreModule,
      imports: [typeOrm, repositories, AuditModule, ConsentsModule, UsersModule],
      providers,
      exports: [...providers, repositories],
    };
  }
}
