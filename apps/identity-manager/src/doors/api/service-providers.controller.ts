import { Get } from '@nestjs/common';
import { AllowAdmin } from '../../access/rule';
import { Directory } from '../../subjects/directory/directory.service';
import { ApiController } from './api-controller';
import { wrapped } from '../../openapi/content';
import { Whole } from '../../openapi/described';
import { ApiRoute } from './described-route';

class Sizes {
  @Whole() total_users!: number;
  @Whole() total_organizations!: number;
  @Whole() total_applications!: number;
}

/** Numbers of the installation. */
@ApiController('service_providers/configs', 'Service')
export class ServiceProvidersController {
  constructor(private readonly directory: Directory) {}

  @Get()
  @AllowAdmin()
  @ApiRoute('Numbers of the installation', { answers: wrapped('information', Sizes) })
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
