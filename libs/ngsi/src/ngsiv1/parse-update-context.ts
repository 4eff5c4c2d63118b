import type { JsonValue } from '../json/json-value';
import type { ActionType } from '../model/entity-update';
import type { ContextAttribute, ContextElement } from './context-element';
import { readAttributes, readIdentity, readList, readObject, readText } from './payload-reader';
import { ngsiv1BadRequest } from './status-code';

export interface Ngsiv1ParseOptions {
  /** `-strictNgsiv1Ids`: identifiers as in NGSIv2. */
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

/** @throws Ngsiv1Fault 400  the texts of spec section 16.2 */
export function parseUpdateContext(body: JsonValue, { strictIds }: Ngsiv1ParseOptions): UpdateContext {
  const members = readObject(body, '', ['contextElements', 'updateAction']);
  const elements = readList(members, 'contextElements').map((item) => readElement(item, strictIds));
  if (elements.length === 0) throw ngsiv1BadRequest('No context elements');
  const name = readText(members, 'updateAction');
  if (name === '') throw ngsiv1BadRequest('empty update action type');
  const action = Object.hasOwn(ACTIONS, name.toUpperCase()) ? ACTIONS[name.toUpperCase()] : undefined;
  if (action === undefined)
    throw ngsiv1BadRequest(
      'invalid update action type: right ones are: APPEND, APPEND_STRICT, DELETE, REPLACE, UPDATE',
    );
  return { action, elements };
}

/** The body of `PUT /v1/contextEntities/{id}`. @throws Ngsiv1Fault 400 */
export function parseUpdateAttributes(
  body: JsonValue,
  { strictIds }: Ngsiv1ParseOptions,
): readonly ContextAttribute[] {
  const attributes = readAttributes(
    readObject(body, '', ['attributes', 'attributeDomainName']),
    '',
    strictIds,
  );
  if (attributes.length === 0) throw ngsiv1BadRequest('Empty payload');
  return attributes;
}

const ELEMENT_MEMBERS = ['type', 'isPattern', 'id', 'attributes', 'attributeDomainName', 'domainMetadata'];

function readElement(item: JsonValue, strictIds: boolean): ContextElement {
  const path = '/contextElements/contextElement';
  const members = readObject(item, path, ELEMENT_MEMBERS);
  return { ...readIdentity(members, strictIds), attributes: readAttributes(members, path, strictIds) };
}
