import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module';
import { OAuthErrorAnswers } from './oauth-error-answers';
import { ApplicationsModule } from '../../subjects/applications/applications.module';
import { AuditModule } from '../../subjects/audit/audit.module';
import { LimitsModule } from '../../limits/limits.module';
import { DecisionsModule } from '../../subjects/decisions/decisions.module';
import { KeysModule } from '../../subjects/keys/keys.module';
import { OpenIdModule } from '../../subjects/openid/openid.module';
import { TokensModule } from '../../subjects/tokens/tokens.module';
import { ConsentsModule } from '../../subjects/consents/consents.module';
import { UsersModule } from '../../subjects/users/users.module';
import { AuthorizeModule } from './authorize/authorize.module';
import { ClientCredentials, ClientGuard } from './client.guard';
import { IntrospectController } from './introspect/introspect.controller';
import { IntrospectGuard, PepProxyStrategy } from './introspect/introspect.guard';
import { IntrospectionService } from './introspect/introspection.service';
import { RevokeController } from './revoke/revoke.controller';
import { grantProviders } from './token/grants/grants';
import { TokenController } from './token/token.controller';
import { AccessTokenGuard } from './user/access-token.guard';
import { UserController } from './user/user.controller';
import { UserInfoController } from './userinfo/userinfo.controller';
import { UserInfo } from './userinfo/userinfo.service';
import { UserInfoService } from './user/user-info.service';

@Module({
  imports: [
    ApplicationsModule,
    HttpModule,
    AuthorizeModule,
    AuditModule,
    ConsentsModule,
    DecisionsModule,
    KeysModule,
    LimitsModule,
    OpenIdModule,
    TokensModule,
    UsersModule,
  ],
  controllers: [TokenController, RevokeController, IntrospectController, UserController, UserInfoController],
  providers: [
    OAuthErrorAnswers,
    ClientCredentials,
    ClientGuard,
    AccessTokenGuard,
    PepProxyStrategy,
    IntrospectGuard,
    IntrospectionService,
    UserInfoService,
    UserInfo,
    ...grantProviders,
  ],
  exports: [ClientCredentials, PepProxyStrategy],
})
export class OAuthModule {}
