import {
  NGSIV1_OK,
  NGSIV1_PHRASES,
  Ngsiv1Fault,
  type Ngsiv1Code,
  type Ngsiv1Status,
  type UpdateContext,
  type ContextElement,
} from '@smart-city/ngsiv1';
import type { AttributeFate, ForwardedAttribute, ForwardFault } from '../../core/entities/forwarding-port';
import type { UpdateOutcome } from '../../core/entities/update-outcome';
import {
  notFound,
  response,
  responsesOf,
  type ContextResponse,
  type ElementResponses,
} from './update-responses';

/** An element and what came of it: refused before the store was asked, or the outcome of its update. */
export type SettledElement =
  | { readonly refusal: ContextResponse }
  | { readonly element: ContextElement; readonly outcome: UpdateOutcome };

/**
 * The responses of an update, in the order of the original: what is here element by element, then what is not here, then
 * what providers did, provider by provider. A response is made when its first attribute comes. Attributes whose provider
 * was not asked have none.
 *
 * @throws Ngsiv1Fault  a provider failed as a whole: its fault is then the whole answer; or there is no response
 */
export function composeResponses(
  action: UpdateContext['action'],
  settled: readonly SettledElement[],
): readonly ContextResponse[] {
  const local = settled.map((item) => localResponses(action, item));
  const responses = [...local.flatMap(({ first }) => first), ...local.flatMap(({ missing }) => missing)];
  const forwarded = forwardedInOrder(settled);
  for (const { element, attribute } of forwarded) {
    const status = statusOf(element, attribute.fate);
    if (status) addTo(responses, asToldBy(attribute.fate, element), attribute.name, status);
  }
  if (forwarded.length > 0 && responses.length === 0) throw new Ngsiv1Fault({ code: 404 }, 'checking');
  return responses;
}

function localResponses(action: UpdateContext['action'], item: SettledElement): ElementResponses {
  if ('refusal' in item) return { first: [item.refusal], missing: [] };
  const { element, outcome } = item;
  const { forwarded } = outcome;
  if (!forwarded) return responsesOf(action, element, outcome.result);
  const away = new Set(forwarded.attributes.map(({ name }) => name));
  const here = element.attributes.filter(({ name }) => !away.has(name));
  const nowhere = forwarded.attributes.filter(({ provider }) => provider === -1);
  const missing = element.attributes.filter(({ name }) => nowhere.some((other) => other.name === name));
  return {
    first: here.length > 0 ? [response(element, here, NGSIV1_OK)] : [],
    missing: missing.length > 0 ? [response(element, missing, notFound(element))] : [],
  };
}

interface ForwardedPart {
  readonly element: ContextElement;
  readonly attribute: ForwardedAttribute;
}

function forwardedInOrder(settled: readonly SettledElement[]): readonly ForwardedPart[] {
  const parts = settled.flatMap((item): readonly ForwardedPart[] =>
    'refusal' in item
      ? []
      : (item.outcome.forwarded?.attributes ?? []).map((attribute) => ({ element: item.element, attribute })),
  );
  return parts
    .filter(({ attribute }) => attribute.provider !== -1)
    .sort((a, b) => a.attribute.provider - b.attribute.provider);
}

/** A provider of NGSIv1 names the type of its entity, which the client may have left out. */
const asToldBy = (fate: AttributeFate, element: ContextElement): ContextElement =>
  'type' in fate && fate.type !== undefined ? { ...element, type: fate.type } : element;

function addTo(
  responses: ContextResponse[],
  element: ContextElement,
  name: string,
  status: Ngsiv1Status,
): void {
  const attributes = element.attributes.filter((attribute) => attribute.name === name);
  const at = responses.findIndex(
    (known) =>
      known.element.id === element.id &&
      known.element.type === element.type &&
      known.status.code === status.code &&
      known.status.details === status.details,
  );
  const known = responses[at];
  if (known) responses[at] = response(element, [...known.element.attributes, ...attributes], status);
  else responses.push(response(element, attributes, status));
}

function statusOf(element: ContextElement, fate: AttributeFate): Ngsiv1Status | undefined {
  switch (fate.kind) {
    case 'updated':
      return NGSIV1_OK;
    case 'missing':
      return notFound(element);
    case 'unasked':
      return undefined;
    case 'refused':
      return { code: knownCode(fate.code), details: fate.details };
    case 'failed':
      throw new Ngsiv1Fault(WHOLE_FAULTS[fate.fault], 'checking');
  }
}

const knownCode = (code: string): Ngsiv1Code => (code in NGSIV1_PHRASES ? (Number(code) as Ngsiv1Code) : 500);

/** What is answered when a provider failed, whatever was done here and elsewhere. */
const WHOLE_FAULTS: Readonly<Record<ForwardFault, Ngsiv1Status>> = {
  unexpectedStatus: { code: 500 },
  unreachable: { code: 404, details: 'error forwarding update' },
  emptyAnswer: { code: 404, details: 'invalid context provider response' },
  unreadableAnswer: { code: 404, details: 'invalid context provider response' },
};
