import { expandedName, type ExpandName } from './ld-names';
import type { LdEntityTime, LdInstanceMember, LdPath } from './ld-query';
import { queryFault } from './parse-ld-value';
import type { TextReader } from './text-reader';

/** Longer paths are refused: sub-attributes of an entity never nest so deep. */
const MOST_PATH_NAMES = 20;

/** A name up to what may stand behind it. `~` belongs to an operator only before `=`. */
const PATH_TEXT = /(?:(?!!=|!~=|~=)[^=<>;|()[\]{}"\s,])+/y;
const BRACKETS = /\[[^\][]*\]/y;

const ENTITY_TIMES: ReadonlySet<string> = new Set<LdEntityTime>(['createdAt', 'modifiedAt', 'expiresAt']);
const INSTANCE_MEMBERS: ReadonlySet<string> = new Set<LdInstanceMember>([
  'createdAt',
  'modifiedAt',
  'expiresAt',
  'observedAt',
  'unitCode',
  'datasetId',
]);

const isEntityTime = (name: string): name is LdEntityTime => ENTITY_TIMES.has(name);
const isInstanceMember = (name: string): name is LdInstanceMember => INSTANCE_MEMBERS.has(name);

/** Takes the dotted text of a path: all up to brackets, braces or an operator; undefined where none is next. */
export const readPathText = (reader: TextReader): string | undefined => reader.match(PATH_TEXT);

/**
 * Reads a path whose dotted text has been taken, with the brackets that may follow.
 *
 *     path     := name ("." name)* ["[" key ("." key)* "]"]
 *
 * A name is short, or a whole IRI; the dots of an IRI up to its last `/`, `#` or `:` are its own.
 *
 * @throws NgsiLdFault  BadRequestData
 */
export function readPath(reader: TextReader, text: string, expand: ExpandName): LdPath {
  const brackets = reader.match(BRACKETS);
  const inside = brackets === undefined ? [] : keysOf(brackets.slice(1, -1));
  return pathOfNames(splitNames(text), inside, expand, 'q');
}

/**
 * Makes a path of its names.
 *
 * @param inside     keys that stood in brackets
 * @param parameter  where it stands, for the fault
 * @throws NgsiLdFault  BadRequestData
 */
export function pathOfNames(
  names: readonly string[],
  inside: readonly string[],
  expand: ExpandName,
  parameter: string,
): LdPath {
  const [first = '', ...rest] = names;
  if (names.length > MOST_PATH_NAMES) throw queryFault(`a path has more than ${MOST_PATH_NAMES} names`);
  if (rest.length === 0 && isEntityTime(first)) {
    if (inside.length > 0) throw queryFault(`${first} has nothing inside`);
    return { of: 'entity', time: first };
  }
  const last = rest.at(-1);
  const member = last !== undefined && isInstanceMember(last) ? last : undefined;
  const subs = member === undefined ? rest : rest.slice(0, -1);
  return {
    of: 'attribute',
    name: expandedName(first, parameter, expand),
    subs: subs.map((name) => expandedName(name, parameter, expand)),
    ...(member !== undefined && { member }),
    inside,
  };
}

/** Splits a dotted path. Dots before the last `/`, `#` or `:` belong to an IRI. */
export function splitNames(text: string): readonly string[] {
  const iriEnd = text.includes(':') ? Math.max(...['/', '#', ':'].map((mark) => text.lastIndexOf(mark))) : 0;
  const [first = '', ...rest] = text.slice(iriEnd).split('.');
  return [text.slice(0, iriEnd) + first, ...rest];
}

function keysOf(text: string): readonly string[] {
  const keys = text.split('.');
  if (keys.length > MOST_PATH_NAMES || keys.includes(''))
    throw queryFault(`[${text.slice(0, 80)}] is not a path into a value`);
  return keys;
}
