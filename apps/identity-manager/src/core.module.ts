import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ApplicationsService } from './subjects/applications/applications.service';
import { AuditModule } from './subjects/audit/audit.module';
import type { Options } from './cli/options';
import { Sql } from './database/sql';
import { systemClock } from './service/clock';
import { CachesModule } from './service/caches.module';
import type { Logger } from './service/logger';
import { PublicUrlModule } from './service/public-url.module';
import { LimitsModule } from './limits/limits.module';
import { ApiTokensService } from './subjects/tokens/api-tokens.service';
import { ClientsService } from './subjects/applications/clients.service';
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

/** Subjects import these themselves. */
const shared = [CachesModule, PublicUrlModule, LimitsModule];

/** Subjects that have no module of their own yet. */
@Global()
@Module({})
export class CoreModule {
  static register(options: Options, log: Logger): DynamicModule {
    const providers = [
      {
        provide: DecisionCounts,
        useFactory: (sql: Sql) => new DecisionCounts(sql, systemClock, log),
        inject: [Sql],
      },
      {
        provide: DECISION_POINT,
        useFactory: (counts: DecisionCounts) =>
          new CountingDecisionPoint(decisionPoint(options, log), counts),
        inject: [DecisionCounts],
      },
      ...services,
    ];
    return {
      module: CoreModule,
      imports: [...shared, AuditModule, ConsentsModule, UsersModule],
      providers,
      exports: [...providers, ...shared],
    };
  }
}
