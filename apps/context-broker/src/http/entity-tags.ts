import { badRequest } from '@smart-city/context';

/** What is between the quotes of an entity tag, and whether it is a weak one. */
export interface EntityTag {
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** What `If-Match` or `If-None-Match` names: any version there is, or these. */
export type NamedTags = '*' | readonly EntityTag[];

const TAG = /[ \t]*(?:(W\/)?"([!#-~\x80-\xff]*)")?[ \t]*(?:,|$)/y;

/**
 * Reads `If-Match` or `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1); empty items of the list count for nothing.
 *
 * @param name  of the field, for the fault
 * @throws NgsiError  400 for what is no list of entity tags
 */
export function parseEntityTags(name: string, field: string): NamedTags {
  if (field.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < field.length) {
    const found = TAG.exec(field);
    if (found === null) throw notTags(name);
    const [, weak, opaque] = found;
    if (opaque !== undefined) tags.push({ opaque, isWeak: weak !== undefined });
  }
  if (tags.length === 0) throw notTags(name);
  return tags;
}

const notTags = (name: string) =>
  badRequest(`${name} is neither * nor a list of entity tags in double quotes`);
