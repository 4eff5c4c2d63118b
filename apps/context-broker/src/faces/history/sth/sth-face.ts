import { isUpdateFault } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { Answer } from '../../../http/answer';
import type { Check, Face, RequestFault } from '../../../http/face';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { HistoryFault } from '../history-fault';
import { readHistoryParameters } from '../query-reader';
import { STH_PARAMETERS } from './sth-query';

const HEADERS = ['fiware-service', 'fiware-servicepath'];

/** STH-Comet wants both headers of every request for data. */
const headers: Check = {
  run: (request) => {
    if (request.components[2] === undefined) return;
    const missing = HEADERS.filter((name) => !request.header(name));
    if (missing.length > 0) throw new HistoryFault(400, `"${missing[0]}" is required`, 'headers', missing);
    request.readServicePaths();
  },
};

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
};

const phraseOf = (status: number): string => PHRASES[status] ?? 'Internal Server Error';

/** `/STH/v1` tells faults as Boom does, `/STH/v2` as NGSIv2. */
function faultAnswer({ components }: NgsiRequest, fault: RequestFault): Answer {
  const { status, message } = fault;
  if (components[1]?.toLowerCase() === 'v2')
    return new Answer(
      status,
      JSON.stringify({ error: phraseOf(status).replaceAll(' ', ''), description: message }),
    );
  const validation =
    fault instanceof HistoryFault && fault.keys.length > 0
      ? { validation: { source: fault.source, keys: fault.keys } }
      : {};
  return new Answer(
    status,
    JSON.stringify({ statusCode: status, error: phraseOf(status), message, ...validation }),
  );
}

/** The reading interface of STH-Comet. */
export const STH_FACE: Face = {
  prefixes: ['sth'],
  exactCase: false,
  takesEmptyParts: false,
  splitsBeforeDecoding: true,
  tenantHeaders: ['fiware-service'],
  readsTexts: false,
  isTimedApart: false,
  answersPreflights: true,
  grantedParameters: STH_PARAMETERS,
  checks: [headers],
  readParameters: readHistoryParameters,
  opensToOrigins: () => true,
  noSuchPath: () => new HistoryFault(404, 'Not Found'),
  noSuchVerb: (_request, allow) => new HistoryFault(405, `allowed are: ${allow}`),
  faultOf: (thrown) => {
    if (thrown instanceof HistoryFault) return thrown;
    return isUpdateFault(thrown) ? orionError(thrown) : undefined;
  },
  internalFault: () => new HistoryFault(500, 'An internal server error occurred'),
  faultAnswer,
};
