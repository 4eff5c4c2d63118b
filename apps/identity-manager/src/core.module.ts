import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ServiceState } from '@smart-city/lifecycle';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ApplicationsService } from './applications/applications.service';
import { AuditLog } from './audit/audit-log';
import { OPTIONS, type Options } from './cli/options';
import { CleanupService } from './database/cleanup.service';
import { rows } from './database/rows';
import { loadEncryptionKey, SecretCipher } from './database/secret-cipher';
import { Sql } from './database/sql';
import { systemClock } from './http/clock';
import { Logger } from './http/logger';
import { Metrics } from './http/metrics';
import { PublicUrl } from './http/public-url';
import { CLOCK } from './http/tokens';
import { ApiTokensService } from './tokens/api-tokens.service';
import { PasswordHasher } from './users/password-hasher';
import { ClientsService } from './applications/clients.service';
import { Caches } from './http/timed-cache';
import { AttemptLimiter } from './limits/attempt-limiter';
import { ClientAuthentication } from './oauth/client-authentication';
import { IdTokens } from './oidc/id-tokens';
import { Issuers } from './oidc/issuers';
import { SigningKeys } from './oidc/signing-keys.service';
import { AccessService } from './pdp/access.service';
import { AuthzforceDecisionPoint } from './pdp/authzforce';
import { AzfDomains } from './pdp/azf-domains';
import { CountingDecisionPoint, DecisionCounts } from './pdp/decision-counts';
import { DECISION_POINT, LocalDecisionPoint, type DecisionPoint } from './pdp/decision-point';
import { UserFactsService } from './pdp/user-facts.service';
import { AccessTokensService } from './tokens/access-tokens.service';
import { KeyrockJwts } from './tokens/keyrock-jwts.service';
import { AuthorizationCodesService } from './tokens/authorization-codes.service';
import { JwtClaimsService } from './tokens/jwt-claims.service';
import { RefreshTokensService } from './tokens/refresh-tokens.service';
import { TokenIssuer } from './tokens/token-issuer';
import { ConsentsService } from './users/consents.service';
import { EndOfAccess } from './users/end-of-access.service';
import { LoginService } from './users/login.service';
import { ResourceOwners } from './users/resource-owners.service';
import { SecondFactor } from './users/second-factor.service';
import { UsersService } from './users/users.service';

/** Stateless or self-contained, one of each. */
const services = [
  CleanupService,
  EndOfAccess,
  UsersService,
  LoginService,
  SecondFactor,
  ResourceOwners,
  ConsentsService,
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
      { provide: PasswordHasher, useValue: new PasswordHasher(options.legacyEncryptionKey) },
      { provide: AuditLog, useValue: new AuditLog(sql, systemClock, log) },
      { provide: Metrics, useValue: new Metrics(options.metricsEnabled) },
      { provide: Caches, useValue: new Caches(options.cacheMaxAgeMs) },
      { provide: AttemptLimiter, useValue: new AttemptLimiter(options.rateLimit) },
      { provide: DecisionCounts, useValue: counts },
      { provide: DECISION_POINT, useValue: new CountingDecisionPoint(decisionPoint(options, log), counts) },
      ...services,
    ];
    return {
      module: CoreModule,
      imports: [typeOrm, repositories],
      providers,
      exports: [...providers, repositories],
    };
  }
}
