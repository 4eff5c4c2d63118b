import { Global, Module } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { AuthzObservations } from './authz-observations';
import { EnforcementGuard } from './enforcement.guard';
import { ProtectedResourceController } from './protected-resource.controller';

/** Nothing of it exists unless `-authz` asks for it. */
@Global()
@Module({})
export class AuthzModule {
  static with({ authz, authzAudience }: BrokerOptions) {
    return {
      module: AuthzModule,
      controllers: authz && authzAudience !== undefined ? [ProtectedResourceController] : [],
      providers: [AuthzObservations, ...(authz ? [EnforcementGuard] : [])],
      exports: [AuthzObservations, ...(authz ? [EnforcementGuard] : [])],
    };
  }
}
