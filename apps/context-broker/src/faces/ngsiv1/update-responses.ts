import { isLocationType, type EntityChange, type UpdateResult } from '@smart-city/context';
import {
  isEmptyAttribute,
  namesPattern,
  ngsiv1ActionName,
  NGSIV1_OK,
  type Ngsiv1Status,
  type UpdateContext,
  type ContextAttribute,
  type ContextElement,
} from '@smart-city/ngsiv1';
import { orionError } from '@smart-city/ngsiv2';

/** One item of `contextResponses`. */
export interface ContextResponse {
  readonly element: ContextElement;
  readonly status: Ngsiv1Status;
}

/** What became of one element here: what is told at once, and what follows the responses of all elements. */
export interface ElementResponses {
  readonly first: readonly ContextResponse[];
  /** Attributes that were not there, beside others that were. */
  readonly missing: readonly ContextResponse[];
}

type Action = UpdateContext['action'];

/** Why nothing is done for an element, before the store is asked; undefined when something is to be done. */
export function refusalOf(action: Action, element: ContextElement): ContextResponse | undefined {
  const names = element.attributes.map(({ name }) => name);
  const twice = element.attributes.find(({ name }, at) => names.indexOf(name) < at);
  if (twice) {
    const first = element.attributes.filter(({ name }) => name === twice.name).slice(0, 1);
    return response(element, first, { code: 422, details: `duplicated attribute /${twice.name}/` });
  }
  if (namesPattern(element)) return response(element, [], { code: 501 });
  const empty = action === 'delete' ? undefined : element.attributes.find(isEmptyAttribute);
  if (!empty) return undefined;
  const details =
    `action: ${ngsiv1ActionName(action)} - entity: [${element.id}, ${element.type}, ${element.isPattern || 'false'}]` +
    ` - offending attribute: ${empty.name} - empty attribute not allowed in APPEND or UPDATE`;
  return response(element, [empty], { code: 422, details });
}

/** What the store made of an element: one response for each entity that it named. */
export function responsesOf(action: Action, element: ContextElement, result: UpdateResult): ElementResponses {
  const only = (attributes: readonly ContextAttribute[], status: Ngsiv1Status): ElementResponses => ({
    first: [response(element, attributes, status)],
    missing: [],
  });
  switch (result.kind) {
    case 'done':
      return doneResponses(action, element, result.changes, result.refused);
    case 'refused':
      return action === 'appendStrict'
        ? only([], existingAlready(element, result.refused))
        : only(element.attributes, {
            code: 472,
            details: offending(action, element, result.refused.at(-1) ?? '', MISSING_TAILS[action]),
          });
    case 'entityMissing':
      return only(element.attributes, notFound(element));
    case 'alreadyExists':
      return only(element.attributes, { code: 422, details: element.id });
    case 'tooManyResults':
      return only(element.attributes, { code: 409, details: element.id });
    case 'failed':
      return { first: [failedResponse(action, element, result)], missing: [] };
  }
}

/** The status of attributes, or of an entity, that are nowhere. */
export const notFound = ({ id }: ContextElement): Ngsiv1Status => ({ code: 404, details: id });

/** Values come back empty, metadata as they were sent. */
export const response = (
  element: ContextElement,
  attributes: readonly ContextAttribute[],
  status: Ngsiv1Status,
): ContextResponse => ({
  element: { ...element, attributes: attributes.map((attribute) => ({ ...attribute, value: '' })) },
  status,
});

function doneResponses(
  action: Action,
  element: ContextElement,
  changes: readonly EntityChange[],
  refused: readonly string[],
): ElementResponses {
  if (action === 'appendStrict' && refused.length > 0) {
    const appended = element.attributes.filter(({ name }) => !refused.includes(name));
    return {
      first: [
        response(element, appended, NGSIV1_OK),
        response(element, [], existingAlready(element, refused)),
      ],
      missing: [],
    };
  }
  const named = changes.map(({ after, before, requested }) => ({
    entity: { ...element, type: (after ?? before)!.type },
    written: new Set(requested),
  }));
  const isWritten = (written: ReadonlySet<string>) => (attribute: ContextAttribute) =>
    written.has(attribute.name);
  const missing = named.map(({ entity, written }) =>
    response(
      entity,
      element.attributes.filter((attribute) => !isWritten(written)(attribute)),
      notFound(element),
    ),
  );
  return {
    first: named.map(({ entity, written }) =>
      response(entity, element.attributes.filter(isWritten(written)), NGSIV1_OK),
    ),
    missing: missing.filter(({ element: { attributes } }) => attributes.length > 0),
  };
}

function existingAlready({ id, type }: ContextElement, names: readonly string[]): Ngsiv1Status {
  const entity = type === '' ? id : `${id}/${type}`;
  return {
    code: 400,
    details: `one or more of the attributes in the request already exist: ${entity} - [ ${names.join(', ')} ]`,
  };
}

const MISSING_TAILS: Partial<Record<Action, string>> = { delete: 'attribute not found' };

/** Replacing is told as updating, appending strictly as appending. */
const TOLD_AS: Readonly<Record<Action, Action>> = {
  append: 'append',
  appendStrict: 'append',
  update: 'update',
  replace: 'update',
  delete: 'delete',
};

/** An entity that exists tells the attributes up to the one at fault, a new one all of them and the bare text. */
function failedResponse(
  action: Action,
  element: ContextElement,
  { error: fault, attribute }: Extract<UpdateResult, { kind: 'failed' }>,
): ContextResponse {
  const error = orionError(fault);
  const { attributes } = element;
  if (error.status >= 500) return response(element, attributes, { code: 500, details: error.message });
  const atFault =
    attribute ??
    (action === 'replace' ? attributes.findLast(({ type }) => isLocationType(type))?.name : undefined);
  if (atFault === undefined) return response(element, attributes, { code: 472, details: error.message });
  const upTo = attributes.slice(0, attributes.findIndex(({ name }) => name === atFault) + 1);
  const details = offending(TOLD_AS[action], element, atFault, error.message);
  return response(element, upTo, { code: 472, details });
}

function offending(action: Action, { id, type }: ContextElement, attribute: string, tail?: string): string {
  const text = `action: ${ngsiv1ActionName(action)} - entity: [${id}, ${type}] - offending attribute: ${attribute}`;
  return tail === undefined ? text : `${text} - ${tail}`;
}
