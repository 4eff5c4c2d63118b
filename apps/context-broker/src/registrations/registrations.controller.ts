import { Controller, Delete, Get, Post } from '@nestjs/common';
import {
  NgsiError,
  parseRegistration,
  registrationSyntaxError,
  registrationToJson,
  renderJson,
  type JsonValue,
} from '@smart-city/ngsi';
import { created, jsonAnswer, listAnswer, NO_CONTENT, type Answer } from '../http/answer';
import { Asked } from '../http/from-request.decorator';
import { NgsiRequest } from '../http/ngsi-request';
import { RegistrationsService } from './registrations.service';

const ID_AT = 2;

/** `/v2/registrations` and below. Spec section 11.1. */
@Controller('/v2/registrations')
export class RegistrationsController {
  constructor(private readonly registrations: RegistrationsService) {}

  @Get()
  async list(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const { registrations, count } = await this.registrations.list(ngsi, ngsi.parameters);
    return listAnswer(
      renderJson(registrations.map(registrationToJson)),
      ngsi.options.has('count') ? count : undefined,
    );
  }

  @Post()
  async create(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    const id = await this.registrations.create(ngsi, parseRegistration(registrationBody(ngsi)));
    return created(`/v2/registrations/${id}`);
  }

  @Get(':id')
  async get(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    return jsonAnswer(
      renderJson(registrationToJson(await this.registrations.get(ngsi, ngsi.pathName(ID_AT)))),
    );
  }

  @Delete(':id')
  async delete(@Asked() ngsi: NgsiRequest): Promise<Answer> {
    await this.registrations.delete(ngsi, ngsi.pathName(ID_AT));
    return NO_CONTENT;
  }
}

/** @throws BadRequest where other operations answer ParseError */
export function registrationBody(request: NgsiRequest): JsonValue {
  try {
    return request.json();
  } catch (error) {
    if (error instanceof NgsiError && error.error === 'ParseError') throw registrationSyntaxError();
    throw error;
  }
}
