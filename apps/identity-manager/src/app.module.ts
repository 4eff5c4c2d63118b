import { Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ApiModule } from './doors/api/api.module';
import type { Options } from './cli/options';
import { DocsModule } from './doors/docs/docs.module';
import { ConfigurationModule } from './cli/configuration.module';
import { DatabaseModule } from './database/database.module';
import { HttpModule } from './http/http.module';
import type { Logger } from './service/logger';
import { ClockModule } from './service/clock.module';
import { LoggingModule } from './service/logging.module';
import { OidcModule } from './doors/oidc/oidc.module';
import { AuthZenModule } from './doors/oauth/authzen/authzen.module';
import { OAuthModule } from './doors/oauth/oauth.module';
import { PdpModule } from './doors/api/pdp/pdp.module';
import { LogoutModule } from './subjects/logout/logout.module';
import { PortalModule } from './doors/web/portal.module';

@Module({})
export class AppModule {
  static register(options: Options, dataSource: DataSource, log: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigurationModule.register(options),
        ClockModule,
        LoggingModule.register(log),
        DatabaseModule.register(dataSource),
        // First: Express tries the routes one after the other, and these are asked for the most.
        OAuthModule,
        OidcModule,
        ...(options.authzen ? [AuthZenModule] : []),
        ...(options.pdp.level === 'payload' ? [PdpModule] : []),
        ApiModule,
        PortalModule,
        DocsModule.register(options),
        LogoutModule,
        HttpModule,
      ],
    };
  }
}
