import { NgsiError } from '@smart-city/context';
import {
  contextElementOf,
  NOT_JSON,
  NGSIV1_OK,
  Ngsiv1Fault,
  renderContextAttributes,
  renderContextResponse,
  renderStatus,
  type Ngsiv1Status,
} from '@smart-city/ngsiv1';
import { Answer, jsonAnswer } from '../../http/answer';
import { faultAnswer, Refusal } from '../../http/answer-fault';
import type { NgsiRequest } from '../../http/ngsi-request';
import type { FoundEntities } from './ngsiv1-operations.service';
import type { Ngsiv1Parameters } from './ngsiv1.parameters';
import type { ContextResponse } from './update-responses';

const errorCode = (status: Ngsiv1Status): Answer => jsonAnswer(`{"errorCode":${renderStatus(status)}}`);

export const updateContextAnswer = (
  responses: readonly ContextResponse[],
  { asObject }: Ngsiv1Parameters,
): Answer =>
  jsonAnswer(
    `{"contextResponses":[${responses.map(({ element, status }) => renderContextResponse(element, status, { asObject })).join(',')}]}`,
  );

export function queryContextAnswer(
  { entities, count }: FoundEntities,
  { asObject, details, offset }: Ngsiv1Parameters,
): Answer {
  if (entities.length === 0) {
    const isBeyond = details && count > 0 && offset >= count;
    return errorCode({
      code: 404,
      ...(isBeyond && { details: `Number of matching entities: ${count}. Offset is ${offset}` }),
    });
  }
  const responses = entities
    .map((entity) => renderContextResponse(contextElementOf(entity), NGSIV1_OK, { asObject }))
    .join(',');
  const counted = details ? `,"errorCode":${renderStatus({ code: 200, details: `Count: ${count}` })}` : '';
  return jsonAnswer(`{"contextResponses":[${responses}]${counted}}`);
}

/** `PUT /v1/contextEntities/{id}`: a fault replaces the answer. */
export function updateEntityAnswer(
  { element, status }: ContextResponse,
  { asObject }: Ngsiv1Parameters,
): Answer {
  if (status.code !== NGSIV1_OK.code) return errorCode(status);
  const attributes =
    element.attributes.length === 0
      ? ''
      : `"attributes":${renderContextAttributes(element.attributes, { asObject })},`;
  return jsonAnswer(`{"contextResponses":[{${attributes}"statusCode":${renderStatus(status)}}]}`);
}

export const deleteEntityAnswer = ({ status }: ContextResponse): Answer => jsonAnswer(renderStatus(status));

export function attributeAnswer(
  id: string,
  { entities }: FoundEntities,
  { asObject }: Ngsiv1Parameters,
): Answer {
  const [entity] = entities;
  if (!entity)
    return jsonAnswer(`{"statusCode":${renderStatus({ code: 404, details: `Entity id: /${id}/` })}}`);
  const attributes = renderContextAttributes(contextElementOf(entity).attributes, { asObject });
  return jsonAnswer(`{"attributes":${attributes},"statusCode":${renderStatus(NGSIV1_OK)}}`);
}

/** Faults of the payload and of the store are told inside a 200, those of headers and URL with their own code. */
export function ngsiv1FaultAnswer(
  request: NgsiRequest,
  error: NgsiError | Ngsiv1Fault,
  shapes: FaultShapes,
): Answer {
  if (error instanceof Ngsiv1Fault) {
    // Other codes tell of a provider that failed, which is no fault of the client.
    if (error.status.code === 400) request.faultDetail = loggedText(error);
    return error.found === 'parsing' && shapes.parsing === 'orionError'
      ? new Answer(error.status.code, `{"orionError":${renderStatus(error.status)}}`)
      : errorCode(error.status);
  }
  // A refusal comes before the operation: the store has not been asked.
  if (error.status >= 500 && !(error instanceof Refusal))
    return jsonAnswer(`{"${shapes.store}":${renderStatus({ code: 500, details: error.message })}}`);
  return faultAnswer(request, error);
}

/** What the log says of a payload that was refused. */
const loggedText = ({ found, message }: Ngsiv1Fault): string =>
  found === 'checking' || message === NOT_JSON ? message : `JSON parse error: ${message}`;

/** The members that tell what is wrong with the payload and with the store. */
export interface FaultShapes {
  readonly parsing: 'errorCode' | 'orionError';
  readonly store: 'errorCode' | 'orionError' | 'statusCode';
}
