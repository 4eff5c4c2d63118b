import { Get } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { Not, type EntityManager } from 'typeorm';
import { ApplicationRow } from '../../database/entities/application.row';
import { internalApplicationId } from '../../subjects/applications/internal-application';
import { OrganizationRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { ApiController } from './api-controller';
import { AllowAdmin } from '../../access/rule';

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
