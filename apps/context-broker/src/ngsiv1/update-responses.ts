import {
  isEmptyAttribute,
  isLocationType,
  ngsiv1ActionName,
  NGSIV1_OK,
  type ContextAttribute,
  type ContextElement,
  type NgsiError,
  type Ngsiv1Status,
  type UpdateContext,
} from '@smart-city/ngsi';
import type { UpdateOutcome } from '../entities/update-outcome';

/** One item of `contextResponses`. */
export interface ContextResponse {
  readonly element: ContextElement;
  readonly status: Ngsiv1Status;
}

/** What an element cannot be done for, before the store is asked; undefined when it can. Spec section 16.2. */
export function refusalOf(
  action: UpdateContext['action'],
  element: ContextElement,
): Ngsiv1Status | undefined {
  if (element.isPattern) return { code: 501 };
  if (action === 'delete') return undefined;
  const empty = element.attributes.find(isEmptyAttribute);
  return (
    empty && {
      code: 422,
      details: offending(action, element, empty.name, 'empty attribute not allowed in APPEND or UPDATE'),
    }
  );
}

export const refusedResponse = (element: ContextElement, status: Ngsiv1Status): ContextResponse => ({
  element: echo(element, element.attributes),
  status,
});

/** What became of one element: one response for each entity, a second one for attributes that were not there. */
export function contextResponses(
  action: UpdateContext['action'],
  element: ContextElement,
  outcome: UpdateOutcome,
): readonly ContextResponse[] {
  const missing: Ngsiv1Status = { code: 404, details: element.id };
  if (outcome.forwarded)
    return split(element, outcome.forwarded.failed, missing, outcome.forwarded.updatedSome);
  const { result } = outcome;
  switch (result.kind) {
    case 'done': {
      const entities = new Map(
        result.changes.map(({ after, before }) => [(after ?? before)!.type, (after ?? before)!] as const),
      );
      const types = entities.size === 0 ? [element.type] : [...entities.keys()];
      const refusal: Ngsiv1Status =
        action === 'update'
          ? missing
          : { code: 472, details: refusedDetails(action, element, result.refused) };
      return types.flatMap((type) => split({ ...element, type }, result.refused, refusal, true));
    }
    case 'refused':
      return [
        refusedResponse(element, { code: 472, details: refusedDetails(action, element, result.refused) }),
      ];
    case 'entityMissing':
      return [refusedResponse(element, missing)];
    case 'alreadyExists':
      return [refusedResponse(element, { code: 422, details: element.id })];
    case 'tooManyResults':
      return [refusedResponse(element, { code: 409, details: element.id })];
    case 'failed':
      return [refusedResponse(element, failure(action, element, result.error))];
  }
}

function split(
  element: ContextElement,
  failed: readonly string[],
  status: Ngsiv1Status,
  didSome: boolean,
): readonly ContextResponse[] {
  const isFailed = ({ name }: ContextAttribute) => failed.includes(name);
  const done = element.attributes.filter((attribute) => !isFailed(attribute));
  const notDone = element.attributes.filter(isFailed);
  const responses: ContextResponse[] = [];
  if (didSome) responses.push({ element: echo(element, done), status: NGSIV1_OK });
  if (notDone.length > 0) responses.push({ element: echo(element, notDone), status });
  return responses;
}

/** Values come back empty, compound ones and metadata as they were sent. */
function echo(element: ContextElement, attributes: readonly ContextAttribute[]): ContextElement {
  return {
    ...element,
    attributes: attributes.map((attribute) => ({
      ...attribute,
      value: typeof attribute.value === 'object' && attribute.value !== null ? attribute.value : '',
    })),
  };
}

const TAILS: Partial<Record<UpdateContext['action'], string>> = {
  appendStrict: 'attribute can not be appended',
  delete: 'attribute not found',
};

const refusedDetails = (
  action: UpdateContext['action'],
  element: ContextElement,
  refused: readonly string[],
): string => offending(action, element, refused[0] ?? '', TAILS[action]);

function failure(action: UpdateContext['action'], element: ContextElement, error: NgsiError): Ngsiv1Status {
  if (error.status >= 500) return { code: 500, details: error.message };
  const location =
    element.attributes.filter(({ type }) => isLocationType(type)).at(-1) ?? element.attributes[0];
  return { code: 472, details: offending(action, element, location?.name ?? '', error.message) };
}

function offending(
  action: UpdateContext['action'],
  { id, type }: ContextElement,
  attribute: string,
  tail?: string,
): string {
  const text = `action: ${ngsiv1ActionName(action)} - entity: [${id}, ${type}] - offending attribute: ${attribute}`;
  return tail === undefined ? text : `${text} - ${tail}`;
}
