import { Controller, Patch } from '@nestjs/common';
import { NO_CONTENT, type Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { registrationBody } from './registrations.controller';
import { RegistrationsService } from './registrations.service';

/**
 * `PATCH /v2/registrations/{id}`, which the NGSIv2 specification has and Orion never had. Only with
 * `-registrationPatch`: without it the verb is answered 405, as clients of Orion expect.
 */
@Controller('/v2/registrations')
export class RegistrationPatchController {
  constructor(private readonly registrations: RegistrationsService) {}

  @Patch(':id')
  async patch(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    await this.registrations.patch(ngsi, ngsi.pathName(2), registrationBody(ngsi));
    return NO_CONTENT;
  }
}
