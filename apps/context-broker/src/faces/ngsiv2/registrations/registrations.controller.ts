import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { renderJson, type RegistrationInput } from '@smart-city/context';
import { parseRegistration, PROVIDER_PROTOCOLS, registrationToJson } from '@smart-city/ngsiv2';
import type { RequestContext } from '../../../context/request-context';
import { created, listAnswer, type Answer } from '../../../http/answer';
import { readIdCursor, withNextPage } from '../../../http/next-page';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { Context, Parameters, PathName, Payload } from '../../../http/parameters';
import type { UrlParameters } from '../../../http/url-parameters';
import { Allow, ForClients, ServicePaths } from '../../../http/route-facts';
import { registrationBody } from './registration-body';
import { RegistrationsService } from '../../../core/registrations/registrations.service';

const registration = (request: NgsiRequest): RegistrationInput =>
  parseRegistration(registrationBody(request));

/** `/v2/registrations` and below. */
@Controller('/v2/registrations')
@ForClients()
export class RegistrationsController {
  constructor(private readonly registrations: RegistrationsService) {}

  @Get()
  @Allow('POST, GET')
  async list(@Context() caller: RequestContext, @Parameters() parameters: UrlParameters): Promise<Answer> {
    const { limit, offset, options } = parameters;
    const page = { limit, offset, ...readIdCursor(parameters) };
    const { registrations, count, next } = await this.registrations.list(caller, PROVIDER_PROTOCOLS, page);
    const json = renderJson(registrations.map(registrationToJson));
    return withNextPage(listAnswer(json, options.has('count') ? count : undefined), next, caller.url);
  }

  @Post()
  @ServicePaths('root')
  async create(
    @Context() caller: RequestContext,
    @Payload(registration) input: RegistrationInput,
  ): Promise<Answer> {
    return created(`/v2/registrations/${await this.registrations.create(caller, input)}`);
  }

  @Get(':id')
  @Allow('GET, DELETE')
  @ServicePaths('everywhere')
  async get(@PathName('id') id: string, @Context() caller: RequestContext): Promise<string> {
    return renderJson(registrationToJson(await this.registrations.get(caller, PROVIDER_PROTOCOLS, id)));
  }

  @Delete(':id')
  @ServicePaths('everywhere')
  @HttpCode(204)
  delete(@PathName('id') id: string, @Context() caller: RequestContext): Promise<void> {
    return this.registrations.delete(caller, PROVIDER_PROTOCOLS, id);
  }
}
