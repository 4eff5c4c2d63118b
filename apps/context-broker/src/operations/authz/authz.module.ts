import { Global, Module } from '@nestjs/common';
import type { BrokerOptions } from '../../cli/options';
import { AuthzObservations } from './authz-observations';
import { EnforcementGuard } from './enforcement.guard';

/** Nothing of it exists unless `-authz` asks for it. */
@Global()
@Module({})
export class AuthzModule {
  static with({ authz }: BrokerOptions) {
    return {
      module: AuthzModule,
      providers: [AuthzObservations, ...(authz ? [EnforcementGuard] : [])],
      exports: [AuthzObservations, ...(authz ? [EnforcementGuard] : [])],
    };
  }
}
