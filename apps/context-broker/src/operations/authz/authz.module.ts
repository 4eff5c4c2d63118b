import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { STILL_PERMITS, type StillPermits } from '../../core/streams/still-permits';
import { AuthzObservations } from './authz-observations';
import { EnforcementGuard } from './enforcement.guard';
import { ProtectedResourceController } from './protected-resource.controller';

const stillPermits =
  (guard: EnforcementGuard): StillPermits =>
  (request) =>
    guard.stillPermits(request);

/** Nothing of it exists unless `-authz` asks for it: then nobody asks whether anybody is permitted anything. */
@Global()
@Module({})
export class AuthzModule {
  static with({ authz, authzAudience }: BrokerOptions): DynamicModule {
    const enforcing = authz
      ? [EnforcementGuard, { provide: STILL_PERMITS, useFactory: stillPermits, inject: [EnforcementGuard] }]
      : [{ provide: STILL_PERMITS, useFactory: () => undefined }];
    return {
      module: AuthzModule,
      controllers: authz && authzAudience !== undefined ? [ProtectedResourceController] : [],
      providers: [AuthzObservations, ...enforcing],
      exports: [AuthzObservations, STILL_PERMITS, ...(authz ? [EnforcementGuard] : [])],
    };
  }
}
