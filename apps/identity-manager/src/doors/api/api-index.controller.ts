import { All, Get } from '@nestjs/common';
import { notFound } from '../../http/api-errors';
import { ApiController } from './api-controller';
import { AllowAnyUser } from '../../access/rule';

/** Where everything is. */
@ApiController('')
export class ApiIndexController {
  @Get()
  @AllowAnyUser()
  index() {
    return {
      auth_url: '/v1/auth',
      access_tokens_url: '/v1/access-tokens',
      applications_url: '/v1/applications',
      organizations_url: '/v1/organizations',
      service_providers_url: '/v1/service_providers',
      users_url: '/v1/users',
    };
  }
}

/** Answers for every path of the API that nothing else has; registered last. */
@ApiController('*unknownPath')
export class UnknownApiPathController {
  @All()
  @AllowAnyUser()
  answer(): never {
    throw notFound('Path not found');
  }
}
