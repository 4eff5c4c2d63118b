import { badRequestData } from '../ngsild-fault';
import { expandedName, type ExpandName } from './ld-names';
import { checkDepth, checkValues } from './ld-query-limits';
import { TextReader } from './text-reader';

/**
 * The members that `pick` or `omit` names (GS CIM 009 §4.21), by their stored name; `id`, `type` and `scope` are themselves.
 * A member with members of its own reaches into the entities that a Relationship leads to.
 */
export type Projection = ReadonlyMap<string, Projection | null>;

const MEMBER = /[^,|{}\s]+/y;

/** Members of an entity that are no attributes and can be picked. */
const ENTITY_MEMBERS: ReadonlySet<string> = new Set(['id', 'type', 'scope']);

/** Members that the broker keeps, which cannot be picked. */
const SYSTEM_MEMBERS: ReadonlySet<string> = new Set([
  'createdAt',
  'modifiedAt',
  'deletedAt',
  'expiresAt',
  '@context',
]);

/**
 * Parses `pick` or `omit`.
 *
 *     projection := member (("," | "|") member)*
 *     member     := name ["{" projection "}"]
 *
 * @throws NgsiLdFault  BadRequestData for an empty member, a name that cannot be picked, or a brace out of place
 */
export function parseProjection(text: string, parameter: 'pick' | 'omit', expand: ExpandName): Projection {
  const reader = new TextReader(text);
  let members = 0;
  const fault = (detail: string) => badRequestData(`Invalid ${parameter}`, detail);

  const readName = (name: string): string => {
    if (ENTITY_MEMBERS.has(name)) return name;
    if (SYSTEM_MEMBERS.has(name)) throw fault(`${name} is not an attribute`);
    return expandedName(name, parameter, expand);
  };
  const readMembers = (depth: number): Projection => {
    checkDepth(depth, parameter);
    const found = new Map<string, Projection | null>();
    do {
      const name = reader.match(MEMBER);
      if (name === undefined) throw fault(`a name is due before ${reader.rest}`);
      checkValues((members += 1), parameter);
      const isLinked = reader.take('{');
      const inner = isLinked ? readMembers(depth + 1) : null;
      if (isLinked && !reader.take('}')) throw fault(`a closing brace is due before ${reader.rest}`);
      if (isLinked && ENTITY_MEMBERS.has(name)) throw fault(`${name} is not a Relationship`);
      const stored = readName(name);
      found.set(stored, inner ?? found.get(stored) ?? null);
    } while (reader.take(',') || reader.take('|'));
    return found;
  };

  const projection = readMembers(0);
  if (!reader.isAtEnd) throw fault(`a comma is due before ${reader.rest}`);
  return projection;
}

/** How many levels of linked entities a projection reaches into. */
export const projectedLevels = (projection: Projection | undefined): number =>
  projection === undefined
    ? 0
    : Math.max(
        0,
        ...[...projection.values()].map((inner) => (inner === null ? 0 : 1 + projectedLevels(inner))),
      );
