import { NgsiError } from '@smart-city/context';
import { Answer } from '../../../http/answer';
import type { Check, Face, RequestFault } from '../../../http/face';
import { HistoryFault } from '../history-fault';
import { readHistoryParameters } from '../query-reader';
import { QL_PARAMETERS } from './ql-query';

const servicePath: Check = { run: (request) => request.readServicePaths() };

const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'AmbiguousNGSIIdError',
  413: 'Request Entity Too Large',
};

/** The fault that has no description, as QuantumLeap tells it. */
const CANNOT_AGGREGATE = 'AggrMethod cannot be applied';

function faultAnswer({ status, message }: RequestFault): Answer {
  const body =
    message === CANNOT_AGGREGATE
      ? { error: message }
      : { error: NAMES[status] ?? 'Internal Server Error', description: message };
  return new Answer(status, JSON.stringify(body));
}

/** The reading interface of QuantumLeap. On the main port its paths stand below `/ql`, since `/v2` is NGSIv2's. */
export const QL_FACE: Face = {
  prefixes: ['ql'],
  exactCase: true,
  takesEmptyParts: false,
  splitsBeforeDecoding: true,
  tenantHeaders: ['fiware-service'],
  readsTexts: false,
  isTimedApart: false,
  answersPreflights: true,
  grantedParameters: QL_PARAMETERS,
  checks: [servicePath],
  readParameters: readHistoryParameters,
  opensToOrigins: () => true,
  noSuchPath: () => new HistoryFault(404, 'The requested URL was not found on the server.'),
  noSuchVerb: (_request, allow) => new HistoryFault(405, `allowed are: ${allow}`),
  faultOf: (thrown) => (thrown instanceof HistoryFault || thrown instanceof NgsiError ? thrown : undefined),
  internalFault: () => new HistoryFault(500, 'An internal server error occurred'),
  faultAnswer: (_request, fault) => faultAnswer(fault),
};
