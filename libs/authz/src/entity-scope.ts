/** What can be done to an entity of a context broker. */
export const ENTITY_VERBS = ['read', 'create', 'update', 'delete', 'subscribe'] as const;
export type EntityVerb = (typeof ENTITY_VERBS)[number];

/**
 * Entities that a permission is about, as they are sent, kept and answered: those for which every member that is there holds.
 * Written by the identity manager, which refuses others, and read by who enforces it, which takes others for nothing.
 */
export interface EntityScope {
  readonly verbs: readonly EntityVerb[];
  readonly types?: readonly string[];
  readonly ids?: readonly string[];
  /** A regular expression, unanchored, in the letter case given. */
  readonly id_pattern?: string;
  /** Names; without them all attributes. */
  readonly attrs?: readonly string[];
  /** `/a`, or `/a/#` with everything below. */
  readonly service_paths?: readonly string[];
}

/** All members there are. */
export const ENTITY_SCOPE_MEMBERS: readonly string[] = Object.keys({
  verbs: true,
  types: true,
  ids: true,
  id_pattern: true,
  attrs: true,
  service_paths: true,
} satisfies Record<keyof EntityScope, true>);
