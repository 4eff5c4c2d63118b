import { Controller, Get } from '@nestjs/common';
import { ForClients } from '../../http/route-facts';

const API_INDEX =
  '{"entities_url":"/v2/entities","types_url":"/v2/types","subscriptions_url":"/v2/subscriptions","registrations_url":"/v2/registrations"}';

/** The deprecated `GET /v2`. */
@Controller('/v2')
@ForClients()
export class IndexController {
  @Get()
  show(): string {
    return API_INDEX;
  }
}
