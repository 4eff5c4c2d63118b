import { All, Get } from '@nestjs/common';
import { notFound } from '../../http/api-errors';
import { ApiController } from './api-controller';
import { AllowAnyUser } from '../../access/rule';
import { bodyOf } from '../../openapi/content';
import { Text } from '../../openapi/described';
import { ApiRoute } from './described-route';

class Addresses {
  @Text() auth_url!: string;
  @Text() access_tokens_url!: string;
  @Text() applications_url!: string;
  @Text() organizations_url!: string;
  @Text() service_providers_url!: string;
  @Text() users_url!: string;
}

/** Where everything is. */
@ApiController('', 'Service')
export class ApiIndexController {
  @Get()
  @AllowAnyUser()
  @ApiRoute('Where everything is', { answers: bodyOf(Addresses) })
  index(): Addresses {
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
