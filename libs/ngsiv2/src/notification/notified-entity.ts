import type { Entity, EntityChange, NotificationFacts } from '@smart-city/context';

/** An entity of a notification, and which of its attributes to show. */
export interface NotifiedEntity {
  readonly entity: Entity;
  /** As the subscription lists them; empty means all of `order`. */
  readonly attrs: readonly string[];
  /** User attributes to show where `attrs` names none. */
  readonly order: readonly string[];
  readonly metadata: readonly string[];
  readonly facts: NotificationFacts;
  /** The change that is told of; absent where the entity is shown as it is. */
  readonly change?: EntityChange;
}

/** One notification has at least one entity. */
export type NotifiedEntities = readonly [NotifiedEntity, ...NotifiedEntity[]];
