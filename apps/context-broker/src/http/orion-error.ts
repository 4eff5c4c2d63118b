import type { NgsiError } from '@smart-city/ngsi';
import { errorAnswer, type Answer } from './answer';
import type { NgsiRequest } from './ngsi-request';
import { Refusal } from './refusal';

const NO_HEADERS: readonly string[] = [];

/** The answer of a fault, in the dialect of the request where it has one of its own. */
export function faultAnswer(request: NgsiRequest, error: NgsiError): Answer {
  request.fault = error;
  const headers = error instanceof Refusal ? error.headers : NO_HEADERS;
  const { dialect } = request;
  return dialect ? dialect.faultAnswer(request, error, headers) : errorAnswer(error, headers);
}
