import type { EntityVerb } from '@smart-city/authz';
import type { Entity, EntityArea } from '@smart-city/context';

/** One permission on entities. */
export interface EntityGrant {
  readonly verbs: ReadonlySet<EntityVerb>;
  readonly area: EntityArea;
  /** Names of attributes; undefined for all. */
  readonly attrs: ReadonlySet<string> | undefined;
  /** Whether an entity is in the area. */
  readonly covers: (entity: Pick<Entity, 'id' | 'type' | 'servicePath'>) => boolean;
}

/** All that a bearer may do to entities who may not do everything: each grant adds to the others. */
export interface EntityGrants {
  /** The same for the same grants. */
  readonly key: string;
  readonly all: readonly EntityGrant[];
}
