import { hostAndPort } from '@smart-city/ngsiv2';
import { Controller, Get } from '@nestjs/common';
import { Endpoints, type Endpoint } from '../../receivers/endpoints';
import { ForOperators } from '../../http/route-facts';

/** `/admin/endpoints`. */
@Controller('/admin/endpoints')
@ForOperators()
export class EndpointsController {
  constructor(private readonly endpoints: Endpoints) {}

  @Get()
  list(): string {
    return JSON.stringify(this.endpoints.all().map(endpointToJson));
  }
}

/** What is no secret of it: how it is called, and how it knows the broker. */
function endpointToJson(endpoint: Endpoint): object {
  const { name, protocol, headers, oauth2, tls, tenants } = endpoint;
  return {
    name,
    receiver: `${protocol}//${hostAndPort(endpoint)}`,
    headers: headers.map(([header]) => header),
    ...(oauth2 !== undefined && { tokenUrl: oauth2.tokenUrl }),
    clientCertificate: tls?.cert !== undefined,
    ...(tenants !== undefined && { tenants: [...tenants] }),
  };
}
