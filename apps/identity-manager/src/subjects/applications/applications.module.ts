import { Module } from '@nestjs/common';
import { StateChangesModule } from '../changes/state-changes.module';
import { LimitsModule } from '../../limits/limits.module';
import { AuditModule } from '../audit/audit.module';
import { RolesModule } from '../roles/roles.module';
import { UsersModule } from '../users/users.module';
import { ApplicationList } from './application-list.service';
import { ApplicationSecrets } from './application-secrets.service';
import { ApplicationsRepository } from './applications.repository';
import { ApplicationsService } from './applications.service';
import { ClientsService } from './clients.service';
import { IotAgents } from './iot-agents.service';
import { MachineAccountsRepository } from './machine-accounts.repository';
import { MyApplicationListsRepository } from './my-application-lists.repository';
import { MyApplications } from './my-applications.service';
import { PepProxies } from './pep-proxies.service';
import { Resources } from './resources.service';
import { TrustedApplicationsRepository } from './trusted-applications.repository';
import { TrustedApplications } from './trusted-applications.service';
import { VisibleApplicationsRepository } from './visible-applications.repository';

const services = [
  ApplicationsService,
  ApplicationSecrets,
  ClientsService,
  Resources,
  ApplicationList,
  MyApplications,
  TrustedApplications,
  PepProxies,
  IotAgents,
];

/** Applications, their secrets and machines, and whom they trust. */
@Module({
  imports: [AuditModule, StateChangesModule, LimitsModule, RolesModule, UsersModule],
  providers: [
    ApplicationsRepository,
    MyApplicationListsRepository,
    TrustedApplicationsRepository,
    VisibleApplicationsRepository,
    MachineAccountsRepository,
    ...services,
  ],
  exports: services,
})
export class ApplicationsModule {}
