import { Get } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { Not, type EntityManager } from 'typeorm';
import { ApplicationRow } from '../applications/application.row';
import { internalApplicationId } from '../applications/applications.service';
import { OrganizationRow } from '../organizations/organization.row';
import { UserRow } from '../users/user.row';
import { ApiController } from './api-controller';
import { AllowAdmin } from './rule';

/** Numbers of the installation. */
@ApiController('service_providers/configs')
export class ServiceProvidersController {
  constructor(@InjectEntityManager() private readonly rows: EntityManager) {}

  @Get()
  @AllowAdmin()
  async read() {
    const [users, organizations, applications] = await Promise.all([
      this.rows.count(UserRow),
      this.rows.count(OrganizationRow),
      this.rows.countBy(ApplicationRow, { id: Not(internalApplicationId) }),
    ]);
    return {
      information: {
        total_users: users,
        total_organizations: organizations,
        total_applications: applications,
      },
    };
  }
}
