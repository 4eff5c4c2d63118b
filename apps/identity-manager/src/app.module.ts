import { Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { ApiModule } from './doors/api/api.module';
import type { Options } from './cli/options';
import { CoreModule } from './core.module';
import { DocsModule } from './doors/docs/docs.module';
import { HealthController } from './http/health.controller';
import type { Logger } from './service/logger';
import { MetricsController } from './http/metrics.controller';
import { TracingModule } from './http/tracing.module';
import { VersionController } from './http/version.controller';
import { OAuthModule } from './doors/oauth/oauth.module';
import { PdpModule } from './doors/api/pdp/pdp.module';
import { PortalModule } from './doors/web/portal.module';

@Module({})
export class AppModule {
  static register(options: Options, dataSource: DataSource, log: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.register(options, dataSource, log),
        // First: Express tries the routes one after the other, and these are asked for the most.
        OAuthModule,
        ...(options.pdp.level === 'payload' ? [PdpModule] : []),
        ApiModule,
        PortalModule,
        DocsModule,
        TracingModule,
      ],
      controllers: [VersionController, HealthController, MetricsController],
    };
  }
}
