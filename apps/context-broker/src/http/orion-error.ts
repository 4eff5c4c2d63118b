import { NGSIV1_PHRASES, renderStatus, type NgsiError, type Ngsiv1Code } from '@smart-city/ngsi';
import { Answer, errorAnswer } from './answer';
import type { NgsiRequest } from './ngsi-request';

/** The answer of a fault found before the operation itself: NGSIv1 routes have a body of their own. Spec section 16.1. */
export function faultAnswer(request: NgsiRequest, error: NgsiError): Answer {
  // A verb that was removed is answered like a path that never was.
  const { resource, method } = request;
  const isNgsiv1 =
    resource !== undefined && resource.verbs.has(method) && /^\/(?:v1|ngsi10)\//i.test(resource.path);
  return isNgsiv1 ? new Answer(error.status, `{"orionError":${orionStatus(error)}}`) : errorAnswer(error);
}

function orionStatus({ status, message }: NgsiError): string {
  const code: Ngsiv1Code = status in NGSIV1_PHRASES ? (status as Ngsiv1Code) : 500;
  return renderStatus({ code, details: message });
}
