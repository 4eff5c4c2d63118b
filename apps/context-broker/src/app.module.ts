import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ServiceState } from '@smart-city/service';
import { AdminModule } from './operations/admin/admin.module';
import { ConsoleModule } from './console/console.module';
import { AuthzModule } from './operations/authz/authz.module';
import { OPTIONS, type BrokerOptions } from './cli/options';
import { RouteTable } from './http/route-table';
import { DeprecationsModule } from './operations/deprecations/deprecations.module';
import { DocsModule } from './operations/docs/docs.module';
import { EntitiesModule } from './core/entities/entities.module';
import { LiveModule } from './core/live/live.module';
import { LOG, type BrokerLog } from './logs/broker-log';
import { LogsModule } from './logs/logs.module';
import { NgsiLdModule } from './faces/ngsild/ngsild.module';
import { LdTemporalModule } from './faces/ngsild/temporal/ld-temporal.module';
import { HistoryFaceModule } from './faces/history/history-face.module';
import { Ngsiv1Module } from './faces/ngsiv1/ngsiv1.module';
import { Ngsiv2Module } from './faces/ngsiv2/ngsiv2.module';
import { InspectionModule } from './operations/inspection/inspection.module';
import { NotificationsModule } from './core/notifications/notifications.module';
import { Endpoints } from './receivers/endpoints';
import { readEndpoints } from './receivers/read-endpoints';
import { ReceiverPolicy } from '@smart-city/receivers';
import { RegistrationsModule } from './core/registrations/registrations.module';
import { RequestObservers } from './request-observers';
import { StorageModule } from './storage/storage.module';
import { StreamsModule } from './core/streams/streams.module';
import { SubscriptionsModule } from './core/subscriptions/subscriptions.module';
import { TelemetryModule } from './telemetry/telemetry.module';
import { TenantAdmission } from './core/tenants/tenant-admission';

/** The whole broker. Options and log exist before it. */
@Module({})
export class AppModule {
  static with(
    options: BrokerOptions,
    log: BrokerLog,
    routes: RouteTable,
    state: ServiceState,
    further: readonly Type[] = [],
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
        Ngsiv2Module.with(options),
        EntitiesModule,
        AdminModule,
        DocsModule.with(options),
        ConsoleModule.with(options),
        SubscriptionsModule,
        NotificationsModule,
        StreamsModule,
        LiveModule,
        InspectionModule.with(options),
        RegistrationsModule,
        Ngsiv1Module.with(options),
        NgsiLdModule,
        ...further,
        HistoryFaceModule.with(options),
        LdTemporalModule.with(options),
      ],
    };
  }
}
