import { NGSIV1_PHRASES, renderStatus, type NgsiError, type Ngsiv1Code } from '@smart-city/ngsi';
import { Answer, errorAnswer } from './answer';
import type { NgsiRequest } from './ngsi-request';
import { Refusal } from './refusal';

const NO_HEADERS: readonly string[] = [];

/** The answer of a fault found before the operation itself: NGSIv1 routes have a body of their own. Spec section 16.1. */
export function faultAnswer(request: NgsiRequest, error: NgsiError): Answer {
  const headers = error instanceof Refusal ? error.headers : NO_HEADERS;
  if (!isNgsiv1(request)) return errorAnswer(error, headers);
  const member = isAnsweredByOperation(request, error) ? 'errorCode' : 'orionError';
  return new Answer(error.status, `{"${member}":${orionStatus(error)}}`, headers);
}

/** Bodies that cannot even be read are refused in the shape of the operation they were for. */
const isAnsweredByOperation = ({ resource }: NgsiRequest, { status }: NgsiError): boolean =>
  [411, 413, 415].includes(status) &&
  resource !== undefined &&
  /\/(?:updateContext|queryContext)$/i.test(resource.path);

/** A verb that was removed is answered like a path that never was. */
const isNgsiv1 = ({ resource, method }: NgsiRequest): boolean =>
  resource !== undefined &&
  (resource.handlers.has(method) || resource.allow !== undefined) &&
  /^\/(?:v1|ngsi10)\//i.test(resource.path);

function orionStatus({ status, message }: NgsiError): string {
  const code: Ngsiv1Code = status in NGSIV1_PHRASES ? (status as Ngsiv1Code) : 500;
  return renderStatus({ code, details: message });
}
