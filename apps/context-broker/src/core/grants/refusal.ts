import type { EntityVerb } from '@smart-city/authz';
import { NgsiError } from '@smart-city/context';

/** What a bearer lacks. @param what  `entities of type Room`, … */
export const needsPermission = (verb: EntityVerb, what: string): NgsiError =>
  new NgsiError('Forbidden', `a permission to ${verb} ${what} is missing`);

/** How a refusal names an entity. */
export const entityText = (id: string, type: string | undefined, servicePath: string): string =>
  `entity ${id}${type === undefined ? '' : ` of type ${type}`} in ${servicePath}`;

export const attributesText = (names: Iterable<string>): string => `attributes ${[...names].join(', ')}`;
