import { NgsiError, type JsonValue } from '@smart-city/context';
import { registrationSyntaxError } from '@smart-city/ngsiv2';
import type { NgsiRequest } from '../../../http/ngsi-request';

/** @throws BadRequest where other operations answer ParseError */
export function registrationBody(request: NgsiRequest): JsonValue {
  try {
    return request.json();
  } catch (error) {
    if (error instanceof NgsiError && error.error === 'ParseError') throw registrationSyntaxError();
    throw error;
  }
}
