/** What can be done to an entity of a context broker. */
export const ENTITY_VERBS = ['read', 'create', 'update', 'delete', 'subscribe'] as const;
export type EntityVerb = (typeof ENTITY_VERBS)[number];

/** Entities that a permission is about, as they are sent, kept and answered: those for which every member that is there holds. */
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
