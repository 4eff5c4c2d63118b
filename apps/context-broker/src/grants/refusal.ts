import { NgsiError } from '@smart-city/ngsi';
import type { GrantVerb } from '../context/entity-grants';

/** What a bearer lacks. @param what  `entities of type Room`, … */
export const needsPermission = (verb: GrantVerb, what: string): NgsiError =>
  new NgsiError('Forbidden', `a permission to ${verb} ${what} is missing`);

/** How a refusal names an entity. */
export const entityText = (id: string, type: string | undefined, servicePath: string): string =>
  `entity ${id}${type === undefined ? '' : ` of type ${type}`} in ${servicePath}`;

export const attributesText = (names: Iterable<string>): string => `attributes ${[...names].join(', ')}`;
