import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { AdminModule } from './admin/admin.module';
import { ConsoleModule } from './console/console.module';
import { BatchModule } from './batch/batch.module';
import { AuthzModule } from './authz/authz.module';
import { OPTIONS, type BrokerOptions } from './cli/options';
import { RouteTable } from './http/route-table';
import { DeprecationsModule } from './deprecations/deprecations.module';
import { DocsModule } from './docs/docs.module';
import { EntitiesModule } from './entities/entities.module';
import { LiveModule } from './live/live.module';
import { LOG, type BrokerLog } from './logs/broker-log';
import { LogsModule } from './logs/logs.module';
import { Ngsiv1Module } from './ngsiv1/ngsiv1.module';
import { InspectionModule } from './notifications/inspection/inspection.module';
import { NotificationsModule } from './notifications/notifications.module';
import { Endpoints } from './receivers/endpoints';
import { readEndpoints } from './receivers/read-endpoints';
import { ReceiverPolicy } from './receivers/receiver-policy';
import { RegistrationsModule } from './registrations/registrations.module';
import { RequestObservers } from './request-observers';
import { StorageModule } from './storage/storage.module';
import { StreamsModule } from './streams/streams.module';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';
import { TelemetryModule } from './telemetry/telemetry.module';
import { TenantAdmission } from './tenants/tenant-admission';
import { TypesModule } from './types/types.module';

/** The whole broker. Options and log exist before it. */
@Module({})
export class AppModule {
  static with(
    options: BrokerOptions,
    log: BrokerLog,
    routes: RouteTable,
    state: ServiceState,
  ): DynamicModule {
    return {
      module: AppModule,
      global: true,
      providers: [
        { provide: OPTIONS, useValue: options },
        { provide: LOG, useValue: log },
        { provide: RouteTable, useValue: routes },
        { provide: ServiceState, useValue: state },
        RequestObservers,
        {
          provide: ReceiverPolicy,
          useValue: new ReceiverPolicy(options.receiverDeny, options.receiverAllow),
        },
        { provide: Endpoints, useFactory: () => readEndpoints(options.endpointsFile) },
        TenantAdmission,
      ],
      exports: [OPTIONS, LOG, Endpoints, ReceiverPolicy, RouteTable, ServiceState],
      imports: [
        LogsModule,
        StorageModule,
        TelemetryModule,
        AuthzModule.with(options),
        DeprecationsModule,
        EntitiesModule,
        TypesModule,
        BatchModule,
        AdminModule,
        DocsModule.with(options),
        ConsoleModule.with(options),
        SubscriptionsModule,
        NotificationsModule,
        StreamsModule,
        LiveModule,
        InspectionModule.with(options),
        RegistrationsModule.with(options),
        Ngsiv1Module.with(options),
      ],
    };
  }
}
