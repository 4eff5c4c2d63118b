import { isJsonArray, type JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';

const SCOPE = /^(?:\/\p{L}[\p{L}\p{N}_]*)+$/u;

/** Most scopes that one entity may have. */
const MAX_SCOPES = 100;

/**
 * Reads the `scope` member of an entity: one scope or several (GS CIM 009 §4.18). A missing slash at the beginning is added.
 *
 * @throws BadRequestData
 */
export function readScopes(value: JsonValue): readonly string[] {
  const given = isJsonArray(value) ? value : [value];
  if (given.length > MAX_SCOPES)
    throw badRequestData('Invalid scope', `An entity has at most ${MAX_SCOPES} scopes`);
  return [...new Set(given.map(readScope))];
}

function readScope(value: JsonValue): string {
  if (typeof value !== 'string') throw badRequestData('Invalid scope', 'A scope must be a string');
  const scope = value.startsWith('/') ? value : `/${value}`;
  if (!SCOPE.test(scope))
    throw badRequestData(
      'Invalid scope',
      `The levels of a scope are words that begin with a letter, with slashes between them: ${value}`,
    );
  return scope;
}
