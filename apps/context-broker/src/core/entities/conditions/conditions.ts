import type { Entity, EntityUpdate } from '@smart-city/context';
import type { RequestPreconditions } from '../../../context/request-context';
import { parseEntityTags, type NamedTags } from '../../../http/entity-tags';
import { versionOf } from './entity-version';

/** How a representation is told from the others of the same version; the JSON one has no mark. */
export type Variant = '' | '.geo' | '.text';

/** The strong tag of a representation, as `ETag` has it. */
export const tagOf = (version: string, variant: Variant = ''): string => `"${version}${variant}"`;

/** The version that any tag of it names; no version has a dot. */
const versionIn = (opaque: string): string => opaque.split('.', 1)[0]!;

/**
 * What the two header fields ask of an entity that is to be written (RFC 9110, section 13.2.2). The tag of any
 * representation stands for its version; a weak one never fits `If-Match`.
 *
 * @param seen  what of an entity whoever asks is told the version of
 * @throws NgsiError  400 for a field that is no list of tags
 */
export function writeConditionOf(
  { ifMatch, ifNoneMatch }: RequestPreconditions,
  seen: (entity: Entity) => Entity,
): NonNullable<EntityUpdate['precondition']> {
  const wanted = ifMatch === undefined ? undefined : versionsIn(parseEntityTags('If-Match', ifMatch), false);
  const unwanted =
    ifNoneMatch === undefined ? undefined : versionsIn(parseEntityTags('If-None-Match', ifNoneMatch), true);
  return (before) => {
    const known = before && seen(before);
    return (wanted?.(known) ?? true) && !(unwanted?.(known) ?? false);
  };
}

/** Whether an entity is there in one of the versions that are named. */
function versionsIn(tags: NamedTags, takesWeak: boolean): (entity: Entity | undefined) => boolean {
  if (tags === '*') return (entity) => entity !== undefined;
  const versions = new Set(
    tags.filter(({ isWeak }) => takesWeak || !isWeak).map(({ opaque }) => versionIn(opaque)),
  );
  return (entity) => entity !== undefined && versions.has(versionOf(entity));
}

/** What becomes of a read: the answer in full, nothing because the client has it, or a refusal. */
export type ReadOutcome = 'full' | 'notModified' | 'failed';

/**
 * What the fields make of the read of an entity that is there. One that cannot be read as tags counts for nothing: the
 * answer in full harms nobody.
 *
 * @param version  of the entity @param variant  the representation that would be answered
 */
export function readOutcomeOf(
  { ifMatch, ifNoneMatch }: RequestPreconditions,
  version: string,
  variant: Variant,
): ReadOutcome {
  const wanted = readable('If-Match', ifMatch);
  if (wanted !== undefined && !names(wanted, (tag) => !tag.isWeak && versionIn(tag.opaque) === version))
    return 'failed';
  const known = readable('If-None-Match', ifNoneMatch);
  return known !== undefined && names(known, ({ opaque }) => opaque === `${version}${variant}`)
    ? 'notModified'
    : 'full';
}

const names = (tags: NamedTags, isIt: (tag: Exclude<NamedTags, '*'>[number]) => boolean): boolean =>
  tags === '*' || tags.some(isIt);

function readable(name: string, field: string | undefined): NamedTags | undefined {
  try {
    return field === undefined ? undefined : parseEntityTags(name, field);
  } catch {
    return undefined;
  }
}
