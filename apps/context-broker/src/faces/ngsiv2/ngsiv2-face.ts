import { badRequest, isUpdateFault, NgsiError } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { errorAnswer } from '../../http/answer';
import { Refusal } from '../../http/answer-fault';
import type { Face, RequestFault } from '../../http/face';
import { ORION_CHECKS } from './ngsiv2-checks';
import { entityOperations } from './openapi/entity-operations';
import { subscriptionOperations } from './openapi/subscription-operations';
import { NGSIV2_ROWS } from './statistics-rows';
import { MOST_CHANGED, parseUrlParameters, SELECTION_PARAMETERS } from './url-parameters';

const toNgsiError = (fault: RequestFault): NgsiError =>
  fault instanceof NgsiError ? fault : new NgsiError('InternalServerError', fault.message);

/** NGSIv2 as Orion speaks it. */
export const NGSIV2_FACE: Face = {
  prefixes: ['v2'],
  exactCase: true,
  takesEmptyParts: true,
  splitsBeforeDecoding: false,
  tenantHeaders: ['fiware-service'],
  readsTexts: false,
  isTimedApart: false,
  answersPreflights: true,
  statistics: NGSIV2_ROWS,
  described: [
    { tag: 'Entities', operations: entityOperations },
    { tag: 'Subscriptions and registrations', operations: subscriptionOperations },
  ],
  grantedParameters: new Set([...SELECTION_PARAMETERS, 'metadata', 'aggregate', 'groupBy']),
  checks: ORION_CHECKS,
  readParameters: (query, changesSelection) =>
    parseUrlParameters(query, changesSelection ? MOST_CHANGED : undefined),
  opensToOrigins: () => true,
  noSuchPath: () => badRequest('Service not found. Check your URL as probably it is wrong.'),
  noSuchVerb: (_request, allow) => new Refusal('MethodNotAllowed', 'method not allowed', ['Allow', allow]),
  faultOf: (thrown) => (isUpdateFault(thrown) ? orionError(thrown) : undefined),
  internalFault: () => new NgsiError('InternalServerError', 'internal error'),
  faultAnswer: (_request, fault) =>
    errorAnswer(toNgsiError(fault), fault instanceof Refusal ? fault.headers : []),
};

/** Face of paths below no prefix (operations, pages, unknown paths). They are answered as NGSIv2 is, as Orion does. */
export const FACE_OF_OTHERS: Face = {
  ...NGSIV2_FACE,
  prefixes: [],
  exactCase: false,
  takesEmptyParts: false,
  answersPreflights: false,
  statistics: undefined,
  described: undefined,
  opensToOrigins: () => false,
};
