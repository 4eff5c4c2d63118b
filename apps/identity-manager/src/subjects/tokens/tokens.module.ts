import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { LimitsModule } from '../../limits/limits.module';
import { PublicUrlModule } from '../../service/public-url.module';
import { ApplicationsModule } from '../applications/applications.module';
import { AuditModule } from '../audit/audit.module';
import { DecisionsModule } from '../decisions/decisions.module';
import { OpenIdModule } from '../openid/openid.module';
import { KeysModule } from '../keys/keys.module';
import { UsersModule } from '../users/users.module';
import { AccessTokensService } from './access-tokens.service';
import { ApiLogins } from './api-logins.service';
import { ApiTokensRepository } from './api-tokens.repository';
import { ApiTokensService } from './api-tokens.service';
import { AuthorizationCodesRepository } from './authorization-codes.repository';
import { AuthorizationCodesService } from './authorization-codes.service';
import { Authorizations } from './authorizations.service';
import { IdTokenHints } from './id-token-hints';
import { IdTokens } from './id-tokens';
import { Issuers } from './issuers';
import { AtJwts } from './at-jwts';
import { AccessJwts } from './access-jwts';
import { JwtClaimsService } from './jwt-claims.service';
import { KeyrockJwtsRepository } from './keyrock-jwts.repository';
import { KeyrockJwts } from './keyrock-jwts.service';
import { RefreshTokensService } from './refresh-tokens.service';
import { TokenIssuer } from './token-issuer';
import { TokenRevocations } from './token-revocations.service';
import { EndingTokensRepository } from './ending-tokens.repository';
import { TokensInUseRepository } from './tokens-in-use.repository';
import { TokensInUse } from './tokens-in-use.service';
import { TokensRepository } from './tokens.repository';

const repositories = [
  TokensRepository,
  EndingTokensRepository,
  TokensInUseRepository,
  AuthorizationCodesRepository,
  ApiTokensRepository,
  KeyrockJwtsRepository,
];

const services = [
  AccessTokensService,
  RefreshTokensService,
  AuthorizationCodesService,
  Authorizations,
  ApiTokensService,
  ApiLogins,
  TokenIssuer,
  TokenRevocations,
  TokensInUse,
  IdTokens,
  IdTokenHints,
  JwtClaimsService,
  Issuers,
];

/** Tokens of every kind: issued, found, and ended. */
@Module({
  imports: [
    ApplicationsModule,
    AuditModule,
    StateChangesModule,
    DecisionsModule,
    KeysModule,
    LimitsModule,
    OpenIdModule,
    PublicUrlModule,
    UsersModule,
  ],
  providers: [...repositories, KeyrockJwts, AccessJwts, AtJwts, ...services],
  exports: services,
})
export class TokensModule {}
