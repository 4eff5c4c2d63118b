import type { ActionType, JsonValue } from '@smart-city/context';
import { checkAttributes, checkIdentity } from './check-payload';
import type { ContextAttribute, ContextElement } from './context-element';
import { readNode, readNodes, textMember } from './payload-reader';
import { readAttributes, readIdentity } from './read-attributes';
import { checkingFault } from './status-code';

export interface Ngsiv1ParseOptions {
  /** `-strictNgsiv1Ids`: names and types of attributes and metadata as in NGSIv2. */
  readonly strictIds: boolean;
}

/** The body of `updateContext`. */
export interface UpdateContext {
  readonly action: Exclude<ActionType, 'create'>;
  readonly elements: readonly ContextElement[];
}

const ACTIONS: Readonly<Record<string, UpdateContext['action']>> = {
  APPEND: 'append',
  APPEND_STRICT: 'appendStrict',
  UPDATE: 'update',
  DELETE: 'delete',
  REPLACE: 'replace',
};

/** NGSIv1's name of an action, as error details write it. */
export const ngsiv1ActionName = (action: ActionType): string =>
  Object.keys(ACTIONS).find((name) => ACTIONS[name] === action) ?? action.toUpperCase();

/** @param body  see `parsePayload`. @throws Ngsiv1Fault 400 */
export function parseUpdateContext(body: JsonValue, { strictIds }: Ngsiv1ParseOptions): UpdateContext {
  const root = readNode(body, '', ['contextElements', 'updateAction']);
  const elements = readNodes(root, 'contextElements', ['type', 'isPattern', 'id', 'attributes']).map(
    (item): ContextElement => ({ ...readIdentity(item), attributes: readAttributes(item) }),
  );
  const name = textMember(root, 'updateAction');
  if (elements.length === 0) throw checkingFault('No context elements');
  for (const element of elements) {
    checkIdentity(element);
    checkAttributes(element.attributes, strictIds);
  }
  if (name === '') throw checkingFault('empty update action type');
  const action = Object.hasOwn(ACTIONS, name.toUpperCase()) ? ACTIONS[name.toUpperCase()] : undefined;
  if (action === undefined)
    throw checkingFault(
      'invalid update action type: right ones are: APPEND, APPEND_STRICT, DELETE, REPLACE, UPDATE',
    );
  return { action, elements };
}

/** The body of `PUT /v1/contextEntities/{id}`; without attributes nothing is to be done. @throws Ngsiv1Fault 400 */
export function parseUpdateAttributes(
  body: JsonValue,
  { strictIds }: Ngsiv1ParseOptions,
): readonly ContextAttribute[] {
  const attributes = readAttributes(readNode(body, '', ['attributes']));
  checkAttributes(attributes, strictIds);
  return attributes;
}
