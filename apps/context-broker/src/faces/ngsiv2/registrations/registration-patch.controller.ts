import { Controller, HttpCode, Patch } from '@nestjs/common';
import type { JsonValue } from '@smart-city/context';
import { patchRegistration, PROVIDER_PROTOCOLS } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../../context/request-context';
import { Context, PathName, Payload } from '../../../http/parameters';
import { ForClients, ServicePaths } from '../../../http/route-facts';
import { registrationBody } from './registration-body';
import { RegistrationsService } from '../../../core/registrations/registrations.service';

/**
 * `PATCH /v2/registrations/{id}`, which the NGSIv2 specification has and Orion never had. Only with
 * `-registrationPatch`: without it the verb is answered 405, as clients of Orion expect.
 */
@Controller('/v2/registrations')
@ForClients()
@ServicePaths('everywhere')
export class RegistrationPatchController {
  constructor(private readonly registrations: RegistrationsService) {}

  @Patch(':id')
  @HttpCode(204)
  patch(
    @PathName('id') id: string,
    @Context() caller: RequestContext,
    @Payload(registrationBody) body: JsonValue,
  ): Promise<void> {
    return this.registrations.patch(caller, PROVIDER_PROTOCOLS, id, (before) =>
      patchRegistration(before, body),
    );
  }
}
