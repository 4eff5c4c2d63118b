import { Get } from '@nestjs/common';
import { AllowAdmin } from '../../access/rule';
import { Directory } from '../../subjects/directory/directory.service';
import { ApiController } from './api-controller';

/** Numbers of the installation. */
@ApiController('service_providers/configs')
export class ServiceProvidersController {
  constructor(private readonly directory: Directory) {}

  @Get()
  @AllowAdmin()
  async read() {
    const { users, organizations, applications } = await this.directory.sizes();
    return {
      information: {
        total_users: users,
        total_organizations: organizations,
        total_applications: applications,
      },
    };
  }
}
